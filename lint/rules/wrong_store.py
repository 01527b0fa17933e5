"""FP313 wrong-store: an event lies in a store that is not for it."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import EVENT_TYPES, Event
from ...repository.source import Origin, StoreName
from ..finding import Observation, Severity
from ..rule import Examination, Rule

_RUNTIME = {
    "thread": StoreName.THREADS,
    "projection": StoreName.PROJECTIONS,
    "receipt": StoreName.RECEIPTS,
}
# The runtime store that is for a type; None for records, their changes and relations. Unknown types have no place.
_HOME = {event_type: _RUNTIME.get(event_type.partition(".")[0]) for event_type in EVENT_TYPES}


def check(examination: Examination) -> Iterator[Observation]:
    """One observation a misplaced file. The tracked ledger has rules of its own (FP308, FP309)."""
    copies = examination.reading.copies
    for event in examination.reading.events:
        if event.event_type not in _HOME:
            continue
        home = _HOME[event.event_type]
        if not _belongs(event.origin.store, home):
            yield _observation(event, event.origin, home)
        if event.event_id in copies:
            for origin in copies[event.event_id]:
                if origin != event.origin and not _belongs(origin.store, home):
                    yield _observation(event, origin, home)


def _belongs(store: StoreName, home: StoreName | None) -> bool:
    if store is StoreName.LEDGER:
        return True
    return store is home if home is not None else not store.is_runtime


def _observation(event: Event, origin: Origin, home: StoreName | None) -> Observation:
    expected = f"the runtime store of {home.value}" if home is not None else "an events folder"
    return Observation(
        f"a {event.event_type} event lies in the {origin.store.value} store; it belongs in {expected}",
        origin,
        "/event_type",
        event.event_id,
        getattr(event.payload, "record_id", None),
        detail=origin.store.value,
    )


RULE = Rule(
    code="FP313",
    name="wrong-store",
    severity=Severity.WARNING,
    summary="An event lies in a store that is not for its type, such as a record among the threads.",
    why=(
        "Clients look for each type in its own place only: a record among the threads guides nobody, and a "
        "receipt among the shared events proves no delivery. Fingerpost reads it wherever it lies, so its answers "
        "may differ from those of the client until the file is moved."
    ),
    fix=(
        "Move the file, bytes unchanged, to the folder for its type: `fabric/events` for records, their changes "
        "and relations, `fabric/runtime/threads`, `projections` or `receipts` for the rest. None of these stores "
        "is tracked by git, so nothing of the committed history changes. If an equal copy is there already, "
        "remove this one."
    ),
    bad='git-common:fabric/runtime/threads/evt_0196….json: "event_type": "record.created"',
    good='git-common:fabric/events/evt_0196….json: "event_type": "record.created"',
    check=check,
)
