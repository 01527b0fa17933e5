"""Chains of one record's revisions: from the creation along the parents, to a head or to a fork.

Two children of one parent compete: the chain stops there and every branch is kept (fabric/1.0, *Lifecycle*).
Nothing here looks at times, ids or file order to prefer a branch.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from ..repository.drafts import maker
from ..repository.source import Origin
from .copies import record_of, spoken_by
from .events import Event, Record, StateChange
from .history import Branch, Conflict, ConflictKind, Misplacement, RecordHistory, Unplaced

_event_id = attrgetter("event_id")


@dataclass(slots=True)
class Revisions:
    """The revisions of a ledger, indexed for walking.

    ``divergent`` has every version of an event that has several. Of such an event the only tracked version is
    indexed; where no version can speak for it, every one is, each under the parent and the record that it names.
    ``concerned`` has, for each record that any version names, the ids of those events, sorted.

    ``children`` has the changes of a record by their parent, for the records of which that was asked: most are one
    line, and need no such index.
    """

    creations: dict[str, list[Event]]
    changes: dict[str, list[Event]]
    divergent: Mapping[str, tuple[Event, ...]]
    children: dict[str, dict[str, list[Event]]] = field(default_factory=dict)
    concerned: dict[str, list[str]] = field(default_factory=dict)
    placed: set[str] = field(default_factory=set)
    origins: dict[str, set[Origin]] = field(default_factory=dict)

    @classmethod
    def of(
        cls, creating: Iterable[Event], changing: Iterable[Event], divergent: Mapping[str, tuple[Event, ...]]
    ) -> Revisions:
        """Index creations and state changes, each in the order of event ids, by record id."""
        revisions = cls(_by_record(creating), _by_record(changing), divergent)
        if divergent:
            revisions._add_versions()
        return revisions

    def _add_versions(self) -> None:
        """What the other copies of an event say, where they count, and which records they concern."""
        overruled: dict[str, list[Event]] = {}
        for event_id in sorted(self.divergent):
            versions = self.divergent[event_id]
            undecided = spoken_by(versions) is None
            for version in versions:
                record_id = record_of(version)
                if record_id is None:
                    continue
                about = self.concerned.setdefault(record_id, [])
                if event_id not in about:
                    about.append(event_id)
                if undecided:
                    self._add(version, record_id)
                elif isinstance(version.payload, Record):
                    overruled.setdefault(record_id, []).append(version)
        for record_id, versions_of in overruled.items():
            # Only a copy that does not speak creates it: it is there all the same, and nothing of it is known.
            self.creations.setdefault(record_id, versions_of)

    def _add(self, version: Event, record_id: str) -> None:
        if isinstance(version.payload, Record):
            creations = self.creations.setdefault(record_id, [])
            if record_id not in self.origins:
                self.origins[record_id] = {known.origin for known in creations}
            if version.origin not in self.origins[record_id]:
                self.origins[record_id].add(version.origin)
                insort(creations, version, key=_event_id)
        else:
            siblings = self._by_parent(record_id).setdefault(version.parent_event_id or "", [])
            if all(known.event_id != version.event_id for known in siblings):
                insort(siblings, version, key=_event_id)

    def children_of(self, event: Event, record_id: str) -> Sequence[Event]:
        """The changes of a record that extend an event, by event id."""
        return self._by_parent(record_id).get(event.event_id, ())

    def _by_parent(self, record_id: str) -> dict[str, list[Event]]:
        found = self.children.get(record_id)
        if found is None:
            found = self.children[record_id] = {}
            for event in self.changes.get(record_id, ()):
                found.setdefault(event.parent_event_id or "", []).append(event)
        return found

    def unreached(self) -> Iterator[Event]:
        """The changes that nothing has placed, once every record with a creation was walked."""
        # Of the others with a creation, either all changes are in one line, or the walk has indexed them.
        for record_id in (self.changes.keys() - self.creations.keys()) | (self.concerned.keys() & self.changes.keys()):
            self._by_parent(record_id)
        for by_parent in self.children.values():
            for siblings in by_parent.values():
                yield from (event for event in siblings if event.event_id not in self.placed)

    def below(self, event: Event, record_id: str) -> tuple[Event, ...]:
        """Everything that hangs below an event, breadth first, siblings by event id; all of it counts as placed."""
        found: list[Event] = []
        level = [event]
        seen = {event.event_id}
        while level:
            following = []
            for parent in level:
                for child in self.children_of(parent, record_id):
                    if child.event_id not in seen:
                        seen.add(child.event_id)
                        following.append(child)
            found += following
            level = following
        self.placed |= seen
        return tuple(found)

    def branch(self, event: Event, record_id: str) -> Branch:
        """An event as the start of a branch."""
        return Branch(event, self.below(event, record_id))

    def disputed(self, event: Event) -> bool:
        """True if copies of the event differ and this one does not speak for it."""
        versions = self.divergent.get(event.event_id)
        if versions is None:
            return False
        speaker = spoken_by(versions)
        return speaker is None or speaker.origin != event.origin

    def undecided(self, event_id: str) -> bool:
        """True if copies of an event differ and none of them can speak for it."""
        versions = self.divergent.get(event_id)
        return versions is not None and spoken_by(versions) is None


def _by_record(events: Iterable[Event]) -> dict[str, list[Event]]:
    found: dict[str, list[Event]] = {}
    for event in events:
        record_id: str = event.payload.record_id  # type: ignore[union-attr]
        known = found.get(record_id)
        if known is None:
            found[record_id] = [event]
        else:
            known.append(event)
    return found


def record_history(revisions: Revisions, record_id: str) -> RecordHistory:
    """One record, walked. Marks what it reaches as placed in ``revisions``."""
    creations = revisions.creations[record_id]
    first = creations[0]
    if len(creations) == 1 and record_id not in revisions.concerned:
        changes = revisions.changes.get(record_id)
        if changes is None and isinstance(first.payload, Record):
            made = first.payload
            said = (made.status, made.durability, made.lifecycle_reason, made.reviewed_at)
            return _made(record_id, first, (first,), *said, None, True, ())
        line = _line(first, changes or ())
        if line is not None:
            return _history(line, (), text_known=True)
    ids = {event.event_id for event in creations} if len(creations) > 1 else ()
    if len(ids) > 1:
        branches = tuple(revisions.branch(event, record_id) for event in creations)
        message = f"record {record_id} was created by {len(ids)} events; none is chosen"
        twice = Conflict(ConflictKind.CREATED_TWICE, record_id, message, branches=branches, versions=tuple(creations))
        chain, conflicts, text_known = [first], [twice], False
    else:
        chain, conflicts, text_known = _walk(revisions, first, record_id)
    if record_id in revisions.concerned:
        told = {
            event.event_id
            for conflict in conflicts
            if conflict.kind is ConflictKind.DIVERGENT_COPIES
            for event in conflict.versions
        }
        conflicts += [
            _divergence(revisions, event_id, record_id)
            for event_id in revisions.concerned[record_id]
            if event_id not in told
        ]
    return _history(tuple(chain), tuple(conflicts), text_known=text_known)


def _line(first: Event, changes: Sequence[Event]) -> tuple[Event, ...] | None:
    """The chain of a record whose changes follow one another, as nearly all do; None where they do anything else."""
    if not changes:
        return (first,)
    if len(changes) == 1:
        return (first, changes[0]) if changes[0].parent_event_id == first.event_id else None
    following = {event.parent_event_id: event for event in changes}
    chain = [first]
    while (event := following.pop(chain[-1].event_id, None)) is not None:
        chain.append(event)
    return tuple(chain) if len(chain) == len(changes) + 1 else None


def _walk(revisions: Revisions, first: Event, record_id: str) -> tuple[list[Event], list[Conflict], bool]:
    """The chain, and the conflict that ends it. A copy that cannot speak for its event is never walked over."""
    chain = [first]
    revisions.placed.add(first.event_id)
    if revisions.disputed(first):
        return chain, [_divergence(revisions, first.event_id, record_id, stops=True)], False
    current = first
    while True:
        children = revisions.children_of(current, record_id)
        # A chain cannot come back to an event it has passed: each event on it has one parent, the creation none here.
        if not children:
            return chain, [], True
        if len(children) > 1:
            return chain, [_fork(revisions, current, children, record_id)], True
        current = children[0]
        if revisions.disputed(current):
            return chain, [_divergence(revisions, current.event_id, record_id, stops=True)], True
        revisions.placed.add(current.event_id)
        chain.append(current)


def _fork(revisions: Revisions, parent: Event, children: Iterable[Event], record_id: str) -> Conflict:
    """A child competes here too if only one of its copies hangs here: nobody can say which copy holds."""
    branches = tuple(revisions.branch(child, record_id) for child in children)
    competitors = tuple(branch.child.event_id for branch in branches)
    message = f"record {record_id} has {len(competitors)} competing children of {parent.event_id}"
    return Conflict(
        ConflictKind.COMPETING_CHILDREN,
        record_id,
        message,
        parent_event_id=parent.event_id,
        competing_event_ids=competitors,
        branches=branches,
    )


def _divergence(revisions: Revisions, event_id: str, record_id: str, *, stops: bool = False) -> Conflict:
    """Copies that differ, as far as a record is concerned; where the chain stops at them, with what follows each."""
    versions = revisions.divergent[event_id]
    branches: tuple[Branch, ...] = ()
    if stops:
        branches = tuple(
            revisions.branch(version, record_id) for version in versions if record_of(version) == record_id
        )
    message = f"event {event_id} of record {record_id} has {len(versions)} copies that differ"
    return Conflict(ConflictKind.DIVERGENT_COPIES, record_id, message, branches=branches, versions=versions)


def _history(chain: tuple[Event, ...], conflicts: tuple[Conflict, ...], *, text_known: bool) -> RecordHistory:
    record = chain[0].payload
    if not isinstance(record, Record):
        raise TypeError("a chain starts with a creation")
    status, durability = record.status, record.durability
    reason, reviewed = record.lifecycle_reason, record.reviewed_at
    for event in chain[1:]:
        change = event.payload
        if isinstance(change, StateChange):
            status = change.status or status
            durability = change.durability or durability
            reason = change.lifecycle_reason or reason
            reviewed = change.reviewed_at or reviewed
    return _made(
        record.record_id,
        chain[0],
        chain,
        status,
        durability,
        reason,
        reviewed,
        conflicts[0] if conflicts else None,
        text_known,
        conflicts,
    )


_made = maker(RecordHistory)


def unplaced_changes(
    revisions: Revisions, events: Mapping[str, Event], unreadable: frozenset[str], unreadable_records: frozenset[str]
) -> list[Unplaced]:
    """Every state change that no chain reaches, with why, by event id.

    ``unreadable`` are ids of events whose files could not be interpreted, ``unreadable_records`` the records that
    such files create or change: a hole there is the file's fault, not the change's.
    """
    loose: dict[str, list[Event]] = {}
    for event in revisions.unreached():
        loose.setdefault(event.event_id, []).append(event)
    # Where copies name several parents nobody can say that one of them closes a circle.
    circular = _on_cycles({key: found[0] for key, found in loose.items() if not revisions.undecided(key)})
    return [
        Unplaced(event, _why(event, circular, revisions, events, loose, unreadable, unreadable_records))
        for event_id in sorted(loose)
        for event in sorted(loose[event_id], key=lambda event: (event.parent_event_id or "", record_of(event) or ""))
    ]


def _why(
    event: Event,
    circular: frozenset[str],
    revisions: Revisions,
    events: Mapping[str, Event],
    loose: Mapping[str, list[Event]],
    unreadable: frozenset[str],
    unreadable_records: frozenset[str],
) -> Misplacement:
    record_id = record_of(event)
    parent_id = event.parent_event_id or ""
    parent = events.get(parent_id)
    if event.event_id in circular:
        return Misplacement.CYCLE
    if parent is None:
        return Misplacement.UNREADABLE_PARENT if parent_id in unreadable else Misplacement.MISSING_PARENT
    if record_id not in revisions.creations:
        return Misplacement.UNREADABLE_PARENT if record_id in unreadable_records else Misplacement.UNKNOWN_RECORD
    undecided = revisions.undecided(parent_id)
    if record_id not in {
        record_of(version) for version in (revisions.divergent[parent_id] if undecided else (parent,))
    }:
        return Misplacement.FOREIGN_PARENT
    return Misplacement.BEHIND if parent_id in loose or undecided else Misplacement.FOREIGN_PARENT


def _on_cycles(loose: Mapping[str, Event]) -> frozenset[str]:
    """Ids of the events that are their own ancestor. Each event has one parent, so a walk with marks is enough."""
    state: dict[str, int] = {}
    circular: set[str] = set()
    for number, start in enumerate(sorted(loose)):
        walk: list[str] = []
        current = start
        while current in loose and current not in state:
            state[current] = number
            walk.append(current)
            current = loose[current].parent_event_id or ""
        if current in loose and state[current] == number and current in walk:
            circular.update(walk[walk.index(current) :])
    return frozenset(circular)
