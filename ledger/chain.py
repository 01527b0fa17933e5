"""Chains of one record's revisions: from the creation along the parents, to a head or to a fork.

Two children of one parent compete: the chain stops there and every branch is kept (fabric/1.0, *Lifecycle*).
Nothing here looks at times, ids or file order to prefer a branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..repository.source import StoreName
from .events import Event, Record, StateChange
from .history import Branch, Conflict, ConflictKind, Misplacement, RecordHistory, Unplaced


@dataclass(slots=True)
class Revisions:
    """The revisions of a ledger, indexed for walking. ``divergent`` has every version of an event that has several."""

    creations: dict[str, list[Event]]
    children: dict[tuple[str, str], list[Event]]
    divergent: Mapping[str, tuple[Event, ...]]
    placed: set[str] = field(default_factory=set)

    @classmethod
    def of(
        cls, creating: Iterable[Event], changing: Iterable[Event], divergent: Mapping[str, tuple[Event, ...]]
    ) -> Revisions:
        """Index creations by record id, and state changes by parent event id and record id."""
        creations: dict[str, list[Event]] = {}
        children: dict[tuple[str, str], list[Event]] = {}
        for event in creating:
            creations.setdefault(event.payload.record_id, []).append(event)  # type: ignore[union-attr]
        for event in changing:
            key = (event.parent_event_id or "", event.payload.record_id)  # type: ignore[union-attr]
            children.setdefault(key, []).append(event)
        for found in (*creations.values(), *children.values()):
            if len(found) > 1:
                found.sort(key=lambda event: event.event_id)
        return cls(creations, children, divergent)

    def below(self, event: Event, record_id: str) -> tuple[Event, ...]:
        """Everything that hangs below an event, breadth first, siblings by event id; all of it counts as placed."""
        found: list[Event] = []
        level = [event]
        self.placed.add(event.event_id)
        while level:
            following = []
            for parent in level:
                for child in self.children.get((parent.event_id, record_id), ()):
                    if child.event_id not in self.placed:
                        self.placed.add(child.event_id)
                        following.append(child)
            found += following
            level = following
        return tuple(found)

    def branch(self, event: Event, record_id: str) -> Branch:
        """An event as the start of a branch."""
        return Branch(event, self.below(event, record_id))

    def undecidable(self, event: Event) -> bool:
        """True if two tracked copies of the event differ: no copy can then speak for it."""
        versions = self.divergent.get(event.event_id, ())
        return sum(version.origin.store is StoreName.LEDGER for version in versions) > 1


def record_history(revisions: Revisions, record_id: str) -> RecordHistory:
    """One record, walked. Marks what it reaches as placed in ``revisions``."""
    creations = revisions.creations[record_id]
    first = creations[0]
    if len(creations) > 1:
        branches = tuple(revisions.branch(event, record_id) for event in creations)
        message = f"record {record_id} was created by {len(creations)} events; none is chosen"
        conflict = Conflict(
            ConflictKind.CREATED_TWICE, record_id, message, branches=branches, versions=tuple(creations)
        )
        return _history((first,), (conflict,), text_known=False)

    chain, conflicts, text_known = _walk(revisions, first, record_id)
    return _history(tuple(chain), tuple(conflicts), text_known=text_known)


def _walk(revisions: Revisions, first: Event, record_id: str) -> tuple[list[Event], list[Conflict], bool]:
    chain = [first]
    conflicts: list[Conflict] = []
    text_known = True
    current = first
    while True:
        revisions.placed.add(current.event_id)
        if current.event_id in revisions.divergent:
            conflicts.append(_divergence(revisions, current, record_id))
            if revisions.undecidable(current):
                if current is first:
                    text_known = False
                else:
                    chain.pop()
                break
        children = revisions.children.get((current.event_id, record_id), ())
        # A chain cannot come back to an event it has passed: each event has one parent, the creation none here.
        if not children:
            break
        if len(children) > 1:
            conflicts.insert(0, _fork(revisions, current, children, record_id))
            break
        current = children[0]
        chain.append(current)
    return chain, conflicts, text_known


def _fork(revisions: Revisions, parent: Event, children: Iterable[Event], record_id: str) -> Conflict:
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


def _divergence(revisions: Revisions, event: Event, record_id: str) -> Conflict:
    versions = revisions.divergent[event.event_id]
    branches: tuple[Branch, ...] = ()
    if revisions.undecidable(event):
        following = revisions.below(event, record_id)
        branches = tuple(Branch(version, following) for version in versions)
    message = f"event {event.event_id} of record {record_id} has {len(versions)} copies that differ"
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
    return RecordHistory(
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


def unplaced_changes(
    revisions: Revisions, events: Mapping[str, Event], unreadable: frozenset[str], unreadable_records: frozenset[str]
) -> list[Unplaced]:
    """Every state change that no chain reaches, with why, by event id.

    ``unreadable`` are ids of events whose files could not be interpreted, ``unreadable_records`` the records that
    such files create or change: a hole there is the file's fault, not the change's.
    """
    loose = {
        event.event_id: event
        for found in revisions.children.values()
        for event in found
        if event.event_id not in revisions.placed
    }
    circular = _on_cycles(loose)
    return [
        Unplaced(
            loose[event_id],
            _why(loose[event_id], event_id in circular, revisions, events, loose, unreadable, unreadable_records),
        )
        for event_id in sorted(loose)
    ]


def _why(
    event: Event,
    circular: bool,
    revisions: Revisions,
    events: Mapping[str, Event],
    loose: Mapping[str, Event],
    unreadable: frozenset[str],
    unreadable_records: frozenset[str],
) -> Misplacement:
    record_id = _record_of(event)
    parent_id = event.parent_event_id or ""
    parent = events.get(parent_id)
    if circular:
        return Misplacement.CYCLE
    if parent is None:
        return Misplacement.UNREADABLE_PARENT if parent_id in unreadable else Misplacement.MISSING_PARENT
    if record_id not in revisions.creations:
        return Misplacement.UNREADABLE_PARENT if record_id in unreadable_records else Misplacement.UNKNOWN_RECORD
    if _record_of(parent) != record_id:
        return Misplacement.FOREIGN_PARENT
    return Misplacement.BEHIND if parent_id in loose else Misplacement.FOREIGN_PARENT


def _record_of(event: Event) -> str | None:
    payload = event.payload
    return payload.record_id if isinstance(payload, Record | StateChange) else None


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
