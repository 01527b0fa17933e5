"""An open folder of event files: what is in it, and each of its files read safely."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .files import kind_of, read_all_listed, read_listed, refused
from .paths import shown
from .source import SUFFIX, Obstacle, Origin, Source, StoreName, Unread, origin_below


@dataclass(frozen=True, slots=True)
class Listing:
    """A folder while it is open.

    ``place`` is how people are shown it, with ``/`` at its end. ``plain`` are the names of its event files, without
    ``.json``, which the folder calls regular files and whose names are ASCII: nearly all there are. ``others`` are
    the rest of its entries. Both are sorted by name as bytes.
    """

    store: StoreName
    place: str
    folder: int
    plain: Sequence[str]
    others: Sequence[os.DirEntry[str]]

    def scan(self) -> Iterator[Source | Unread]:
        """Every entry, sorted by name as bytes."""
        others = [(os.fsencode(entry.name), entry) for entry in reversed(self.others)]
        for stem in self.plain:
            while others and others[-1][0] < f"{stem}{SUFFIX}".encode():
                yield self.other(others.pop()[1])
            yield self.read(stem)
        while others:
            yield self.other(others.pop()[1])

    def bytes_of(self, stem: str) -> bytes | None:
        """The bytes of one of the plain files, or None if it can't be read: :meth:`read` tells why."""
        data = read_listed(stem + SUFFIX, self.folder)
        return data if isinstance(data, bytes) else None

    def contents(self, stems: Iterable[str]) -> Iterator[tuple[str, bytes | None]]:
        """Each of some plain files with what :meth:`bytes_of` gives."""
        return read_all_listed(stems, self.folder)

    def read(self, stem: str) -> Source | Unread:
        """One of the plain files."""
        return self._read(stem + SUFFIX, stem)

    def other(self, entry: os.DirEntry[str]) -> Source | Unread:
        """One of the other entries."""
        raw, name = os.fsencode(entry.name), name_of(entry)
        if not name.endswith(SUFFIX):
            return Unread(Origin(self.store, self.place + shown(name), name), Obstacle.STRAY, _stray(entry))
        stem = name[: -len(SUFFIX)]
        if _may_open(entry):
            return self._read(raw, stem)
        return Unread(origin_below(self.store, self.place, stem), *_unopened(raw, self.folder))

    def _read(self, name: str | bytes, stem: str) -> Source | Unread:
        origin = origin_below(self.store, self.place, stem)
        data = read_listed(name, self.folder)
        return Source(origin, data) if isinstance(data, bytes) else Unread(origin, *data)


def name_of(entry: os.DirEntry[str]) -> str:
    """The name of an entry by its bytes, whatever the locale takes them for; what is no UTF-8 is surrogate escapes."""
    return entry.name if entry.name.isascii() else os.fsencode(entry.name).decode("utf-8", "surrogateescape")


def listing_of(store: StoreName, path: str, folder: int) -> Listing:
    """What is in an open folder. Raises OSError where it cannot be listed."""
    plain: list[str] = []
    others: list[os.DirEntry[str]] = []
    with os.scandir(folder) as found:
        for entry in found:
            name = entry.name
            if name.endswith(SUFFIX) and name.isascii() and _may_open(entry):
                plain.append(name)
            else:
                others.append(entry)
    plain.sort()
    others.sort(key=lambda entry: os.fsencode(entry.name))
    end = -len(SUFFIX)
    return Listing(store, f"{path}/", folder, [name[:end] for name in plain], others)


def _may_open(entry: os.DirEntry[str]) -> bool:
    """True for a regular file by the kind the listing gave; a device must not even be opened."""
    try:
        return entry.is_file(follow_symlinks=False)
    except OSError:
        return False


def _unopened(name: str | bytes, folder: int) -> tuple[Obstacle, str]:
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except OSError as error:
        return refused(error)
    if stat.S_ISREG(mode):
        return Obstacle.IO_ERROR, "it changed while the folder was read"
    return kind_of(mode), ""


def _stray(entry: os.DirEntry[str]) -> str:
    try:
        if entry.is_symlink():
            return "symlink"
        if entry.is_dir(follow_symlinks=False):
            return "folder"
        return "file" if entry.is_file(follow_symlinks=False) else WORDS[Obstacle.SPECIAL]
    except OSError as error:
        return error.strerror or ""


WORDS = {Obstacle.DIRECTORY: "folder", Obstacle.SYMLINK: "symlink", Obstacle.SPECIAL: "pipe, socket or device"}
"""What stands where something else belongs."""
