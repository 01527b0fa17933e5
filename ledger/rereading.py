"""Reading a file of a store again: for a line to point at, the raw text of a page, a copy to compare."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from types import TracebackType

from ..repository.source import Origin, Reader, Store, StoreName
from .positions import position


class Rereading:
    """Opens each store at most once, when it is first needed, and closes them all at the end of a ``with``.

    Events keep no bytes: of a hundred thousand files only those few that something is said about are read twice.
    """

    def __init__(self, stores: Iterable[Store]) -> None:
        self._stores: dict[StoreName, Store] = {store.name: store for store in stores}
        self._readers: dict[StoreName, Reader] = {}
        self._opened = ExitStack()
        self._last: tuple[Origin, bytes | None] | None = None

    def __enter__(self) -> Rereading:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._readers.clear()
        self._last = None
        self._opened.close()

    def add(self, store: Store) -> None:
        """Make one more store known."""
        self._stores[store.name] = store

    def bytes_of(self, origin: Origin) -> bytes | None:
        """The bytes of an event file, or None where it can no longer be read.

        The last ones are kept: one file may have thousands of findings.
        """
        if self._last is not None and self._last[0] is origin:
            return self._last[1]
        read = self._readers.get(origin.store)
        if read is None:
            store = self._stores.get(origin.store)
            if store is None:
                return None
            read = self._readers[origin.store] = self._opened.enter_context(store.reader())
        data = read(origin.name)
        self._last = origin, data
        return data

    def locate(self, origin: Origin, pointer: str) -> tuple[int, int] | None:
        """Line and column, from 1, of what a JSON pointer names in an event file; None where it cannot be read."""
        data = self.bytes_of(origin)
        return position(data, pointer) if data is not None else None
