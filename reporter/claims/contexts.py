"""What a subject has for a scope to match: its threads' scopes, its issues and PRs, the paths it touches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...ledger.events import Event, Scope, Thread
from ...ledger.instants import Instant, instant
from ..graph.edges import CLASS_OF_TYPE, EdgeClass
from ..graph.provenance import Provenance, relation_of
from .subjects import Subject
from .threads import SubjectThread, subject_relations


@dataclass(frozen=True, slots=True)
class Contexts:
    """The places a subject is known to be at.

    ``threads`` are the scopes of its threads as they then were. ``issues`` and ``prs`` are the ids of those that a
    relation ties it to, sorted. ``touched`` are the paths a commit touches; None for whatever is no commit, or where
    git cannot say. ``complete`` is False where the scope of a thread that it has, or may have, is not known.
    """

    threads: tuple[Scope, ...] = ()
    issues: tuple[str, ...] = ()
    prs: tuple[str, ...] = ()
    touched: tuple[str, ...] | None = None
    complete: bool = True


def contexts_of(
    subject: Subject,
    provenance: Provenance,
    *,
    threads: Sequence[SubjectThread],
    time: Instant | None,
    touched: tuple[str, ...] | None,
    divergent: Mapping[str, tuple[Event, ...]],
) -> Contexts:
    """The contexts of one subject, at its time. ``threads`` are its own, a thread being one of its own."""
    scopes: dict[Scope, None] = {}
    complete = not _may_have_threads(subject, provenance)
    for thread in threads:
        stated = _scopes_then(thread.thread_id, provenance, divergent, time)
        if len(stated) == 1:
            scopes.update(stated)
        complete = complete and thread.known and len(stated) <= 1
    own = {node.key for node in subject.spellings}
    related: dict[str, set[str]] = {"issue": set(), "pr": set()}
    for event in subject_relations(subject, provenance):
        relation = relation_of(event)
        for near, far in ((relation.source, relation.target), (relation.target, relation.source)):
            if near.key in own and far.key not in own and far.kind in related:
                related[far.kind].add(far.id)
    return Contexts(tuple(scopes), tuple(sorted(related["issue"])), tuple(sorted(related["pr"])), touched, complete)


def _may_have_threads(subject: Subject, provenance: Provenance) -> bool:
    """True where no thread event was read, and a relation event names something that may be a thread of the subject."""
    if provenance.history.threads:
        return False
    own = {node.key for node in subject.spellings}
    for event in subject_relations(subject, provenance):
        if event.correlation_id is not None or event.causation_id is not None:
            return True
        relation = relation_of(event)
        causal = CLASS_OF_TYPE[relation.type] is EdgeClass.CAUSALITY and relation.source.key in own
        if causal and event.actor.id is not None:
            return True
    return False


def _scopes_then(
    thread_id: str, provenance: Provenance, divergent: Mapping[str, tuple[Event, ...]], time: Instant | None
) -> dict[Scope, None]:
    """The scope of a thread as its last event up to that time states it; each that it may be where copies differ."""
    if time is None:
        return {}
    agreed, disputed = None, []
    for order, event, scope in _statements(thread_id, provenance, divergent):
        if instant(event.occurred_at) > time:
            continue
        if event.event_id in divergent:
            disputed.append((order, scope))
        elif agreed is None or order > agreed[0]:
            agreed = (order, scope)
    found = {agreed[1]: None} if agreed is not None else {}
    for order, scope in sorted(disputed, key=lambda item: item[0]):
        if agreed is None or order > agreed[0]:
            found[scope] = None
    return found


def _statements(
    thread_id: str, provenance: Provenance, divergent: Mapping[str, tuple[Event, ...]]
) -> list[tuple[tuple[Instant, Instant, str, str], Event, Scope]]:
    """Every version of every event that states this thread, with what orders it among them."""
    versions = list(provenance.history.threads.get(thread_id, ()))
    for event_id in sorted(divergent):
        versions += divergent[event_id]
    found = {}
    for event in versions:
        payload = event.payload
        if isinstance(payload, Thread) and payload.thread_id == thread_id:
            order = (instant(payload.updated_at), instant(event.occurred_at), event.event_id, event.origin.path)
            found[order] = (order, event, payload.scope)
    return list(found.values())
