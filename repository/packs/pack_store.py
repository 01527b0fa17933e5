"""The stores of a pack, read in place: nothing is unpacked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..source import Origin, Reader, Source, Store, StoreName, Unread
from ..storage import SHARED_FOLDERS
from .pack_file import Pack, PackedFile


@dataclass(frozen=True, slots=True)
class PackStore:
    """One store of a pack, shown as ``pack:fabric/…`` whatever the file is called."""

    name: StoreName
    path: str
    files: tuple[PackedFile, ...]

    def scan(self) -> Iterator[Source | Unread]:
        """Every file, sorted by name."""
        for file in sorted(self.files, key=lambda each: each.name):
            yield Source(Origin(self.name, f"{self.path}/{file.name}", file.name), file.data)

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """What gives single files again."""
        yield {file.name: file.data for file in self.files}.get


def stores_of_pack(pack: Pack, *, at_revision: bool) -> tuple[Store, ...]:
    """The stores that the pack's maker read; beside a revision not its live records, which would be later than it."""
    return tuple(
        PackStore(name, f"pack:{SHARED_FOLDERS[name]}", pack.of(name))
        for name in pack.stores
        if not (at_revision and name is StoreName.SHARED)
    )
