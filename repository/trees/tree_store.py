"""A few event files of a tree, as a store that is read like any other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from ..files import MAX_BYTES
from ..git import Git
from ..paths import shown
from ..source import SUFFIX, Origin, Reader, Source, StoreName, Unread


@dataclass(frozen=True, slots=True)
class TreeStore:
    """Files of the ledger folder ``path`` in some tree, by their blobs: ``blobs`` is by stem.

    A blob that is not in this clone, or is too long to be an event, is left out.
    """

    path: str
    git: Git
    blobs: Mapping[str, str]
    name: StoreName = StoreName.LEDGER

    def scan(self) -> Iterator[Source | Unread]:
        """Every file whose bytes are here, sorted by name."""
        stems = sorted(self.blobs)
        for stem, data in zip(stems, self.git.blobs((self.blobs[stem] for stem in stems), MAX_BYTES), strict=True):
            if isinstance(data, bytes):
                name = stem + SUFFIX
                yield Source(Origin(self.name, f"{shown(self.path)}/{shown(name)}", name), data)

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """What reads one of the files again."""
        with self.git.blob_reader(MAX_BYTES) as read:

            def again(name: str) -> bytes | None:
                blob = self.blobs.get(name.removesuffix(SUFFIX))
                data = read(blob) if blob is not None else None
                return data if isinstance(data, bytes) else None

            yield again
