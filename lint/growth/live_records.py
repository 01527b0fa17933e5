"""Records that were never more than live, and what of them lies in the tracked ledger (rules FP308, FP312)."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event, Record, StateChange
from ...ledger.history import History
from ...ledger.reading import Reading
from ...repository.source import Origin, StoreName

LIVE = "live"
_REVISION = (Record, StateChange)  # a union would be made anew each time it is asked for


def live_in_ledger(history: History, reading: Reading) -> Iterator[tuple[Event, Origin, str]]:
    """Every tracked event of a record that is only live, with the file and the record id, by event id.

    A record that a tracked event makes a candidate or durable, as the reference client's ``promote`` does, has to
    have its creation in the tracked ledger, live as it was: without it that event is an orphan in every clone. A
    record that nobody created is not judged.
    """
    created_live = {
        event.payload.record_id
        for event in history.events_of(Record)
        if isinstance(event.payload, Record) and event.payload.durability == LIVE
    }
    if not created_live:
        return
    tracked: list[tuple[Event, Origin, str]] = []
    more: set[str] = set()
    for payload_type in (Record, StateChange):
        for event in history.events_of(payload_type):
            payload = event.payload
            if not isinstance(payload, _REVISION) or payload.record_id not in created_live:
                continue
            files = tracked_files(event, reading)
            if files and payload.durability not in (None, LIVE):
                more.add(payload.record_id)
            tracked += [(event, origin, payload.record_id) for origin in files]
    yield from (each for each in tracked if each[2] not in more)


def tracked_files(event: Event, reading: Reading) -> list[Origin]:
    """The files of the tracked ledger that hold an event, by path."""
    origins = reading.copies.get(event.event_id) or (event.origin,)
    return [origin for origin in origins if origin.store is StoreName.LEDGER]
