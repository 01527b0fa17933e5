"""How long ago somebody last looked at a record, judged as of the time of judgement."""

from __future__ import annotations

from collections.abc import Iterator

from ..ledger.events import Record, StateChange
from ..ledger.history import RecordHistory
from ..ledger.instants import Instant, parse_instant, seconds_between

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


def curated_before(record: RecordHistory, day: str) -> bool:
    """False where the record's creation alone shows that it was curated on ``day`` (YYYY-MM-DD) or later.

    Dates are compared as written: leave a day for offsets.
    """
    return record.creation.occurred_at[:10] < day


def days_since(earlier: Instant, as_of: Instant) -> int:
    """Whole days from ``earlier`` to ``as_of``; negative where it lies ahead."""
    return seconds_between(earlier, as_of) // DAY


def _times(record: RecordHistory) -> Iterator[str | None]:
    yield record.creation.occurred_at
    yield record.record.reviewed_at
    for event in record.revisions[1:]:
        yield event.occurred_at
        if isinstance(event.payload, StateChange):
            yield event.payload.reviewed_at
    for conflict in record.conflicts:
        for branch in conflict.branches:
            for event in (branch.child, *branch.following):
                yield event.occurred_at
                if isinstance(event.payload, StateChange | Record):
                    yield event.payload.reviewed_at
