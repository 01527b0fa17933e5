"""A file of the ledger as it was found: its bytes, or why it was not read, and where it lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


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


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an event file lies.

    ``path`` is what people are shown: relative to the repository with ``/``, or ``git-common:fabric/…`` for
    the store that sibling worktrees share; never absolute. ``name`` is the file's own name.
    """

    store: StoreName
    path: str
    name: str


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
