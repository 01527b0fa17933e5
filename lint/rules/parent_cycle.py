"""FP404: a state change is its own ancestor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...ledger.events import Event, StateChange
from ...ledger.history import Misplacement
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Rule

MOST_PLACES = 10  # of one cycle that a finding names beside its own


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each cycle, at its event of the least id."""
    circular = {
        item.event.event_id: item.event for item in examination.history.unplaced if item.why is Misplacement.CYCLE
    }
    seen: set[str] = set()
    for event_id in sorted(circular):
        if event_id not in seen:
            around = _around(event_id, circular)
            seen.update(event.event_id for event in around)
            yield _observation(around)


def _around(event_id: str, circular: Mapping[str, Event]) -> list[Event]:
    """The events of a cycle from this one on, each followed by the one it extends."""
    around: list[Event] = []
    following = event_id
    while following != event_id or not around:
        around.append(circular[following])
        following = circular[following].parent_event_id or ""
    return around


def _observation(around: Sequence[Event]) -> Observation:
    event, others = around[0], around[1:]
    change = event.payload
    if others:
        message = (
            f"this change is its own ancestor: it is one of {len(around):,} on a cycle, and extends "
            f"{others[0].event_id}; no chain reaches them, so they have no effect"
        )
    else:
        message = "this change names itself as its parent; no chain reaches it, so it has no effect"
    return observed(
        event,
        "/parent_event_id",
        message,
        record_id=change.record_id if isinstance(change, StateChange) else None,
        related=tuple(_others(others)),
    )


def _others(others: Sequence[Event]) -> Iterator[Elsewhere]:
    more = len(others) - MOST_PLACES
    for number, event in enumerate(others[:MOST_PLACES], 1):
        rest = f", and {more:,} more" if number == MOST_PLACES and more > 0 else ""
        message = f"{event.event_id} on the same cycle extends {event.parent_event_id}{rest}"
        yield Elsewhere(event.origin, message, "/parent_event_id")


RULE = Rule(
    code="FP404",
    name="parent-cycle",
    severity=Severity.ERROR,
    summary="A state change is, by its parents, its own ancestor.",
    why="""\
        An event can only extend what was there before it. A cycle cannot come from honest writing: it is made by hand
        or by a broken script. No chain from the creation reaches it, so what these events say never takes effect,
        while a reader that follows parents without care never comes to an end.""",
    fix="""\
        Write what was meant as one new `record.state_changed` whose parent is the record's last revision
        (`fingerpost show REC` prints it). A contested record takes no further change, which would only add a
        competitor: settle its fork instead (FP401).

        The circular events stay where they are and have no effect: accept it in `fingerpost.toml` with a
        `[[suppressions]]` table: `rule = "FP404"`, the event that the finding is shown at as `event`, and the
        `reason`, which names the new event.""",
    bad="""\
        evt_B  record.state_changed  parent_event_id: evt_C
        evt_C  record.state_changed  parent_event_id: evt_B""",
    good="""\
        evt_A  record.created
        evt_B  record.state_changed  parent_event_id: evt_A
        evt_C  record.state_changed  parent_event_id: evt_B""",
    check=check,
)
