"""The shapes in which the story is told. Names stand for ids; times are RFC 3339 in whole seconds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Wire = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who commits."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Voice:
    """In which role, and on what basis, somebody writes an event."""

    actor: Wire
    level: str
    basis: str


@dataclass(frozen=True, slots=True)
class Record:
    """One record and its creation event; ``challenges`` names the record that a challenge or resolution is about."""

    name: str
    at: str
    voice: str
    kind: str
    text: str
    durability: str
    scope: Wire
    reason: str | None = None
    ttl: str = "until_superseded"
    status: str = "active"
    source: Wire = field(default_factory=lambda: {"type": "human"})
    review_type: str | None = None
    rejects: tuple[str, ...] = ()
    prefers: tuple[str, ...] = ()
    evidence: tuple[Wire, ...] = ()
    reviewed_at: str | None = None
    challenges: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A state change of ``record`` whose parent is the event called ``parent``."""

    name: str
    at: str
    voice: str
    record: str
    parent: str
    fields: Wire


@dataclass(frozen=True, slots=True)
class Relation:
    """A declared relation; its ends are written ``kind:name`` (see :data:`story.people.OUTSIDE`)."""

    name: str
    at: str
    voice: str
    type: str
    source: str
    target: str
    reason: str | None = None
    correlation: str | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread event: the start of ``thread``, or a later change of its scope."""

    name: str
    at: str
    thread: str
    scope: Wire
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Projection:
    """What one thread was given: records in rank order, each with the revisions it stood at."""

    name: str
    at: str
    scope_from: str
    purpose: str
    records: dict[str, tuple[str, ...]]
    omitted: bool = False
    conflict_parent: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Receipt:
    """That a projection was delivered or exposed; ``only`` limits it to some of the records."""

    name: str
    at: str
    projection: str
    state: str
    provider: str
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit on ``branch``: its overlay is ``tree/<name>``; ``merges`` names the branch it brings in."""

    name: str
    branch: str
    at: str
    person: str
    message: str
    events: tuple[str, ...] = ()
    deletes: tuple[str, ...] = ()
    merges: str | None = None
