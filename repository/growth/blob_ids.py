"""The ids that git gives to the bytes of files, computed where the bytes are read anyway."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from ..source import Reader, Source, Store, StoreName, Unread

_DIGESTS = {"sha1": hashlib.sha1, "sha256": hashlib.sha256}
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_CHUNK = 1 << 16

BlobId = Callable[[bytes], str]
"""Gives the id, in hex, of a blob with these bytes."""


def blob_id_of(object_format: str) -> BlobId:
    """What names blobs in a repository of this object format, ``sha1`` or ``sha256`` (gitformat-pack, *Object IDs*).

    It costs 1 to 2 µs for the bytes of an event.
    """
    digest = _DIGESTS[object_format]

    def blob_id(data: bytes) -> str:
        return digest(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest()

    return blob_id


def blob_id_of_file(object_format: str, path: bytes) -> str:
    """The id of the bytes of a regular file of any length, in parts; empty where it cannot be read."""
    try:
        with os.fdopen(os.open(path, _FLAGS), "rb") as file:
            digest = _DIGESTS[object_format](b"blob %d\0" % os.fstat(file.fileno()).st_size, usedforsecurity=False)
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
            return digest.hexdigest()
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class NotingStore:
    """A store that notes the blob id of each file in ``ids``, by file name, while it is scanned."""

    store: Store
    blob_id: BlobId
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> StoreName:
        """The place of the store behind."""
        return self.store.name

    @property
    def path(self) -> str:
        """The folder of the store behind."""
        return self.store.path

    def scan(self) -> Iterator[Source | Unread]:
        """Every entry of the store behind, as it gives them."""
        ids, blob_id = self.ids, self.blob_id
        for entry in self.store.scan():
            if isinstance(entry, Source):
                ids[entry.origin.name] = blob_id(entry.data)
            yield entry

    def reader(self) -> AbstractContextManager[Reader]:
        """The reader of the store behind."""
        return self.store.reader()
