"""Everything Fingerpost asks git. Only what stands beside it in this folder starts it."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .commits import Commit, CommitState, Resolution, is_hex_id, parse_commit
from .errors import CannotExamine
from .git_process import Running, UnknownRevision, attempt, begun, refusal
from .objects import StoredObject, object_reader, objects, stored_here
from .paths import in_bytes, shown
from .split_index import copied_index, is_split

_PREFIXES_A_PROCESS = 500  # short ids asked in one command line
TRACKED_FILES = ("ls-files", "-z", "--full-name")
_FEW_PATHS = 20  # git compares each with every entry of the folder, and sooner lists a large tree than many
_COMMIT_LIMIT = 16 * 1024 * 1024  # bytes; a longer "commit" is not kept in memory


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One row of a git tree: ``mode`` in octal digits, ``kind`` blob, tree or commit, the object, its own name."""

    mode: str
    kind: str
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Withheld:
    """An object whose bytes were not taken: longer than the limit, or (``size`` None) not in this clone."""

    size: int | None


class Git:
    """The repository that ``root`` lies in. Nothing here writes, locks, fetches or follows ``GIT_*`` variables.

    Every method raises CannotExamine (or a subclass) where git refuses. Paths are texts with ``/``; bytes that are
    no UTF-8 are kept as surrogate escapes.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *args: str, stdin: bytes | None = None) -> bytes:
        """Run one git command and return its output. Raises CannotExamine where it fails."""
        done = attempt(self.root, args, stdin)
        if done.returncode != 0:
            raise refusal(self.root, done.returncode, done.stderr)
        return done.stdout

    def begun(self, *args: str) -> AbstractContextManager[Running]:
        """One git command that works while something else is done here; see :func:`.git_process.begun`."""
        return begun(self.root, args)

    def toplevel(self) -> Path:
        """The root folder of the worktree."""
        return Path(_line(self.run("rev-parse", "--show-toplevel")))

    def common_dir(self) -> Path:
        """The git folder that all linked worktrees share, absolute. Asked once."""
        return self._common_dir

    @cached_property
    def _common_dir(self) -> Path:
        folder = _line(self.run("rev-parse", "--git-common-dir"))
        return Path(os.path.normpath(self.root.absolute() / folder))

    def is_shallow(self) -> bool:
        """True where history was cut off by a depth. Asked once."""
        return self._shallow

    def is_partial(self) -> bool:
        """True where objects were left out by a filter and would be fetched on demand. Asked once."""
        return self._partial

    @cached_property
    def _shallow(self) -> bool:
        return self.run("rev-parse", "--is-shallow-repository").strip() == b"true"

    @cached_property
    def _partial(self) -> bool:
        keys = r"^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$"
        done = attempt(self.root, ("config", "-z", "--get-regexp", keys))
        if done.returncode not in (0, 1):
            raise refusal(self.root, done.returncode, done.stderr)
        return any(not entry.endswith(b"\nfalse") for entry in done.stdout.split(b"\0") if entry)

    def head(self) -> str | None:
        """The full id of the commit that HEAD names; None in a new repository."""
        return self._commit_id("HEAD")

    def has_commit(self) -> bool:
        """True where HEAD names a commit (false in a new repository)."""
        return self.head() is not None

    def reference_names(self) -> list[str]:
        """The short names of branches, of remotes' branches and of tags, sorted by full name."""
        listed = self.run("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags")
        return _decoded(listed).split()

    def tracked_paths(self, revision: str | None) -> frozenset[str]:
        """The files git tracks, relative to the root: those of the index, or those of a revision's tree."""
        if revision is None:
            return listed_paths(self.read_index(*TRACKED_FILES))
        return listed_paths(self._names_in(self.resolve_revision(revision)))

    def _names_in(self, commit: str) -> bytes:
        return self.run("ls-tree", "-r", "-z", "--full-tree", "--name-only", commit)

    def held_paths(self, commit: str, paths: Collection[str]) -> frozenset[str]:
        """Those of these files (relative to the root) that the tree of a commit (full id) holds."""
        if not paths:  # git would list everything
            return frozenset()
        if len(paths) <= _FEW_PATHS:
            return frozenset(row.name for row in self.rows_at(commit, sorted(paths)) if row.kind != "tree")
        asked = {in_bytes(path): path for path in paths}
        return frozenset(asked[name] for name in asked.keys() & self._names_in(commit).split(b"\0"))

    def git_dir(self) -> Path:
        """The git folder of this worktree, absolute; the index lies in it. Asked once."""
        return self._git_dir

    @cached_property
    def _git_dir(self) -> Path:
        return Path(_line(self.run("rev-parse", "--absolute-git-dir")))

    def object_format(self) -> str:
        """The hash that names objects: ``sha1`` or ``sha256``."""
        return self.run("rev-parse", "--show-object-format").decode("ascii").strip()

    def read_index(self, *args: str) -> bytes:
        """The output of a command that reads the index.

        A split index is read from a copy, since git writes when it reads that.
        """
        folder = self.git_dir()
        if not is_split(folder):
            return self.run(*args)
        with copied_index(folder, self.common_dir(), self.root) as variables:
            done = attempt(self.root, args, variables=variables)
        if done.returncode != 0:
            raise refusal(self.root, done.returncode, done.stderr)
        return done.stdout

    def resolve_revision(self, revision: str) -> str:
        """The full id of the commit a revision names. Raises UnknownRevision."""
        found = self._commit_id(revision)
        if found is not None:
            return found
        hint = "Run git fetch, and check the name with: git rev-parse --verify REVISION"
        if self.is_shallow():
            hint = "This clone is shallow. Fetch the rest with: git fetch --unshallow"
        raise UnknownRevision(f"revision {shown(revision)!r} names no commit of this clone", hint)

    def _commit_id(self, revision: str) -> str | None:
        # What begins with a colon is looked up in the index, which holds no commit (and git freshens a split one).
        if not revision or not revision.isprintable() or revision.startswith(":"):
            return None
        done = attempt(self.root, ("rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}"))
        if done.returncode == 0:
            found = _line(done.stdout)
            return found if is_hex_id(found) else None  # ^REV is a commit to leave out
        error = refusal(self.root, done.returncode, done.stderr)
        if type(error) is not CannotExamine:  # git refused the repository, not the name
            raise error
        return None

    def commit_time(self, commit_id: str) -> int:
        """The committer's time of a commit (full id), in seconds since 1970 UTC."""
        commit = self.commits([commit_id])[commit_id]
        if commit is None:
            raise CannotExamine(f"commit {commit_id} cannot be read", "Run git fsck to see what is wrong.")
        return commit.seconds

    def tree_entry(self, revision: str, path: str) -> TreeEntry | None:
        """What stands at ``path`` in a revision, or None."""
        rows = self.rows_at(self.resolve_revision(revision), (path,))
        name = path.rsplit("/", 1)[-1]
        return next((TreeEntry(row.mode, row.kind, row.id, name) for row in rows if row.name == path), None)

    def rows_at(self, commit: str, paths: Iterable[str]) -> list[TreeEntry]:
        """What stands at these paths in a commit (full id), each with its path in place of its name.

        A folder is left out where another of the paths lies in it.
        """
        return _tree_rows(self.run("ls-tree", "-z", "--full-tree", "--end-of-options", commit, "--", *paths))

    def tree_rows(self, tree: str) -> list[TreeEntry]:
        """The rows of a tree object, sorted by name as bytes."""
        rows = _tree_rows(self.run("ls-tree", "-z", "--full-tree", "--end-of-options", tree))
        return sorted(rows, key=lambda row: in_bytes(row.name))

    def tree_files(self, tree: str) -> list[TreeEntry]:
        """Every file of a tree or a commit, however deep, each with its path in place of its name."""
        return _tree_rows(self.run("ls-tree", "-r", "-z", "--full-tree", "--end-of-options", tree))

    def blobs(self, ids: Iterable[str], limit: int | None = None) -> Iterator[bytes | Withheld]:
        """The bytes of these objects in the order asked, by one process; longer ones than ``limit`` are withheld."""
        for answer in objects(self.root, ids, limit, self.is_partial):
            yield _taken(answer)

    @contextmanager
    def blob_reader(self, limit: int | None = None) -> Iterator[Callable[[str], bytes | Withheld]]:
        """What gives the bytes of one object at a time, by one process that waits for the next question."""
        with object_reader(self.root, limit) as read:
            yield lambda object_id: _taken(read(object_id))

    def read_blob(self, blob: str, limit: int | None = None) -> bytes | Withheld:
        """The bytes of one object."""
        return next(iter(list(self.blobs([blob], limit))))

    def read_file(self, revision: str, path: str, limit: int | None = None) -> bytes | Withheld | None:
        """The bytes of a regular file in a revision; None where there is none."""
        entry = self.tree_entry(revision, path)
        if entry is None or not entry.mode.startswith("100"):
            return None
        return self.read_blob(entry.id, limit)

    def commits(self, ids: Sequence[str]) -> dict[str, Commit | None]:
        """What these commits say, by the id asked (full, or short and unique), by one process.

        None for what is not in this clone or is no commit.
        """
        asked = [commit for commit in dict.fromkeys(ids) if is_hex_id(commit)]
        found: dict[str, Commit | None] = dict.fromkeys(ids)
        answers = objects(self.root, asked, _COMMIT_LIMIT, self.is_partial)
        for commit_id, answer in zip(asked, answers, strict=True):
            if answer is not None and answer.kind == "commit" and answer.data is not None:
                found[commit_id] = parse_commit(answer.id, answer.data)
        return found

    def log(self, limit: int | None = None, revision: str = "HEAD") -> list[Commit]:
        """Commits that a revision reaches, newest first; none in a repository without a commit."""
        if revision == "HEAD" and not self.has_commit():
            return []
        cut = () if limit is None else (f"--max-count={limit}",)
        ids = self.run("rev-list", *cut, self.resolve_revision(revision)).decode("ascii").split()
        return [commit for commit in self.commits(ids).values() if commit is not None]

    def resolve_commits(self, texts: Iterable[str]) -> dict[str, Resolution]:
        """How each text resolves as a commit id; refs are never consulted for a name.

        A handful of processes for any number of texts: short ids are expanded, existence is checked in one batch,
        and one walk from the refs says which are unreachable.
        """
        wanted = sorted(set(texts))
        hexadecimal = {text: text.lower() for text in wanted if is_hex_id(text)}
        found = dict.fromkeys(wanted, Resolution(CommitState.OPAQUE))
        if not hexadecimal:
            return found
        told = self.run("rev-parse", "--show-object-format", "--is-shallow-repository").split()
        width, cut = (64 if told[0] == b"sha256" else 40), told[1] == b"true"
        partial = self.is_partial()
        expanded = self._expand(sorted({value for value in hexadecimal.values() if len(value) < width}))
        whole = {value for value in hexadecimal.values() if len(value) == width}
        commits = self._existing_commits(sorted(whole.union(*expanded.values())), partial)
        absent = CommitState.UNKNOWN if cut or partial else CommitState.MISSING
        unreached = self._unreached(sorted(commits))
        for text, value in hexadecimal.items():
            candidates = [commit for commit in expanded.get(value, [value]) if commit in commits]
            if not candidates:
                found[text] = Resolution(absent)
            elif len(candidates) > 1:
                found[text] = Resolution(CommitState.AMBIGUOUS)
            elif candidates[0] in unreached:
                # A cut history may hide the way from a branch to the commit.
                found[text] = Resolution(CommitState.UNKNOWN if cut else CommitState.UNREACHABLE, candidates[0])
            else:
                state = CommitState.EXACT if len(value) == width else CommitState.ABBREVIATED
                found[text] = Resolution(state, candidates[0])
        return found

    def _expand(self, prefixes: list[str]) -> dict[str, list[str]]:
        """The object ids that begin with each prefix."""
        ids: set[str] = set()
        for start in range(0, len(prefixes), _PREFIXES_A_PROCESS):
            chunk = prefixes[start : start + _PREFIXES_A_PROCESS]
            ids.update(self.run("rev-parse", *(f"--disambiguate={prefix}" for prefix in chunk)).decode("ascii").split())
        ordered = sorted(ids)
        expanded: dict[str, list[str]] = {}
        for prefix in prefixes:
            place = bisect_left(ordered, prefix)
            end = place
            while end < len(ordered) and ordered[end].startswith(prefix):
                end += 1
            expanded[prefix] = ordered[place:end]
        return expanded

    def _existing_commits(self, ids: list[str], partial: bool) -> set[str]:
        stored = stored_here(self.root, ids, lambda: partial)
        requests = "".join(f"{object_id}\n" for object_id in stored).encode("ascii")
        checked = self.run("cat-file", "--batch-check=%(objectname) %(objecttype)", "--buffer", stdin=requests)
        rows = (line.split(b" ") for line in checked.splitlines())
        return {row[0].decode("ascii") for row in rows if len(row) == 2 and row[1] == b"commit"}

    def _unreached(self, ids: list[str]) -> set[str]:
        """Those of these commits that neither a ref nor a worktree's HEAD reaches."""
        if not ids:
            return set()
        requests = "".join(f"{commit}\n" for commit in ids).encode("ascii")
        done = attempt(self.root, ("rev-list", "--stdin", "--not", "--all"), requests)
        if done.returncode == 0:
            return set(ids).intersection(done.stdout.decode("ascii").split())
        # An unreachable commit whose parents were pruned stops that walk; the one from the refs never meets it.
        return set(ids).difference(self.run("rev-list", "--all").decode("ascii").split())


def listed_paths(listed: bytes) -> frozenset[str]:
    """The paths that a git command lists with ``-z``."""
    paths = _decoded(listed).split("\0")
    paths.pop()  # what is behind the last end
    return frozenset(paths)


def _taken(answer: StoredObject | None) -> bytes | Withheld:
    if answer is None:
        return Withheld(None)
    return Withheld(answer.size) if answer.data is None else answer.data


def _tree_rows(listed: bytes) -> list[TreeEntry]:
    rows = []
    for row in listed.split(b"\0"):
        if row:
            about, _, name = row.partition(b"\t")
            mode, kind, object_id = about.decode("ascii").split(" ")
            rows.append(TreeEntry(mode, kind, object_id, _decoded(name)))
    return rows


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _line(output: bytes) -> str:
    """One line of output without its end; a path may hold line breaks of its own."""
    return _decoded(output.removesuffix(b"\n"))
