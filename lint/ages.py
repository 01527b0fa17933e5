"""How long ago somebody last looked at a record, judged as of the time of judgement."""

from __future__ import annotations

from collections.abc import Iterator

from ..ledger.events import Record, StateChange
from ..ledger.history import RecordHistory
from ..ledger.instants import Instant, parse_instant, seconds_between
from .disputes import in_dispute
from .rule import Examination

DAY = 86_400


def last_curated(record: RecordHistory) -> Instant | None:
    """The latest time of the record's creation, of any change (on a branch too), and of any stated review."""
    return max(filter(None, map(parse_instant, _latest(list(_times(record))))), default=None)


def _latest(times: list[str | None]) -> list[str]:
    """Those of some times that can be the latest: where all are in UTC the texts up to the second tell most apart."""
    given = [text for text in times if text is not None]
    if not all(text.endswith("Z") for text in given):
        return given
    second = max(text[:19] for text in given)
    return [text for text in given if text.startswith(second)]


def days_since(earlier: Instant, as_of: Instant) -> int:
    """Whole days from ``earlier`` to ``as_of``; negative where it lies ahead."""
    return seconds_between(earlier, as_of) // DAY


def overdue(examination: Examination, durability: str, days: int) -> Iterator[tuple[RecordHistory, Instant, int]]:
    """Records of one durability in force that were last curated ``days`` days ago or more: when, and how many days.

    A record in dispute (FP301, FP303, FP401) is not judged here: nobody can curate it by a state change.
    """
    as_of = examination.as_of
    # Creation alone shows most records to be young enough; a written date is at most a day off its UTC date.
    latest = as_of.plus((1 - days) * DAY).day
    for found in examination.history.records.values():
        if found.durability != durability or found.creation.occurred_at[:10] > latest:
            continue
        if found.in_force and not in_dispute(found):
            last = last_curated(found)
            if last is not None and days_since(last, as_of) >= days:
                yield found, last, days_since(last, as_of)


def _times(record: RecordHistory) -> Iterator[str | None]:
    for event in record.walked():
        yield event.occurred_at
        if isinstance(event.payload, StateChange | Record):
            yield event.payload.reviewed_at
