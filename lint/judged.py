"""The records that rules about staleness judge, asked from their creations: nearly all of these need no second look."""

from __future__ import annotations

from ..ledger.events import Event, Record
from ..ledger.history import History, RecordHistory
from .disputes import in_dispute


def judged(history: History, creation: Event) -> RecordHistory | None:
    """The record that this event created, if it is in force and not in dispute.

    What is over was dealt with. What is in dispute is a finding of its own (FP301, FP303, FP401), and nothing that is
    said of it can be mended before that one.
    """
    payload = creation.payload
    found = history.records.get(payload.record_id) if isinstance(payload, Record) else None
    if found is None or found.creation.event_id != creation.event_id or not found.in_force or in_dispute(found):
        return None
    return found
