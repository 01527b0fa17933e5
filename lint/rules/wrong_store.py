"""FP313 wrong-store: an event lies in a store that is not for it."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import (
    PROJECTION_CREATED,
    RECEIPT_RECORDED,
    RECORD_CREATED,
    RECORD_STATE_CHANGED,
    RELATION_CREATED,
    THREAD_SCOPE_CHANGED,
    THREAD_STARTED,
    Event,
)
from ...repository.source import Origin, StoreName
from ..finding import Observation, Severity
from ..rule import Examination, Reach, Rule

_RUNTIME = {
    "thread": StoreName.THREADS,
    "projection": StoreName.PROJECTIONS,
    "receipt": StoreName.RECEIPTS,
}
# The stores that are for a kind of event, and the ledger, which is not judged here. Unknown types have no place.
_RECORDS = (StoreName.LEDGER, StoreName.ACTIVE, StoreName.SHARED)
_PLACES: dict[str, tuple[StoreName, ...]] = {
    **dict.fromkeys((RECORD_CREATED, RECORD_STATE_CHANGED, RELATION_CREATED), _RECORDS),
    **dict.fromkeys((THREAD_STARTED, THREAD_SCOPE_CHANGED), (StoreName.LEDGER, StoreName.THREADS)),
    PROJECTION_CREATED: (StoreName.LEDGER, StoreName.PROJECTIONS),
    RECEIPT_RECORDED: (StoreName.LEDGER, StoreName.RECEIPTS),
}


def check(examination: Examination) -> Iterator[Observation]:
    """One observation a misplaced file; files of the tracked ledger are not judged here."""
    copies = examination.reading.copies
    for store in StoreName:
        misplaced = {each for each in examination.types_in(store) if store not in _PLACES.get(each, StoreName)}
        for event in examination.reading.events_in(store) if misplaced else ():
            if event.event_type in misplaced and event.event_id not in copies:
                yield _observation(event, event.origin)
    for event_id, origins in copies.items():
        event = examination.history.events[event_id]
        for origin in origins:
            if origin.store not in _PLACES.get(event.event_type, StoreName):
                yield _observation(event, origin)


def _observation(event: Event, origin: Origin) -> Observation:
    home = _RUNTIME.get(event.event_type.partition(".")[0])
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
    fix="""\
        Move the file, bytes unchanged, to the folder for its type below the same `.git`: `fabric/events` for
        records, their changes and relations, `fabric/runtime/threads`, `projections` or `receipts` for the rest.
        None of these stores is tracked by git, so nothing of the committed history changes. If an equal copy is
        there already, remove this one.""",
    bad='git-common:fabric/runtime/threads/evt_0196….json: "event_type": "record.created"',
    good='git-common:fabric/events/evt_0196….json: "event_type": "record.created"',
    check=check,
    reach=Reach.PART,
)
