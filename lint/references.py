"""What the stores hold, for rules that judge references: an unreadable file is a root cause of its own."""

from __future__ import annotations

from collections.abc import Iterable

from ..ledger.events import RECORD_STATE_CHANGED, Event, Relation
from ..ledger.history import History
from ..ledger.reading import Reading


def unreadable_names(reading: Reading) -> frozenset[str]:
    """Ids of the events in files that could not be interpreted, and of the records that those may create."""
    found: set[str] = set()
    for item in reading.uninterpreted:
        if item.event_id:
            found.add(item.event_id)
        if item.record_id and item.event_type != RECORD_STATE_CHANGED:
            found.add(item.record_id)
    return frozenset(found)


class KnownRecords:
    """Ids of the records that are there, or whose creation lies in a file that could not be interpreted."""

    def __init__(self, history: History, reading: Reading) -> None:
        self._records = history.records
        self._unreadable = unreadable_names(reading)

    def __contains__(self, record_id: object) -> bool:
        return record_id in self._records or record_id in self._unreadable


def record_targets(relations: Iterable[tuple[Event, Relation]]) -> dict[str, tuple[str, ...]]:
    """For each record that is the source of some of these relations between records: the ids they lead to."""
    found: dict[str, list[str]] = {}
    for _, relation in relations:
        found.setdefault(relation.source.id, []).append(relation.target.id)
    return {source: tuple(sorted(set(targets))) for source, targets in found.items()}
