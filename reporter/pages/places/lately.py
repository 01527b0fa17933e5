"""What changed lately in a place, and what does not hold there any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....ledger.events import Event, Record, StateChange
from ....ledger.history import RecordHistory
from ....ledger.instants import instant
from ....ledger.wording import counted
from ..blocks import Block, Heading, Line, Paragraph, Table
from ..records import COLUMNS, latest_first, row
from ..survey import Survey
from ..words import claim_of, record_ref, when

MOST_CHANGES = 8
MOST_PAST = 50


def lately_changed(survey: Survey, record_ids: Iterable[str]) -> Iterator[Block]:
    """The latest changes of some records, newest first."""
    events = [
        event
        for record_id in sorted(set(record_ids))
        for event in survey.history.records[record_id].walked()
        if isinstance(event.payload, Record | StateChange)
    ]
    if not events:
        return
    unique = {event.event_id: event for event in events}
    latest = sorted(unique.values(), key=lambda event: event.event_id)
    latest.sort(key=lambda event: instant(event.occurred_at), reverse=True)
    yield Heading("Changed lately", searched=False)
    if len(latest) > MOST_CHANGES:
        yield Paragraph((f"The latest {MOST_CHANGES} of {counted(len(latest), 'change')}.",), "muted")
    yield Table(
        ("When", "What", "Record", "On the word of"), tuple(_row(survey, event) for event in latest[:MOST_CHANGES])
    )


def _row(survey: Survey, event: Event) -> tuple[Line, ...]:
    payload = event.payload
    assert isinstance(payload, Record | StateChange)
    return (
        (when(event.occurred_at),),
        (_what(payload),),
        (record_ref(survey, payload.record_id),),
        claim_of(event),
    )


def _what(payload: Record | StateChange) -> str:
    if isinstance(payload, Record):
        return "created"
    words = [word for word in (payload.status, payload.durability) if word is not None]
    return ", ".join(words) or ("reviewed" if payload.reviewed_at else "neither status nor durability")


def no_longer(survey: Survey, records: Iterable[RecordHistory]) -> Iterator[Block]:
    """Those of some records that guide nothing now, the latest first: rejected, expired, settled, answered."""
    past = latest_first(record for record in records if record.record_id not in survey.directions.active)
    if not past:
        return
    yield Heading("Not in force", searched=False)
    if len(past) > MOST_PAST:
        yield Paragraph((f"Showing {MOST_PAST} of {len(past):,}, the latest.",), "muted")
    yield Table(COLUMNS, tuple(row(survey, record) for record in past[:MOST_PAST]))
