"""Listing an index without the writes that git makes when it does.

Git sets the time of a split index's shared half to now, and that of the trees of a sparse index when it fills in what
that leaves out. So a split one is read from a copy, and a sparse one as it is, with its folders filled in here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .errors import CannotExamine
from .git import TRACKED_FILES, Git, listed_paths
from .git_process import attempt, refusal
from .paths import shown
from .split_index import is_split, readable_index

_EMPTY_BLOBS = frozenset(
    (hashlib.sha1(b"blob 0\0", usedforsecurity=False).hexdigest(), hashlib.sha256(b"blob 0\0").hexdigest())
)
_SPARSE_MARK = b"sdir\0\0\0\0"  # an extension without content; one about offsets may follow, then the checksum
_TAIL = 4096  # bytes; that extension and the checksum are shorter
_AS_IT_IS = ("-c", "core.sparseCheckout=true", "-c", "core.sparseCheckoutCone=true", "-c", "index.sparse=true")
_NEVER_SPARSE = ("-c", "index.sparse=false")
_FLAGS = re.compile(r"(?:  [^\n]*\n){4}  size: \d+\tflags: ([0-9a-f]+)\n")  # of ``git ls-files --debug``
_INTENT_TO_ADD = 0x20000000


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One file, symlink or submodule of an index; ``mode`` in octal digits, ``stage`` 0 unless a merge left it."""

    mode: str
    id: str
    stage: str
    path: str


def index_rows(git: Git, git_dir: Path, index: Path | None = None) -> list[IndexRow]:
    """What the worktree's index holds, or ``index`` in its place; what is only intended to be added is left out.

    ``git_dir`` is the worktree's own git folder. Raises CannotExamine where git refuses.
    """
    sparse = _is_sparse(index or git_dir / "index")
    options = _AS_IT_IS if sparse else _NEVER_SPARSE
    listing = ("ls-files", "-z", "--full-name", *(("--sparse",) if sparse else ()))
    with readable_index(git_dir, git.common_dir(), git.root, index) as variables:
        rows = _parsed(_ask(git.root, variables, *options, *listing, "--stage"))
        if any(row.id in _EMPTY_BLOBS for row in rows):  # an intent has no bytes yet
            intended = _intended(git.root, _ask(git.root, variables, *options, *listing, "--debug"))
            rows = [row for row in rows if row.path not in intended]
    return [found for row in rows for found in ([row] if row.mode != "040000" else _filled_in(git, row))]


def tracked_here(git: Git) -> frozenset[str]:
    """The files that git tracks in the worktree, by its index; a sparse one is not made git fill in."""
    git_dir = git.git_dir()
    if not _is_sparse(git_dir / "index"):
        return git.tracked_paths(None)
    return frozenset(row.path for row in index_rows(git, git_dir))


@contextmanager
def begun_tracking(git: Git) -> Generator[Callable[[], frozenset[str]], None, None]:
    """Let git list them while something else is done; the answer is asked for inside the ``with``."""
    git_dir = git.git_dir()
    if is_split(git_dir) or _is_sparse(git_dir / "index"):
        yield lambda: tracked_here(git)
        return
    with git.begun(*TRACKED_FILES) as listing:
        yield lambda: listed_paths(listing.output())


def _ask(root: Path, variables: Mapping[str, str], *args: str) -> str:
    done = attempt(root, args, variables=variables)
    if done.returncode != 0:
        raise refusal(root, done.returncode, done.stderr)
    return done.stdout.decode("utf-8", "surrogateescape")


def _parsed(listed: str) -> list[IndexRow]:
    rows = []
    for row in listed.split("\0"):
        if row:
            about, _, path = row.partition("\t")
            mode, object_id, stage = about.split(" ")
            rows.append(IndexRow(mode, object_id, stage, path))
    return rows


def _intended(root: Path, listed: str) -> set[str]:
    """The paths that are only intended to be added."""
    path, *others = listed.split("\0")
    found = set()
    for other in others:
        flags = _FLAGS.match(other)
        if flags is None:
            raise CannotExamine(
                f"{shown(str(root))}: this git tells the flags of {shown(path)} in an unknown way",
                "Use another version of git.",
            )
        if int(flags[1], 16) & _INTENT_TO_ADD:
            found.add(path)
        path = other[flags.end() :]
    return found


def _filled_in(git: Git, folder: IndexRow) -> Iterator[IndexRow]:
    """The files of a folder that a sparse index keeps as one tree."""
    for row in git.tree_files(folder.id):
        yield IndexRow(row.mode, row.id, "0", folder.path + row.name)


def _is_sparse(index: Path) -> bool:
    """True where an index file says that some of its entries are folders."""
    try:
        with index.open("rb") as file:
            file.seek(max(0, index.stat().st_size - _TAIL))
            data = file.read()
    except OSError:
        return False  # none yet, or git is about to refuse it
    for checksum in (20, 32):
        end = len(data) - checksum
        mark = data.rfind(_SPARSE_MARK, 0, max(end, 0))
        after = mark + len(_SPARSE_MARK)
        if mark >= 0 and (after == end or after + 8 + int.from_bytes(data[after + 4 : after + 8]) == end):
            return True
    return False
