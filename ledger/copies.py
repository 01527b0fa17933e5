"""Which of several differing copies of one event speaks for it (contract, *Which copy, which state*)."""

from __future__ import annotations

from collections.abc import Sequence

from ..repository.source import StoreName
from .events import Event, Record, StateChange


def spoken_by(versions: Sequence[Event]) -> Event | None:
    """The only tracked one of an event's versions: what every other clone sees. None where no copy can speak.

    Two tracked versions, or none that is tracked, leave nothing but a file's name or store to prefer one by.
    """
    tracked = [version for version in versions if version.origin.store is StoreName.LEDGER]
    return tracked[0] if len(tracked) == 1 else None


def record_of(event: Event) -> str | None:
    """The record that an event creates or changes."""
    payload = event.payload
    return payload.record_id if isinstance(payload, _REVISION) else None


_REVISION = (Record, StateChange)  # a union would be made anew each time it is asked for
