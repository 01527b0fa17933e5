"""Settlements: new direction by a person that closes a fork (contract, *Settling a fork*)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..repository.source import StoreName
from .events import Event, Record, Relation
from .history import Conflict, ConflictKind, RecordHistory, Settlement
from .trust import rank

SETTLES = "fingerpost.settles"


def settlements_of(records: Iterable[RecordHistory]) -> list[Settlement]:
    """Every settlement that a record states, whatever its status, by settlement record id.

    An extension of another shape states none.
    """
    found = (_settlement(history.record) for history in records)
    return sorted((item for item in found if item), key=lambda item: item.settlement_record_id)


def _settlement(record: Record) -> Settlement | None:
    value: Any = record.extensions.get(SETTLES)
    if not isinstance(value, dict):
        return None
    contested, parent, kept = value.get("record_id"), value.get("parent_event_id"), value.get("kept")
    competitors = value.get("competing_event_ids")
    if not isinstance(contested, str) or not isinstance(parent, str) or not isinstance(kept, str | None):
        return None
    if not isinstance(competitors, list) or not all(isinstance(item, str) for item in competitors):
        return None
    if kept is not None and kept not in competitors:
        return None
    return Settlement(record.record_id, contested, parent, tuple(sorted(competitors)), kept)


def settle(
    records: Mapping[str, RecordHistory], settlements: Iterable[Settlement], relations: Iterable[Event]
) -> dict[str, RecordHistory]:
    """The records, with each fork that exactly one settlement in force covers marked as settled by it.

    A settlement covers the competitors it names and no other set; two that cover one fork settle nothing, since
    choosing between them would be choosing a branch.
    """
    result = dict(records)
    covering: dict[str, list[str]] = {}
    superseding = _tracked_supersedes(relations)
    for item in settlements:
        contested = records.get(item.record_id)
        if contested is not None and _covers(item, contested, records[item.settlement_record_id], superseding):
            covering.setdefault(item.record_id, []).append(item.settlement_record_id)
    for record_id, by in covering.items():
        if len(by) == 1:
            history = records[record_id]
            conflict = replace(_fork(history), settled_by=by[0])
            others = tuple(item for item in history.conflicts if item.kind is not ConflictKind.COMPETING_CHILDREN)
            conflicts = (conflict, *others)
            # Another kind of conflict beside the fork is not settled by it, and then leads.
            result[record_id] = replace(history, conflict=others[0] if others else conflict, conflicts=conflicts)
    return result


def _fork(history: RecordHistory) -> Conflict:
    return next(item for item in history.conflicts if item.kind is ConflictKind.COMPETING_CHILDREN)


def _tracked_supersedes(relations: Iterable[Event]) -> frozenset[tuple[str, str]]:
    pairs = set()
    for event in relations:
        relation = event.payload
        if (
            isinstance(relation, Relation)
            and relation.type == "supersedes"
            and event.origin.store is StoreName.LEDGER
            and relation.source.kind == relation.target.kind == "record"
        ):
            pairs.add((relation.source.id, relation.target.id))
    return frozenset(pairs)


def _covers(
    item: Settlement, contested: RecordHistory, settling: RecordHistory, superseding: frozenset[tuple[str, str]]
) -> bool:
    fork = next((found for found in contested.conflicts if found.kind is ConflictKind.COMPETING_CHILDREN), None)
    return (
        fork is not None
        and fork.parent_event_id == item.parent_event_id
        and fork.competing_event_ids == item.competing_event_ids
        and settling.in_force
        and not settling.contested
        and settling.creation.origin.store is StoreName.LEDGER
        and (item.settlement_record_id, item.record_id) in superseding
        and rank(settling.creation.trust.level) >= rank(contested.creation.trust.level)
    )
