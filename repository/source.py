"""A file of the ledger as it was found: its bytes, or why it was not read, and where it lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from .drafts import maker
from .paths import shown

SUFFIX = ".json"
"""What the name of an event file ends with; every other name is a stray."""


class StoreName(StrEnum):
    """The places of the protocol's storage table (fabric/1.0, *Storage*), in the order they are read."""

    LEDGER = "ledger"
    ACTIVE = "active"
    SHARED = "shared"
    THREADS = "threads"
    PROJECTIONS = "projections"
    RECEIPTS = "receipts"

    # An enum's own hash is Python code; this one is asked for with every file.
    __hash__ = str.__hash__

    @property
    def is_runtime(self) -> bool:
        """True for the three folders of threads, projections and receipts."""
        return self in (StoreName.THREADS, StoreName.PROJECTIONS, StoreName.RECEIPTS)


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Origin:
    """Where an event file lies.

    ``path`` is what people are shown: relative to the repository with ``/``, or ``git-common:fabric/…`` for
    the store that sibling worktrees share; never absolute. ``name`` is the file's own name.

    A ledger has one for every file, and these two texts would be a fifth of all that is kept of it. So of a file that
    lies under its name with ``.json`` in its folder only the folder, one text for all, and the name without its ending
    are held, which may be the event's own id. Raises ValueError for a path that ends with ``/``: that is no file's.
    """

    store: StoreName
    _place: str  # the folder with "/" at its end, else the whole path
    _stem: str  # the name without ".json" in such a folder, else the whole name

    def __init__(self, store: StoreName, path: str, name: str) -> None:
        if path.endswith("/"):
            raise ValueError(f"not the path of a file: {path!r}")
        end = f"/{shown(name)}"
        if name.endswith(SUFFIX) and path.endswith(end) and type(name) is str:
            path, name = path[: 1 - len(end)], name[: -len(SUFFIX)]
        object.__setattr__(self, "store", store)
        object.__setattr__(self, "_place", path)
        object.__setattr__(self, "_stem", name)

    @property
    def path(self) -> str:
        """The path that people are shown."""
        return self._place + shown(self._stem + SUFFIX) if self._place.endswith("/") else self._place

    @property
    def name(self) -> str:
        """The file's own name; bytes that are no UTF-8 are surrogate escapes."""
        return self._stem + SUFFIX if self._place.endswith("/") else self._stem

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Origin):
            return NotImplemented
        return self.store is other.store and self.name == other.name and self.path == other.path

    def __hash__(self) -> int:
        return hash((self.store, self.name))

    def __repr__(self) -> str:
        return f"Origin({self.store!r}, {self.path!r}, {self.name!r})"


origin_below: Callable[[StoreName, str, str], Origin] = maker(Origin)
"""The origin of a file by its store, its folder as shown with ``/`` at its end, and its name without ``.json``."""


def tracked_file(path: str) -> Origin:
    """Where a file of the repository lies that is no event, such as a config: ``path`` as people are shown it."""
    return Origin(StoreName.LEDGER, path, path.rpartition("/")[2])


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of one regular file of a store."""

    origin: Origin
    data: bytes


class Obstacle(StrEnum):
    """Why something in an event folder was not read as an event."""

    DIRECTORY = "directory"
    SYMLINK = "symlink"
    SPECIAL = "special"  # a pipe, socket or device
    PERMISSION = "permission"
    IO_ERROR = "io-error"
    TOO_LARGE = "too-large"
    STRAY = "stray"  # no *.json name: a temporary, a README, a subfolder
    NOT_A_FOLDER = "not-a-folder"  # the store itself is a file


@dataclass(frozen=True, slots=True)
class Unread:
    """Something in a store that was not opened, or could not be read, and what the system said of it."""

    origin: Origin
    obstacle: Obstacle
    detail: str = ""


Reader = Callable[[str], bytes | None]
"""Gives a file's bytes by its name, or None where it can no longer be read."""


class Store(Protocol):
    """A folder of event files, on disk or in a git revision."""

    @property
    def name(self) -> StoreName:
        """Which place of the protocol's storage table this is."""

    @property
    def path(self) -> str:
        """The folder, written as in :attr:`Origin.path`."""

    def scan(self) -> Iterator[Source | Unread]:
        """Every entry, sorted by name as bytes. Regular files only are opened."""

    def reader(self) -> AbstractContextManager[Reader]:
        """What reads single files again, by name, with the folder opened once."""
