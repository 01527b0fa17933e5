"""Which threads and projections there are, for rules about the runtime: what could not be read is unknown."""

from __future__ import annotations

from ..ledger.events import PROJECTION_CREATED, RECEIPT_RECORDED, THREAD_SCOPE_CHANGED, THREAD_STARTED
from ..ledger.reading import Reading
from ..repository.source import StoreName

_EVENT_TYPES = {
    StoreName.THREADS: (THREAD_STARTED, THREAD_SCOPE_CHANGED),
    StoreName.PROJECTIONS: (PROJECTION_CREATED,),
    StoreName.RECEIPTS: (RECEIPT_RECORDED,),
}


def all_read(reading: Reading, store: StoreName) -> bool:
    """True if a runtime was read, and every event that belongs into this store of it could be interpreted.

    Only then is something that is not there missing: it may lie in a file that could not be read.
    """
    types = _EVENT_TYPES[store]
    return reading.runtime_read and not any(
        item.origin.store is store or item.event_type in types for item in reading.uninterpreted
    )
