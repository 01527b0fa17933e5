"""The revisions of every record, ready to be looked at as they were at some other moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from ...ledger.copies import record_of
from ...ledger.events import Event, Record
from ...ledger.history import History
from ..graph.provenance import relation_of

Versions = dict[str, list[Event]]
"""Event id -> the versions of that event, each from another file."""


class RevisionIndex:
    """One history, and what of it may have looked different at another moment than a prefix of its chains shows.

    ``divergent`` has, by event id, the copies of one event whose contents differ.
    """

    def __init__(self, history: History, divergent: Mapping[str, tuple[Event, ...]]) -> None:
        self.history = history
        self.divergent = divergent

    @cached_property
    def apart(self) -> frozenset[str]:
        """The records whose state at another moment takes more than walking their chain up to it.

        Those in a conflict, as all are that rival copies concern, and those that settle a fork or are settled. Whatever
        else may differ in a tree, such as a parent that nobody else has, its own files tell.
        """
        found = {record_id for record_id, record in self.history.records.items() if record.conflict is not None}
        found.update(item.settlement_record_id for item in self.history.judgements)
        found.update(item.record_id for item in self.history.settlements)
        return frozenset(found)

    @cached_property
    def superseding(self) -> Sequence[Event]:
        """The relation events, every version of each, by which one record supersedes another."""
        found = [event for event in self.history.relations if relation_of(event).type == "supersedes"]
        return [version for event in found for version in self.divergent.get(event.event_id, (event,))]

    @cached_property
    def _unplaced(self) -> Mapping[str, Sequence[Event]]:
        found: defaultdict[str, list[Event]] = defaultdict(list)
        for item in self.history.unplaced:
            found[record_of(item.event) or ""].append(item.event)
        return found

    @cached_property
    def _disputed(self) -> Mapping[str, Sequence[Event]]:
        """Record id -> every version of the divergent events that any version says are about it."""
        found: defaultdict[str, list[Event]] = defaultdict(list)
        for event_id in sorted(self.divergent):
            versions = self.divergent[event_id]
            for record_id in sorted({record_of(version) or "" for version in versions}):
                found[record_id].extend(versions)
        return found

    def creations(self, record_id: str) -> Sequence[Event]:
        """Every version of every event that creates the record."""
        record = self.history.records.get(record_id)
        if record is not None and record_id not in self.apart:
            return (record.creation,)
        versions = self.versions(record_id)
        return [event for found in versions.values() for event in found if isinstance(event.payload, Record)]

    def versions(self, record_id: str) -> Versions:
        """The events about a record, placed or not, each with all its versions that are about it, by event id."""
        record = self.history.records.get(record_id)
        known: list[Event] = []
        if record is not None:
            known += chain(record.walked(), *(conflict.versions for conflict in record.conflicts))
        known += self._unplaced.get(record_id, ())
        known += self._disputed.get(record_id, ())
        found: Versions = {}
        for event in sorted(known, key=lambda event: (event.event_id, event.origin.path)):
            alike = found.setdefault(event.event_id, [])
            if record_of(event) == record_id and all(known.origin != event.origin for known in alike):
                alike.append(event)
        return {event_id: versions for event_id, versions in found.items() if versions}
