"""The event envelope and its payloads, typed (fabric/1.0, *Event envelope* and *Objects*).

Everything here is immutable. Times stay the text that was written: :mod:`fingerpost.ledger.instants` compares
them. Absent optional texts are ``None``, absent lists are empty tuples.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..repository.source import Origin

RECORD_CREATED = "record.created"
RECORD_STATE_CHANGED = "record.state_changed"
RELATION_CREATED = "relation.created"
THREAD_STARTED = "thread.started"
THREAD_SCOPE_CHANGED = "thread.scope_changed"
PROJECTION_CREATED = "projection.created"
RECEIPT_RECORDED = "receipt.recorded"

EVENT_TYPES = (
    RECORD_CREATED,
    RECORD_STATE_CHANGED,
    RELATION_CREATED,
    THREAD_STARTED,
    THREAD_SCOPE_CHANGED,
    PROJECTION_CREATED,
    RECEIPT_RECORDED,
)

# Statuses that are in force (fabric/1.0, *Lifecycle*; the reference client calls them active).
IN_FORCE = frozenset({"active", "open", "accepted", "rejected"})


@dataclass(frozen=True, slots=True)
class Actor:
    """Who wrote an event: ``kind`` is human, reviewer, agent or tool; ``id`` and ``provider`` are opaque."""

    kind: str
    id: str | None = None
    provider: str | None = None


@dataclass(frozen=True, slots=True)
class Trust:
    """A claim, never a proof: the level that the writer claims and the basis it gives."""

    level: str
    basis: str | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """Where direction applies. ``is_global`` is the wire's ``global``."""

    repo: str | None = None
    issue: str | None = None
    pr: str | None = None
    areas: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    is_global: bool = False


@dataclass(frozen=True, slots=True)
class RecordSource:
    """Where a record came from, in its writer's words."""

    type: str
    thread_id: str | None = None
    pr: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One item of a record's evidence; every field is optional on the wire."""

    type: str | None = None
    url: str | None = None
    author: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record as its creation wrote it; later state lives in the chain of changes."""

    record_id: str
    kind: str
    created_at: str
    scope: Scope
    source: RecordSource
    text: str
    confidence: str
    ttl: str
    status: str
    durability: str
    review_type: str | None = None
    reason: str | None = None
    rejected_paths: tuple[str, ...] = ()
    preferred_paths: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    lifecycle_reason: str | None = None
    reviewed_at: str | None = None
    extensions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StateChange:
    """A change of one record; ``None`` means the field was not written and stays as it was."""

    record_id: str
    status: str | None = None
    durability: str | None = None
    lifecycle_reason: str | None = None
    reviewed_at: str | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """One end of a relation. Ids of outside things are opaque."""

    kind: str
    id: str
    provider: str | None = None
    url: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Identity of the node: kind, provider (or empty) and id. A url is no part of it."""
        return (self.kind, self.provider or "", self.id)

    @property
    def spelled(self) -> str:
        """The node as a command line spells it: ``kind:id`` or ``kind:provider:id``."""
        return f"{self.kind}:{self.provider}:{self.id}" if self.provider else f"{self.kind}:{self.id}"


@dataclass(frozen=True, slots=True)
class Relation:
    """A declared relation; ``source`` and ``target`` are the wire's ``from`` and ``to``."""

    relation_id: str
    type: str
    source: Node
    target: Node
    created_at: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread as one of its events states it. Thread ids are opaque."""

    thread_id: str
    created_at: str
    updated_at: str
    scope: Scope


@dataclass(frozen=True, slots=True)
class MatchReason:
    """Why a projection selected a record."""

    kind: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class ProjectedConflict:
    """A fork as a projection saw it."""

    record_id: str
    parent_event_id: str
    competing_event_ids: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Projection:
    """What was selected for a thread; the two lists are sets, in the order written."""

    projection_id: str
    purpose: str
    created_at: str
    scope: Scope
    event_ids: tuple[str, ...]
    record_ids: tuple[str, ...]
    omitted: bool
    thread_id: str | None = None
    reasons: Mapping[str, tuple[MatchReason, ...]] = field(default_factory=dict)
    conflicts: tuple[ProjectedConflict, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """That a projection was delivered or exposed to a thread."""

    receipt_id: str
    projection_id: str
    thread_id: str
    state: str
    occurred_at: str
    event_ids: tuple[str, ...]
    record_ids: tuple[str, ...]
    provider: str | None = None


@dataclass(frozen=True, slots=True)
class UnknownPayload:
    """The payload of an event type this version does not know: kept, counted, never interpreted."""

    value: Any


Payload = Record | StateChange | Relation | Thread | Projection | Receipt | UnknownPayload


@dataclass(frozen=True, slots=True)
class Event:
    """One immutable event, and the file it was read from."""

    event_id: str
    event_type: str
    occurred_at: str
    actor: Actor
    trust: Trust
    payload: Payload
    origin: Origin
    parent_event_id: str | None = None
    causation_id: str | None = None
    correlation_id: str | None = None
    extensions: Mapping[str, Any] = field(default_factory=dict)
