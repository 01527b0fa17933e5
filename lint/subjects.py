"""Which record an event is about."""

from __future__ import annotations

from ..ledger.events import Event, Record, StateChange


def record_id_of(event: Event) -> str | None:
    """The record that an event creates or changes; None for every other event."""
    payload = event.payload
    return payload.record_id if isinstance(payload, Record | StateChange) else None
