"""What a subject has for a scope to match: its threads' scopes, its issues and PRs, the paths it touches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...ledger.events import THREAD_STARTED, Actor, Event, Node, Scope, Thread
from ...ledger.identifiers import PREFIXES, THREAD, is_id
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
        known = len(stated) == 1 or (not stated and _begins(thread.thread_id, provenance))
        complete = complete and thread.known and known
    own = {node.key for node in subject.spellings}
    related: dict[str, set[str]] = {"issue": set(), "pr": set()}
    for event in subject_relations(subject, provenance):
        relation = relation_of(event)
        for near, far in ((relation.source, relation.target), (relation.target, relation.source)):
            if near.key in own and far.key not in own and far.kind in related:
                related[far.kind].add(far.id)
    return Contexts(tuple(scopes), tuple(sorted(related["issue"])), tuple(sorted(related["pr"])), touched, complete)


def _may_have_threads(subject: Subject, provenance: Provenance) -> bool:
    """True where a relation event names what may be a thread of the subject and is none of those that were read.

    That other threads were read says nothing of this one.
    """
    own = {node.key for node in subject.spellings}
    for event in subject_relations(subject, provenance):
        relation = relation_of(event)
        causal = CLASS_OF_TYPE[relation.type] is EdgeClass.CAUSALITY and relation.source.key in own
        if any(_may_be_thread(name, provenance) for name in (event.correlation_id, event.causation_id)):
            return True
        if causal and _may_act_as_thread(event.actor, provenance):
            return True
    return False


def _may_be_thread(name: str | None, provenance: Provenance) -> bool:
    """True for a name that may be that of a thread which was not read: any but those of other things."""
    history = provenance.history
    if name is None or name in history.threads or name in history.events:
        return False
    return not any(is_id(prefix, name) for prefix in PREFIXES if prefix != THREAD)


def _may_act_as_thread(actor: Actor, provenance: Provenance) -> bool:
    """True for an actor that may be a thread which was not read.

    Where none was read at all it may be anybody. Else it is what is called or named as a thread somewhere, or an agent
    that no provider has given a name.
    """
    if actor.id is None or not _may_be_thread(actor.id, provenance):
        return False
    return (
        not provenance.history.threads
        or (actor.kind == "agent" and actor.provider is None)
        or actor.id.startswith(f"{THREAD}_")
        or provenance.knows(Node("thread", actor.id))
    )


def _begins(thread_id: str, provenance: Provenance) -> bool:
    """True if the beginning of a thread was read, so that before it there was none."""
    return any(event.event_type == THREAD_STARTED for event in provenance.history.threads.get(thread_id, ()))


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
