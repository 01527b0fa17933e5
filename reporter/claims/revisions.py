"""The revisions of a record, and which of them a receipt lists."""

from __future__ import annotations

from itertools import chain

from ...ledger.events import Event, Receipt
from ...ledger.history import RecordHistory


def revisions(history: RecordHistory) -> tuple[Event, ...]:
    """Every event of a record's chain, each once: to the head or the fork, then the branches, then other versions."""
    found: dict[str, Event] = {event.event_id: event for event in history.revisions}
    for conflict in history.conflicts:
        for event in chain(*(branch.events for branch in conflict.branches), conflict.versions):
            found.setdefault(event.event_id, event)
    return tuple(found.values())


def listed_revisions(history: RecordHistory | None, receipt: Receipt) -> tuple[str, ...]:
    """The event ids of this record's revisions that a receipt lists, in the order of the chain.

    A receipt counts for a record only where it lists the record and a revision of it (contract, *Claims*); of a
    record that nobody created no revision is known.
    """
    if history is None or history.record_id not in receipt.record_ids:
        return ()
    listed = frozenset(receipt.event_ids)
    return tuple(event.event_id for event in revisions(history) if event.event_id in listed)
