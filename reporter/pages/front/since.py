"""Since when a record has the status that it has."""

from __future__ import annotations

from ....ledger.events import Event, StateChange
from ....ledger.history import RecordHistory


def since(record: RecordHistory) -> Event:
    """The event of the chain that brought the status that the record has now."""
    found, status = record.creation, record.record.status
    for event in record.revisions[1:]:
        payload = event.payload
        if isinstance(payload, StateChange) and payload.status is not None and payload.status != status:
            found, status = event, payload.status
    return found
