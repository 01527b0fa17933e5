"""Observations that rest on one event, and how bad they are once the record is over."""

from __future__ import annotations

from ..ledger.events import Event, Record
from ..ledger.history import History
from .finding import Elsewhere, Observation, Severity


def observed(
    event: Event,
    pointer: str,
    message: str,
    *,
    record_id: str | None = None,
    detail: str = "",
    severity: Severity | None = None,
    related: tuple[Elsewhere, ...] = (),
) -> Observation:
    """What a rule saw at a place (a JSON pointer) of an event."""
    return Observation(
        message,
        origin=event.origin,
        pointer=pointer,
        event_id=event.event_id,
        record_id=record_id,
        detail=detail,
        severity=severity,
        related=related,
    )


def pointer_to(revision: Event, name: str) -> str:
    """Where a creation or a state change states a field of the record; one that it leaves out is looked for there."""
    return f"/payload/record/{name}" if isinstance(revision.payload, Record) else f"/payload/{name}"


def notice_once_over(history: History, record_id: str) -> Severity | None:
    """Notice for a record that is no longer in force (what was wrong was ended), else the rule's own severity."""
    found = history.records.get(record_id)
    return Severity.NOTICE if found is not None and not found.in_force else None
