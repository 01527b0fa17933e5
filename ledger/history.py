"""The ledger's history: records with their chains, their forks, and the other objects by id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from .events import IN_FORCE, Event, Record, Scope, StateChange


class ConflictKind(StrEnum):
    """Why a record is contested (contract, *Which copy, which state*)."""

    CREATED_TWICE = "created-twice"
    DIVERGENT_COPIES = "divergent-copies"
    COMPETING_CHILDREN = "competing-children"
    CYCLE = "cycle"


@dataclass(frozen=True, slots=True)
class Branch:
    """One competing child and everything that hangs below it, parents before children, then by event id."""

    child: Event
    following: tuple[Event, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The child and what follows it."""
        return (self.child, *self.following)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A contested record. ``competing_event_ids`` (sorted) is empty but for competing children."""

    kind: ConflictKind
    record_id: str
    message: str
    parent_event_id: str | None = None
    competing_event_ids: tuple[str, ...] = ()
    branches: tuple[Branch, ...] = ()
    versions: tuple[Event, ...] = ()
    settled_by: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How a record may stand where nothing is chosen: the state at the end of one version, and that version's scope."""

    status: str
    durability: str
    scope: Scope


@dataclass(frozen=True, slots=True)
class RecordHistory:
    """One record and its revisions, from the creation to the head or to the parent of a fork.

    ``status``, ``durability``, ``lifecycle_reason`` and ``reviewed_at`` are those of the head.

    Where the record was created twice, or no copy of its creation can speak for the others, ``text_known`` is False
    and no version is chosen: ``state`` is ``contested``, :attr:`standings` has what each version comes to, and the
    other fields repeat the version that comes first by event id and file, only so that there is something to point
    at. Nothing may be shown, counted or judged by them.

    ``conflicts`` has all there are; ``conflict`` is the first: created twice, competing children, divergent copies, a
    cycle, in this order, and whatever no settlement covers before what one does.
    """

    record_id: str
    creation: Event
    revisions: tuple[Event, ...]
    status: str
    durability: str
    lifecycle_reason: str | None
    reviewed_at: str | None
    conflict: Conflict | None = None
    text_known: bool = True
    conflicts: tuple[Conflict, ...] = ()

    @property
    def record(self) -> Record:
        """The record as it was created."""
        return self.creation.payload  # type: ignore[return-value]  # a chain starts with a creation

    @property
    def head(self) -> Event:
        """The last revision that is not in dispute."""
        return self.revisions[-1]

    def walked(self) -> Iterator[Event]:
        """The chain, then each branch of each conflict; a copy of a revision that came before may come again."""
        yield from self.revisions
        for conflict in self.conflicts:
            for branch in conflict.branches:
                yield from branch.events

    @property
    def contested(self) -> bool:
        """True while a conflict is there that no settlement covers."""
        return self.conflict is not None and self.conflict.settled_by is None

    @property
    def settled(self) -> bool:
        """True if all that was in dispute is a fork that a settlement covers: the settlement is the direction now."""
        return self.conflict is not None and self.conflict.settled_by is not None

    @property
    def state(self) -> str:
        """What to tell people and to count: ``contested``, ``settled``, or the status of the head."""
        if self.conflict is None:
            return self.status
        return "settled" if self.settled else "contested"

    @property
    def in_force(self) -> bool:
        """True if the head's status is one that guides work (a settled record does not any more).

        Where no version is chosen: if that of any version may be.
        """
        if self.settled:
            return False
        if self.text_known:
            return self.status in IN_FORCE
        return any(standing.status in IN_FORCE for standing in self.standings)

    @property
    def creations(self) -> tuple[Event, ...]:
        """The event that created the record, or every version between which none is chosen."""
        if self.text_known or self.conflict is None:
            return (self.creation,)
        return tuple(branch.child for branch in self.conflict.branches if isinstance(branch.child.payload, Record))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How the record stands: once, or where no version is chosen at the end of every chain from each of them."""
        if self.text_known or self.conflict is None:
            return (Standing(self.status, self.durability, self.record.scope),)
        copies = {
            event.event_id: conflict.versions
            for conflict in self.conflicts
            if conflict.kind is ConflictKind.DIVERGENT_COPIES
            for event in conflict.versions
        }
        ends = [
            Standing(status, durability, branch.child.payload.scope)
            for branch in self.conflict.branches
            if isinstance(branch.child.payload, Record)
            for status, durability in sorted(_ends(branch, branch.child.payload, copies))
        ]
        return tuple(dict.fromkeys(ends))


def _ends(branch: Branch, record: Record, copies: Mapping[str, tuple[Event, ...]]) -> set[tuple[str, str]]:
    """Status and durability at every end of a branch, by whatever each copy of its changes says."""
    after = {branch.child.event_id: {(record.status, record.durability)}}
    ends = dict(after)
    for event in branch.following:
        parent_id = event.parent_event_id or ""
        changes = [version.payload for version in copies.get(event.event_id, (event,))]
        after[event.event_id] = ends[event.event_id] = {
            (change.status or status, change.durability or durability)
            for status, durability in after.get(parent_id, ())
            for change in changes
            if isinstance(change, StateChange)
        }
        ends.pop(parent_id, None)
    return set().union(*ends.values())


class Misplacement(StrEnum):
    """Why no chain reaches a state change."""

    MISSING_PARENT = "missing-parent"
    UNREADABLE_PARENT = "unreadable-parent"
    FOREIGN_PARENT = "foreign-parent"
    CYCLE = "cycle"
    UNKNOWN_RECORD = "unknown-record"
    BEHIND = "behind"  # its parent is itself not placed


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A state change that no chain reaches."""

    event: Event
    why: Misplacement


@dataclass(frozen=True, slots=True)
class Settlement:
    """A record that settles a fork (contract, *Settling a fork*), as its extension states it.

    ``competing_event_ids`` are sorted, each once.
    """

    settlement_record_id: str
    record_id: str
    parent_event_id: str
    competing_event_ids: tuple[str, ...]
    kept: str | None


class Uncovered(StrEnum):
    """Why a settlement does not cover a fork."""

    MALFORMED = "malformed"
    NOT_IN_FORCE = "not-in-force"
    REPLACED = "replaced"  # a later settlement of the same fork supersedes it
    CONTESTED = "contested"  # the settling record is itself in dispute
    NOT_TRACKED = "not-tracked"
    NO_FORK = "no-fork"
    OTHER_COMPETITORS = "other-competitors"
    NO_RELATION = "no-relation"
    WEAK_CLAIM = "weak-claim"
    NOT_ALONE = "not-alone"  # another one covers the same fork, and choosing between them would choose a branch


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a settlement covers its fork: it does where ``why_not`` is empty.

    ``settlement`` is None where the extension has not the shape of one; ``fault`` then says what is wrong with it.
    """

    settlement_record_id: str
    settlement: Settlement | None
    why_not: tuple[Uncovered, ...] = ()
    fault: str | None = None

    @property
    def covers(self) -> bool:
        """True if the fork is settled by this record."""
        return not self.why_not


@dataclass(frozen=True, slots=True)
class History:
    """The whole ledger, interpreted. Every mapping is ordered by its key; nothing depends on file order."""

    events: Mapping[str, Event]
    records: Mapping[str, RecordHistory]
    relations: Sequence[Event]
    threads: Mapping[str, tuple[Event, ...]]
    projections: Mapping[str, tuple[Event, ...]]
    receipts: Mapping[str, tuple[Event, ...]]
    unknown: Sequence[Event]
    unplaced: Sequence[Unplaced]
    settlements: Sequence[Settlement]
    judgements: Sequence[Judgement] = ()
    by_payload: Mapping[type, Sequence[Event]] = field(default_factory=dict)

    def events_of(self, payload: type) -> Sequence[Event]:
        """The events with this type of payload, by event id."""
        return self.by_payload.get(payload, ())
