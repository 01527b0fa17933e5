"""Event files by their rows in a git tree or in the index, with their bytes from git's objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from .errors import CannotExamine
from .files import MAX_BYTES
from .git import Git, TreeEntry, Withheld
from .paths import shown
from .source import SUFFIX, Obstacle, Origin, Reader, Source, StoreName, Unread

PlacedRow = tuple[Origin, TreeEntry]
"""A row of a folder, and where people are told that it lies."""


def placed(store: StoreName, path: str, rows: Iterable[TreeEntry]) -> list[PlacedRow]:
    """These rows of the folder ``path`` (relative to the repository), each with its place."""
    folder = shown(path)
    return [(Origin(store, f"{folder}/{shown(row.name)}", row.name), row) for row in rows]


def scan_rows(git: Git, rows: Sequence[PlacedRow]) -> Iterator[Source | Unread]:
    """What each row holds, in their order, by one git process.

    Raises CannotExamine for a file whose bytes a partial clone has left out.
    """
    blobs = git.blobs((row.id for _, row in rows if is_event_file(row)), MAX_BYTES)
    for origin, row in rows:
        if not row.name.endswith(SUFFIX):
            yield Unread(origin, Obstacle.STRAY, _stray(row))
        elif not is_event_file(row):
            yield Unread(origin, _kind_in_tree(row), "submodule" if row.kind == "commit" else "")
        else:
            data = next(blobs)
            if isinstance(data, bytes):
                yield Source(origin, data)
                continue
            if data.size is None and git.is_partial():
                raise CannotExamine(
                    f"{origin.path}: the bytes of this file were left out of this partial clone",
                    "Fetch it (git fetch --refetch --no-filter), or use a complete clone: nothing is fetched here.",
                )
            yield Unread(origin, *_withheld(data))


@contextmanager
def reader_of_rows(git: Git, rows: Iterable[TreeEntry]) -> Iterator[Reader]:
    """What reads the event files among these rows again, by name, by one git process for all of them."""
    ids = {row.name: row.id for row in rows if is_event_file(row)}
    with git.blob_reader(MAX_BYTES) as read_blob:

        def read(name: str) -> bytes | None:
            data = read_blob(ids[name]) if name in ids else None
            return data if isinstance(data, bytes) else None

        yield read


def is_event_file(row: TreeEntry) -> bool:
    """True for a regular file with the name of an event file."""
    return row.name.endswith(SUFFIX) and row.mode.startswith("100")


def _kind_in_tree(row: TreeEntry) -> Obstacle:
    """What a row is that is no event file; a submodule is a folder in a checkout."""
    return Obstacle.SYMLINK if row.mode == "120000" else Obstacle.DIRECTORY


def _stray(row: TreeEntry) -> str:
    if row.mode.startswith("100"):
        return "file"
    return "symlink" if row.mode == "120000" else "folder"


def _withheld(withheld: Withheld) -> tuple[Obstacle, str]:
    if withheld.size is None:
        return Obstacle.IO_ERROR, "git does not have the object, or cannot read it"
    return Obstacle.TOO_LARGE, f"{withheld.size} bytes"
