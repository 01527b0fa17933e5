"""Challenges that nothing has answered, and the records that they challenge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .challenges import CHALLENGE, target_record
from .events import Record, Relation
from .history import History, RecordHistory
from .selection import answered_challenges


def open_challenges(history: History) -> Mapping[str, tuple[str, ...]]:
    """Every challenge that is open or in dispute and that no resolution names, with the records it challenges.

    By the challenge's record id, sorted, as are the records. What is challenged is named by the extension that the
    reference client writes, or by a ``challenges`` relation; it may be nothing that is known here, or none at all.
    """
    answered = answered_challenges(history)
    found = {
        record.record_id: set(_named(record))
        for record in history.records.values()
        if record.record_id not in answered and _is_open_challenge(record)
    }
    if found:
        for event in history.relations:
            relation = event.payload
            if isinstance(relation, Relation) and relation.type == "challenges":
                source, target = relation.source, relation.target
                if source.kind == target.kind == "record" and source.id in found:
                    found[source.id].add(target.id)
    return {record_id: tuple(sorted(found[record_id])) for record_id in sorted(found)}


def _is_open_challenge(record: RecordHistory) -> bool:
    made = [event.payload for event in record.creations]
    if not any(isinstance(each, Record) and each.kind == CHALLENGE for each in made):
        return False
    return record.contested or (not record.settled and record.status == "open")


def _named(record: RecordHistory) -> Iterator[str]:
    for event in record.creations:
        if isinstance(event.payload, Record):
            named = target_record(event.payload)
            if named is not None:
                yield named
