"""FP303 record-created-twice: two events create one record."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event, Record
from ..finding import Elsewhere, Observation, Severity
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation a record, at the creation with the lowest event id: to point at, not because it holds."""
    first: dict[str, Event] = {}
    again: dict[str, list[Event]] = {}
    for event in examination.events_of(Record):
        if isinstance(event.payload, Record):
            record_id = event.payload.record_id
            if first.setdefault(record_id, event) is not event:
                again.setdefault(record_id, [first[record_id]]).append(event)
    pointer = "/payload/record/record_id"
    for record_id in sorted(again):
        creations = sorted(again[record_id], key=lambda event: event.event_id)
        ids = [event.event_id for event in creations]
        yield Observation(
            f"{record_id} is created {len(ids)} times: by {', '.join(ids[:-1])} and {ids[-1]}; neither is chosen",
            creations[0].origin,
            pointer,
            creations[0].event_id,
            record_id,
            detail=" ".join(ids),
            related=tuple(
                Elsewhere(event.origin, f"created here too, by {event.event_id}", pointer) for event in creations[1:]
            ),
        )


RULE = Rule(
    code="FP303",
    name="record-created-twice",
    severity=Severity.ERROR,
    summary="Two events create one record.",
    why=(
        "A record is created once; its later states are changes along its chain. With two creations there are two "
        "texts and two beginnings, and nothing in the protocol says which one holds: not the earlier time, not "
        "the stronger claim. The record is contested and gives no direction until that is settled by people."
    ),
    fix=(
        "Both events stay. Write the direction that holds as a new record with an id of its own, link it to this "
        "one with `supersedes`, and accept the finding with a suppression whose reason names the new record. Let "
        "the writing tool draw a fresh UUIDv7 for every record."
    ),
    bad=(
        'evt_0196a3c2-….json: {"record": {"record_id": "rec_0196a3c2-…", "text": "Round at the total."}}\n'
        'evt_0196b771-….json: {"record": {"record_id": "rec_0196a3c2-…", "text": "Round each line."}}'
    ),
    good=(
        'evt_0196a3c2-….json: {"record": {"record_id": "rec_0196a3c2-…", "text": "Round at the total."}}\n'
        'evt_0196b771-….json: {"record": {"record_id": "rec_0196b771-…", "text": "Round each line."}}'
    ),
    check=check,
)
