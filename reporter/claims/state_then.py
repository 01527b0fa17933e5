"""The state of a record as a subject had it: from the events of one tree alone, or from all up to a moment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from ...ledger.build import history_of_versions
from ...ledger.copies import record_of
from ...ledger.events import Event, Record, Relation, Scope, StateChange
from ...ledger.history import History
from ...ledger.instants import Instant, instant
from ...ledger.matching import Areas
from ...repository.source import Origin, StoreName
from .claim import UNKNOWN
from .facts import TreeThen
from .revision_index import RevisionIndex


@dataclass(frozen=True, slots=True)
class Then:
    """A record at another moment: its state, and the scope of its creation, or of every creation if none is chosen."""

    state: str
    scopes: tuple[Scope, ...] = ()


NOBODY_KNOWS = Then(UNKNOWN)


class LedgerThen(ABC):
    """The part of a ledger that was there at another moment. ``areas`` are those of the config it goes with.

    A chain without branches, holes and rival copies is read up to the first revision that was not there. Only the
    other records (``apart``) are interpreted anew, all together, from the events that were there.
    """

    def __init__(self, index: RevisionIndex, areas: Areas) -> None:
        self.index = index
        self.areas = areas
        self.apart = index.apart
        self._known: dict[tuple[str, int], Then] = {}

    @abstractmethod
    def holds(self, event: Event) -> bool:
        """True if an event that nothing disputes was there."""

    @abstractmethod
    def _kept(self, versions: Sequence[Event]) -> Sequence[Event]:
        """Those of the versions of one event that were there."""

    def _only_here(self) -> Sequence[Event]:
        """Events that were there and that the index does not have, or has with another content."""
        return ()

    def unreadable(self, record_id: str) -> bool:
        """True if an event about the record was there that cannot be interpreted."""
        del record_id
        return False

    def then(self, record_id: str) -> Then:
        """The record at that moment; its state is unknown where it was not there, or cannot be told."""
        if record_id in self.apart:
            return self._chained(record_id)
        record = self.index.history.records.get(record_id)
        if record is None:
            return NOBODY_KNOWS
        made = record.record
        status = made.status
        if len(record.revisions) > 1:
            for event in record.revisions[1:]:
                if not self.holds(event):
                    break
                status = event.payload.status or status  # type: ignore[union-attr]  # changes follow a creation
        key = (status, id(made.scope))  # the scopes of what was read are there as long as the history
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Then(status, (made.scope,))
        return found

    def _chained(self, record_id: str) -> Then:
        record = self._again.records.get(record_id)
        if record is None or self.unreadable(record_id):
            return NOBODY_KNOWS
        return Then(record.state, tuple(dict.fromkeys(standing.scope for standing in record.standings)))

    @cached_property
    def _again(self) -> History:
        """The records apart, built as the whole ledger is, with the relations that settlements rest on."""
        found: dict[str, list[Event]] = {}
        for version in self._versions_apart():
            alike = found.setdefault(version.event_id, [])
            if all(known.origin != version.origin for known in alike):
                alike.append(version)
        kept = {event_id: self._kept(versions) for event_id, versions in found.items()}
        for event in self._only_here():
            if isinstance(event.payload, (Record, StateChange, Relation)):
                kept[event.event_id] = (event,)
        return history_of_versions(kept)

    def _versions_apart(self) -> Iterator[Event]:
        for record_id in sorted(self.apart):
            for versions in self.index.versions(record_id).values():
                yield from versions
        for event in self.index.superseding:
            if isinstance(event.payload, Relation) and event.payload.source.id in self.apart:
                yield event


class UpTo(LedgerThen):
    """Every event of every store that is dated not after a moment."""

    def __init__(self, index: RevisionIndex, areas: Areas, time: Instant) -> None:
        super().__init__(index, areas)
        self.time = time
        text = time.text
        self._second = text[:19] if text[10:11] == "T" else ""  # an offset can move a year out of four digits

    def holds(self, event: Event) -> bool:  # noqa: D102  # as declared
        seconds = self.seconds_after(event)
        return seconds < 0 or (seconds == 0 and instant(event.occurred_at) <= self.time)

    def seconds_after(self, event: Event) -> int:
        """Whether an event is dated in a second before the moment's own (below 0), in it (0), or in a later one."""
        written = event.occurred_at
        if self._second and written[-1] == "Z":  # times in UTC sort as they are written
            return (written[:19] > self._second) - (written[:19] < self._second)
        return instant(written).seconds - self.time.seconds

    def _kept(self, versions: Sequence[Event]) -> Sequence[Event]:
        return [version for version in versions if self.holds(version)]


class InTree(LedgerThen):
    """The events of one tree alone."""

    def __init__(self, index: RevisionIndex, tree: TreeThen) -> None:
        super().__init__(index, tree.areas)
        self.tree = tree
        self._changed: dict[str, list[Event]] = {}
        self._unreadable: set[str] = set()
        for event_id in sorted(tree.altered):
            here = tree.altered[event_id]
            read = index.divergent.get(event_id) or filter(None, [index.history.events.get(event_id)])
            about = {record_of(version) for version in read}
            if here is None:
                self._unreadable.update(record_id for record_id in about if record_id)
            else:
                about.add(record_of(here))
            for record_id in about:
                if record_id:
                    self._changed.setdefault(record_id, []).extend([here] if here is not None else [])
        self.apart |= self._changed.keys()

    @property
    def only_here(self) -> Sequence[str]:
        """The records that this tree creates, as far as its own files differ from what was read; sorted."""
        return sorted(record_id for record_id in self._changed if any(self._made_here(record_id)))

    @property
    def doubted(self) -> Set[str]:
        """The records of which more must be looked at than the one creation that was read."""
        return self.apart | self._unreadable

    def creation(self, record_id: str, creations: Sequence[Event]) -> str | None:
        """The id of the event in the tree that creates the record; the least of several. None if there is none."""
        if record_id not in self.apart:
            # One event creates it, if any was read, and nothing of it here differs from what was read.
            event_id = creations[0].event_id if creations else None
            return event_id if event_id in self.tree.present else None
        found = {event.event_id for event in creations if self._says_so(event)}
        found.update(event.event_id for event in self._made_here(record_id))
        return min(found, default=None)

    def _made_here(self, record_id: str) -> Iterator[Event]:
        for event in self._changed.get(record_id, ()):
            if isinstance(event.payload, Record) and event.payload.record_id == record_id:
                yield event

    def _says_so(self, event: Event) -> bool:
        return bool(self._kept([event])) and event in self._tracked(self.index.divergent.get(event.event_id, (event,)))

    def holds(self, event: Event) -> bool:  # noqa: D102  # as declared
        return event.event_id in self.tree.present

    def _kept(self, versions: Sequence[Event]) -> Sequence[Event]:
        event_id = versions[0].event_id
        if event_id not in self.tree.present or event_id in self.tree.altered:
            return ()
        return [_tracked_version(version) for version in self._tracked(versions)]

    def _tracked(self, versions: Sequence[Event]) -> Sequence[Event]:
        """The tracked versions, of which the tree holds a copy; all of them where only other stores gave the event."""
        return [version for version in versions if version.origin.store is StoreName.LEDGER] or versions

    def _only_here(self) -> Sequence[Event]:
        return [_tracked_version(event) for event in self.tree.altered.values() if event is not None]

    def unreadable(self, record_id: str) -> bool:  # noqa: D102  # as declared
        return record_id in self._unreadable


def _tracked_version(event: Event) -> Event:
    """An event as a file of the tracked ledger: that it was read from another store too says nothing in its tree."""
    origin = event.origin
    if origin.store is StoreName.LEDGER:
        return event
    return replace(event, origin=Origin(StoreName.LEDGER, origin.path, origin.name))
