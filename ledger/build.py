"""From a reading to the history: every object by its id, every record with its chain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from .chain import Revisions, record_history, unplaced_changes
from .copies import spoken_by
from .events import Event, Projection, Receipt, Record, Relation, StateChange, Thread, UnknownPayload
from .history import Conflict, ConflictKind, History, Misplacement, RecordHistory, Unplaced
from .instants import instant
from .reading import Reading
from .settlement import judge_settlements, settle

_event_id = attrgetter("event_id")


def build_history(reading: Reading) -> History:
    """The ledger's history as the protocol reads it. Nothing in it depends on the order of files."""
    ordered = sorted(reading.events, key=_event_id)
    events = dict(zip(map(_event_id, ordered), ordered, strict=True))
    by_payload: dict[type, list[Event]] = {}
    for event, kind in zip(ordered, [type(event.payload) for event in ordered], strict=True):
        if kind in by_payload:
            by_payload[kind].append(event)
        else:
            by_payload[kind] = [event]

    def holding(payload: type) -> Sequence[Event]:
        return by_payload.get(payload, ())

    revisions = Revisions.of(holding(Record), holding(StateChange), reading.divergent)
    records = {record_id: record_history(revisions, record_id) for record_id in sorted(revisions.creations)}
    unplaced = unplaced_changes(
        revisions,
        events,
        frozenset(item.event_id for item in reading.uninterpreted if item.event_id),
        frozenset(item.record_id for item in reading.uninterpreted if item.record_id),
    )
    records |= _circular(records, unplaced)
    relations = sorted(holding(Relation), key=attrgetter("payload.relation_id"))  # and those alike by event id
    judgements = judge_settlements(records, relations, reading.divergent)
    return History(
        events=events,
        records=settle(records, judgements) if judgements else records,
        relations=relations,
        threads=_threads(holding(Thread)),
        projections=_grouped(attrgetter("payload.projection_id"), holding(Projection)),
        receipts=_grouped(attrgetter("payload.receipt_id"), holding(Receipt)),
        unknown=holding(UnknownPayload),
        unplaced=unplaced,
        settlements=[item.settlement for item in judgements if item.settlement is not None],
        judgements=judgements,
        by_payload=by_payload,
    )


def history_of_versions(events: Mapping[str, Sequence[Event]]) -> History:
    """The history of these events alone, of which several versions are given where copies differ, by event id."""
    given = [versions for versions in events.values() if versions]
    return build_history(
        Reading(
            events=[spoken_by(versions) or versions[0] for versions in given],
            problems=(),
            uninterpreted=(),
            copies={},
            divergent={versions[0].event_id: tuple(versions) for versions in given if len(versions) > 1},
            files=0,
            stores=(),
        )
    )


def _grouped(key_of: Callable[[Any], str], events: Iterable[Event]) -> dict[str, tuple[Event, ...]]:
    groups: dict[str, list[Event]] = {}
    for event in events:
        groups.setdefault(key_of(event), []).append(event)
    return {key: tuple(groups[key]) for key in sorted(groups)}


def _threads(events: Iterable[Event]) -> dict[str, tuple[Event, ...]]:
    """Events of each thread, oldest statement first: the last one holds its scope as it is now."""
    return {
        thread_id: found if len(found) == 1 else tuple(sorted(found, key=_statement_order))
        for thread_id, found in _grouped(attrgetter("payload.thread_id"), events).items()
    }


def _statement_order(event: Event) -> tuple[object, ...]:
    payload = event.payload
    if not isinstance(payload, Thread):
        raise TypeError("not a thread event")
    return (instant(payload.updated_at), instant(event.occurred_at), event.event_id)


def _circular(records: dict[str, RecordHistory], unplaced: Iterable[Unplaced]) -> dict[str, RecordHistory]:
    """The records some of whose changes are their own ancestors, contested for that."""
    circular = (item.event for item in unplaced if item.why is Misplacement.CYCLE)
    groups = _grouped(attrgetter("payload.record_id"), circular)
    contested = {}
    for record_id, found in groups.items():
        history = records.get(record_id)
        if history is not None:
            message = f"record {record_id} has {len(found)} state changes that are their own ancestors"
            conflict = Conflict(ConflictKind.CYCLE, record_id, message, versions=found)
            conflicts = (*history.conflicts, conflict)
            contested[record_id] = replace(history, conflict=conflicts[0], conflicts=conflicts)
    return contested
