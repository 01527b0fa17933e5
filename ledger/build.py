"""From a reading to the history: every object by its id, every record with its chain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .chain import Revisions, record_history, unplaced_changes
from .events import Event, Projection, Receipt, Relation, Thread, UnknownPayload
from .history import Conflict, ConflictKind, History, Misplacement, RecordHistory, Unplaced
from .instants import instant
from .reading import Reading
from .settlement import settle, settlements_of


def build_history(reading: Reading) -> History:
    """The ledger's history as the protocol reads it. Nothing in it depends on the order of files."""
    events = {event.event_id: event for event in sorted(reading.events, key=_by_event_id)}
    revisions = Revisions.of(events.values(), reading.divergent)
    records = {record_id: record_history(revisions, record_id) for record_id in sorted(revisions.creations)}
    unplaced = unplaced_changes(
        revisions,
        events,
        frozenset(item.event_id for item in reading.uninterpreted if item.event_id),
        frozenset(item.record_id for item in reading.uninterpreted if item.record_id),
    )
    records |= _circular(records, unplaced)
    relations = sorted(
        (event for event in events.values() if isinstance(event.payload, Relation)),
        key=lambda event: (event.payload.relation_id, event.event_id) if isinstance(event.payload, Relation) else (),
    )
    settlements = settlements_of(records.values())
    return History(
        events=events,
        records=settle(records, settlements, relations) if settlements else records,
        relations=relations,
        threads=_threads(events.values()),
        projections=_grouped(
            (event.payload.projection_id, event) for event in events.values() if isinstance(event.payload, Projection)
        ),
        receipts=_grouped(
            (event.payload.receipt_id, event) for event in events.values() if isinstance(event.payload, Receipt)
        ),
        unknown=[event for event in events.values() if isinstance(event.payload, UnknownPayload)],
        unplaced=unplaced,
        settlements=settlements,
    )


def _by_event_id(event: Event) -> str:
    return event.event_id


def _grouped(pairs: Iterable[tuple[str, Event]]) -> dict[str, tuple[Event, ...]]:
    groups: dict[str, list[Event]] = {}
    for key, event in pairs:
        groups.setdefault(key, []).append(event)
    return {key: tuple(groups[key]) for key in sorted(groups)}


def _threads(events: Iterable[Event]) -> dict[str, tuple[Event, ...]]:
    """Events of each thread, oldest statement first: the last one holds its scope as it is now."""
    groups = _grouped((event.payload.thread_id, event) for event in events if isinstance(event.payload, Thread))
    return {
        thread_id: found if len(found) == 1 else tuple(sorted(found, key=_statement_order))
        for thread_id, found in groups.items()
    }


def _statement_order(event: Event) -> tuple[object, ...]:
    payload = event.payload
    if not isinstance(payload, Thread):
        raise TypeError("not a thread event")
    return (instant(payload.updated_at), instant(event.occurred_at), event.event_id)


def _circular(records: dict[str, RecordHistory], unplaced: Iterable[Unplaced]) -> dict[str, RecordHistory]:
    """The records some of whose changes are their own ancestors, contested for that."""
    groups = _grouped(
        (item.event.payload.record_id, item.event)  # type: ignore[union-attr]
        for item in unplaced
        if item.why is Misplacement.CYCLE
    )
    contested = {}
    for record_id, found in groups.items():
        history = records.get(record_id)
        if history is not None:
            message = f"record {record_id} has {len(found)} state changes that are their own ancestors"
            conflict = Conflict(ConflictKind.CYCLE, record_id, message, versions=found)
            conflicts = (*history.conflicts, conflict)
            contested[record_id] = replace(history, conflict=conflicts[0], conflicts=conflicts)
    return contested
