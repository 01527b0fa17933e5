"""The ledger's history: records with their chains, their forks, and the other objects by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .events import IN_FORCE, Event, Record


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
class RecordHistory:
    """One record and its revisions, from the creation to the head or to the parent of a fork.

    ``status``, ``durability``, ``lifecycle_reason`` and ``reviewed_at`` are those of the head. Where the record was
    created twice, or two tracked copies of its creation differ, ``text_known`` is False and no version is chosen:
    ``creation`` is then only the first by origin and event id, to have something to point at.
    ``conflicts`` has all there are; ``conflict`` is the first: created twice, competing children, divergent copies, a
    cycle, in this order.
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

    @property
    def contested(self) -> bool:
        """True while a conflict is there that no settlement covers."""
        return self.conflict is not None and self.conflict.settled_by is None

    @property
    def state(self) -> str:
        """``contested``, or the status of the head."""
        return "contested" if self.contested else self.status

    @property
    def in_force(self) -> bool:
        """True if the head's status is one that guides work (a settled record does not any more)."""
        if self.conflict is not None and self.conflict.settled_by is not None:
            return False
        return self.status in IN_FORCE


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
    """A record that settles a fork (contract, *Settling a fork*), as its extension states it."""

    settlement_record_id: str
    record_id: str
    parent_event_id: str
    competing_event_ids: tuple[str, ...]
    kept: str | None


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
