"""Settlements: new direction by a person that closes a fork (contract, *Settling a fork*).

:func:`judge_settlements` alone decides which of them take effect; whoever wants to know reads its judgements.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..repository.source import StoreName
from .copies import spoken_by
from .events import Event, Relation
from .history import Conflict, ConflictKind, Judgement, RecordHistory, Settlement, Uncovered
from .trust import rank

SETTLES = "fingerpost.settles"

_Fork = tuple[str, str]
_Pairs = Collection[tuple[str, str]]


def judge_settlements(
    records: Mapping[str, RecordHistory], relations: Iterable[Event], divergent: Mapping[str, Sequence[Event]]
) -> list[Judgement]:
    """Every record that has the extension ``fingerpost.settles``, by record id, and whether it covers its fork.

    A settlement covers exactly the competitors it names, once each. One that a later settlement of the same fork
    supersedes does not count any more, whether or not a state change ended it too. Of two that both cover one fork
    neither counts. ``divergent`` has the versions of each event that has several.
    """
    stating = [found for found in records.values() if found.text_known and SETTLES in found.record.extensions]
    if not stating:
        return []
    given = [_read(found) for found in stating]
    judge = _Judge(records, _tracked_supersedes(relations, divergent))
    replaced = judge.replaced([item.settlement for item in given if item.settlement is not None])
    judged = [replace(item, why_not=tuple(judge.against(item, replaced))) for item in given]
    covering: dict[_Fork, list[str]] = {}
    for item in judged:
        if item.settlement is not None and item.covers:
            covering.setdefault(_fork_of(item.settlement), []).append(item.settlement_record_id)
    rivals = {record_id for by in covering.values() if len(by) > 1 for record_id in by}
    return [
        replace(item, why_not=(Uncovered.NOT_ALONE,)) if item.settlement_record_id in rivals else item
        for item in judged
    ]


def settle(records: Mapping[str, RecordHistory], judgements: Iterable[Judgement]) -> dict[str, RecordHistory]:
    """The records, with every fork that a settlement covers marked as settled by it."""
    result = dict(records)
    for item in judgements:
        if item.settlement is None or not item.covers:
            continue
        history = records[item.settlement.record_id]
        fork = fork_under(history, item.settlement.parent_event_id)
        if fork is not None:
            settled = replace(fork, settled_by=item.settlement_record_id)
            others = tuple(conflict for conflict in history.conflicts if conflict is not fork)
            # Another kind of conflict beside the fork is not settled by it, and then leads.
            conflict = others[0] if others else settled
            result[history.record_id] = replace(history, conflict=conflict, conflicts=(settled, *others))
    return result


def fork_under(history: RecordHistory, parent_event_id: str) -> Conflict | None:
    """The record's fork under this parent, if there is one."""
    for conflict in history.conflicts:
        if conflict.kind is ConflictKind.COMPETING_CHILDREN and conflict.parent_event_id == parent_event_id:
            return conflict
    return None


def _fork_of(settlement: Settlement) -> _Fork:
    return (settlement.record_id, settlement.parent_event_id)


def _read(history: RecordHistory) -> Judgement:
    """What the extension of a record states, not yet judged."""
    value: Any = history.record.extensions[SETTLES]
    fault = _fault(value)
    if fault is not None:
        return Judgement(history.record_id, None, fault=fault)
    competitors = tuple(sorted(set(value["competing_event_ids"])))
    settlement = Settlement(
        history.record_id, value["record_id"], value["parent_event_id"], competitors, value.get("kept")
    )
    return Judgement(history.record_id, settlement)


def _fault(value: Any) -> str | None:
    """What keeps an extension from being a settlement."""
    if not isinstance(value, dict):
        return "it is no object"
    for name in ("record_id", "parent_event_id"):
        if not isinstance(value.get(name), str):
            return f"its {name} is no text"
    competitors, kept = value.get("competing_event_ids"), value.get("kept")
    if not isinstance(competitors, list) or not all(isinstance(item, str) for item in competitors):
        return "its competing_event_ids are no list of event ids"
    if kept is not None and kept not in competitors:
        return "what it keeps is none of the competing_event_ids"
    return None


def _tracked_supersedes(relations: Iterable[Event], divergent: Mapping[str, Sequence[Event]]) -> _Pairs:
    pairs = set()
    for event in relations:
        relation = event.payload
        if (
            isinstance(relation, Relation)
            and relation.type == "supersedes"
            and event.origin.store is StoreName.LEDGER
            and relation.source.kind == relation.target.kind == "record"
            and (event.event_id not in divergent or spoken_by(divergent[event.event_id]) is not None)
        ):
            pairs.add((relation.source.id, relation.target.id))
    return pairs


@dataclass(frozen=True, slots=True)
class _Judge:
    records: Mapping[str, RecordHistory]
    superseding: _Pairs

    def against(self, item: Judgement, replaced: Collection[str]) -> Iterator[Uncovered]:
        """Everything that keeps a settlement, taken alone, from covering its fork."""
        settling = self.records[item.settlement_record_id]
        if not settling.in_force and not settling.contested:
            yield Uncovered.NOT_IN_FORCE
        elif item.settlement is None:
            yield Uncovered.MALFORMED
        elif item.settlement_record_id in replaced:
            yield Uncovered.REPLACED
        else:
            yield from self._against_its_standing(item.settlement)
            contested = self.records.get(item.settlement.record_id)
            fork = fork_under(contested, item.settlement.parent_event_id) if contested is not None else None
            if fork is None:
                yield Uncovered.NO_FORK
            elif fork.competing_event_ids != item.settlement.competing_event_ids:
                yield Uncovered.OTHER_COMPETITORS

    def _against_its_standing(self, item: Settlement) -> Iterator[Uncovered]:
        """What keeps a settlement from settling anything, whatever branches there are."""
        settling, contested = self.records[item.settlement_record_id], self.records.get(item.record_id)
        if settling.contested:
            yield Uncovered.CONTESTED
        if settling.creation.origin.store is not StoreName.LEDGER:
            yield Uncovered.NOT_TRACKED
        if (item.settlement_record_id, item.record_id) not in self.superseding:
            yield Uncovered.NO_RELATION
        if contested is not None and rank(settling.creation.trust.level) < rank(contested.creation.trust.level):
            yield Uncovered.WEAK_CLAIM

    def replaced(self, settlements: Iterable[Settlement]) -> frozenset[str]:
        """The settlements that a later one of the same fork supersedes, directly or through others between them.

        Only one that could settle something itself replaces another. In a circle of relations none is the later.
        """
        groups: dict[_Fork, list[Settlement]] = {}
        for item in settlements:
            groups.setdefault(_fork_of(item), []).append(item)
        found: set[str] = set()
        for group in groups.values():
            if len(group) > 1:
                ids = frozenset(item.settlement_record_id for item in group)
                reached = {record_id: self._reached(record_id, ids) for record_id in ids}
                for item in group:
                    later = item.settlement_record_id
                    if self.records[later].in_force and not any(self._against_its_standing(item)):
                        found |= {earlier for earlier in reached[later] if later not in reached[earlier]}
        return frozenset(found)

    def _reached(self, start: str, ids: frozenset[str]) -> frozenset[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            source = waiting.pop()
            for target in ids:
                if target not in seen and target != source and (source, target) in self.superseding:
                    seen.add(target)
                    waiting.append(target)
        return frozenset(seen)
