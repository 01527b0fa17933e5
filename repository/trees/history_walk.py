"""One pass over a range of commits: what each touched, and what it did to the ledger, against its first parent."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import IO

from ..errors import CannotExamine
from ..git import Git
from ..git_process import conversation
from ..growth.commit_graph import shallow_commits
from ..growth.folder_diff import MODES, SYMLINK
from ..plain_config import plainly
from ..source import SUFFIX
from ..trailer_lines import TRAILERS, trailers_in
from .hidden_ancestors import maybe_left_out
from .tree_config import CONFIGS

_LOG = (
    *("log", "--stdin", "-z", "--raw", "--no-abbrev"),
    *("--no-renames", "--no-relative", "--ignore-submodules=none", f"-O{os.devnull}", "--diff-merges=first-parent"),
    *("--no-show-signature", "--no-color", "--no-notes", "--no-mailmap", "--encoding=UTF-8"),
    f"--format=tformat:%H%n%P%n%ct%n%s%n{TRAILERS}",
)
_DIFF = ("diff-tree", "--stdin", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", f"-O{os.devnull}")
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Span:
    """A range of commits by full ids: what ``tip`` reaches and ``without`` do not; ``mainline`` by first parents only.

    ``start`` is the first commit that counts: what it has behind it is left out, itself not.
    """

    tip: str
    without: tuple[str, ...] = ()
    start: str | None = None
    mainline: bool = False


@dataclass(frozen=True, slots=True)
class LedgerStep:
    """What a commit made of a file ``*.json``: the blobs before and after; None where no regular file is.

    ``stem`` is the file's name without ``.json``, ``folder`` where it lies, relative to the repository's root.
    """

    folder: str
    stem: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class WalkedCommit:
    """A commit of the range, seen from its first parent (a root: from nothing).

    ``seconds`` is the committer's time since 1970 UTC, None where the commit has none that can be read. ``trailers``
    are a key and a value each, as git's own parser finds them. ``touched`` are the paths that differ, ``ledger`` what
    became of what may be event files, in any folder, and ``configs`` the blobs of those configs that changed, by path
    (empty where one is gone). ``cut`` is True where history ends in this clone only: what the commit touched cannot be
    told, and ``ledger`` and ``configs`` are all that its tree holds.
    """

    id: str
    parents: tuple[str, ...]
    seconds: int | None
    subject: str
    trailers: tuple[tuple[str, str], ...]
    touched: tuple[str, ...]
    ledger: tuple[LedgerStep, ...]
    configs: tuple[tuple[str, str], ...]
    cut: bool = False


@dataclass(frozen=True, slots=True)
class OuterParent:
    """A first parent outside of the range: how ledger and configs differ from those of the one before.

    The first one is compared with nothing. ``ledger`` and ``configs`` are as in a commit that was walked.
    """

    id: str
    ledger: tuple[LedgerStep, ...]
    configs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class HistoryWalk:
    """The commits of a range, newest first as git lists them.

    ``outer`` are the first parents outside of it, from which its trees grow. ``doubted`` are those of its commits that
    may not belong to it: history is cut off behind its beginning, which may have them behind it.
    """

    commits: tuple[WalkedCommit, ...]
    outer: tuple[OuterParent, ...]
    doubted: frozenset[str] = frozenset()

    @property
    def cut(self) -> bool:
        """True where history is cut off inside the range, so that commits of it may be missing."""
        return any(commit.cut for commit in self.commits)


def walk_history(git: Git, span: Span) -> HistoryWalk:
    """Walk a range by one ``git log``; two more processes tell where its trees begin, if not at a root.

    In a shallow clone another one tells which commits may not belong to it.

    Raises CannotExamine where git refuses, and where a partial clone was made without trees.
    """
    cut = shallow_commits(git)
    without = (*span.without, *_before(git, span.start, cut))
    wanted = [span.tip, *(f"^{commit}" for commit in without)]
    options = ("--first-parent",) if span.mainline else ()
    asked = (line.encode("ascii") for line in wanted)
    with (
        plainly(git, span.tip) as variables,
        conversation(git.root, (*_LOG, *options), asked, variables=variables) as told,
    ):
        commits = tuple(_commits(nul_ended(told), cut))
    known = {commit.id for commit in commits}
    outside = [commit.parents[0] for commit in commits if commit.parents and commit.parents[0] not in known]
    excluded = without if span.start is None else (*without, span.start)
    doubted = maybe_left_out(git, known, span.tip, excluded, cut)
    return HistoryWalk(commits, tuple(_outer_parents(git, list(dict.fromkeys(outside)))), doubted)


def walked_commits(git: Git, commits: Collection[str]) -> dict[str, WalkedCommit]:
    """These commits alone (full ids, all in this clone), as a walk has them. One ``git log``, none for none.

    Raises CannotExamine where git refuses, and where a partial clone was made without trees.
    """
    asked = sorted(set(commits))
    if not asked:
        return {}
    cut = shallow_commits(git)
    lines = (commit.encode("ascii") for commit in asked)
    with (
        plainly(git, asked[0]) as variables,
        conversation(git.root, (*_LOG, "--no-walk=unsorted"), lines, variables=variables) as told,
    ):
        return {commit.id: commit for commit in _commits(nul_ended(told), cut)}


def _before(git: Git, start: str | None, cut: frozenset[str]) -> tuple[str, ...]:
    if start is None or start in cut:
        return ()
    commit = git.commits([start])[start]
    if commit is None:
        raise CannotExamine(f"commit {start} cannot be read", "Run git fsck to see what is wrong.")
    return commit.parents


def _commits(texts: Iterator[str], cut: frozenset[str]) -> Iterator[WalkedCommit]:
    """The commits of a log: a head, then for each file that differs a row and a path."""
    reader = _Rows()
    head: str | None = None
    for text in texts:
        if text.startswith(("\n:", ":")):
            reader.add(text.lstrip("\n"), next(texts))
        elif text.strip("\n"):
            if head is not None:
                yield reader.commit(head, cut)
            head = text.lstrip("\n")
    if head is not None:
        yield reader.commit(head, cut)


class _Rows:
    """The rows of one tree against another, gathered. Paths are kept once, however many commits touch them."""

    def __init__(self) -> None:
        self._kept: dict[str, str] = {}
        self._clear()

    def _clear(self) -> None:
        self._touched: list[str] = []
        self._ledger: list[LedgerStep] = []
        self._configs: list[tuple[str, str]] = []

    def add(self, row: str, path: str) -> None:
        """Take in one row of ``--raw``, such as ``:100644 100644 OLD NEW M``."""
        old_mode, new_mode, old, new, _ = row[1:].split(" ")
        self.add_file(path, _regular(old_mode, old), _regular(new_mode, new))

    def add_file(self, path: str, before: str | None, after: str | None) -> None:
        """Take in a file: its blobs on both sides, None where no regular file is."""
        self._touched.append(self._kept.setdefault(path, path))
        folder, _, name = path.rpartition("/")
        if name.endswith(SUFFIX):
            stem = name[: -len(SUFFIX)]
            self._ledger.append(LedgerStep(self._kept.setdefault(folder, folder), stem, before, after))
        elif path in CONFIGS:
            self._configs.append((path, after or ""))

    def commit(self, head: str, cut: frozenset[str]) -> WalkedCommit:
        """The commit whose rows these are; the next one begins."""
        commit_id, parents, seconds, subject, *lines = head.split("\n")
        here = WalkedCommit(
            id=commit_id,
            parents=tuple(parents.split()),
            seconds=int(seconds) if seconds.lstrip("-").isdecimal() else None,
            subject=subject,
            trailers=tuple(trailers_in(lines)),
            touched=() if commit_id in cut else tuple(self._touched),
            ledger=tuple(self._ledger),
            configs=tuple(self._configs),
            cut=commit_id in cut,
        )
        self._clear()
        return here

    def outer_parent(self, commit_id: str) -> OuterParent:
        """The first parent whose rows these are; the next one begins."""
        here = OuterParent(commit_id, tuple(self._ledger), tuple(self._configs))
        self._clear()
        return here


def _outer_parents(git: Git, ids: Sequence[str]) -> Iterator[OuterParent]:
    if not ids:
        return
    reader = _Rows()
    for entry in git.tree_files(ids[0]):
        reader.add_file(entry.name, None, _regular(entry.mode, entry.id))
    yield reader.outer_parent(ids[0])
    pairs = (f"{later} {earlier}".encode("ascii") for earlier, later in pairwise(ids))
    waiting = iter(ids[1:])
    current: str | None = None
    with conversation(git.root, _DIFF, pairs) as told:
        texts = nul_ended(told)
        for text in texts:
            if text.startswith(":"):
                reader.add(text, next(texts))
                continue
            # Two trees that are alike are told by no row; their commits stand here all the same.
            for passed in waiting:
                if current is not None:
                    yield reader.outer_parent(current)
                current = passed
                if passed == text:
                    break
    for passed in (*([current] if current is not None else []), *waiting):
        yield reader.outer_parent(passed)


def _regular(mode: str, blob: str) -> str | None:
    kept = MODES.get(mode)
    return None if kept is None else _blob(kept, blob)


def _blob(mode: str, blob: str) -> str | None:
    """What a link leads to is not followed: it is no event."""
    return None if mode == SYMLINK else blob


def nul_ended(stream: IO[bytes]) -> Iterator[str]:
    """The texts of a stream, each of which ends in NUL."""
    rest = b""
    while chunk := stream.read(_CHUNK):
        *whole, rest = (rest + chunk).split(b"\0")
        for text in whole:
            yield text.decode("utf-8", "surrogateescape")
    if rest:
        yield rest.decode("utf-8", "surrogateescape")
