"""Which threads belong to a subject, and since when the subject is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..ledger.events import Event
from ..ledger.instants import Instant, instant
from .edges import CLASS_OF_TYPE, EdgeClass
from .provenance import Provenance, is_local, relation_of
from .subjects import CommitFact, Subject


@dataclass(frozen=True, slots=True)
class SubjectThread:
    """A thread of the subject, how it belongs to it, and the relation event that says so."""

    thread_id: str
    basis: str
    event_id: str | None


def subject_threads(subject: Subject, provenance: Provenance) -> tuple[SubjectThread, ...]:
    """Threads that relation events tie to the subject, by correlation, then causation, then actor; each once.

    Only a thread with a thread event in a runtime that was read counts. An ``actor`` tie means "declared from this
    thread", never "made in" it.
    """
    found: dict[str, SubjectThread] = {}
    events = subject_relations(subject, provenance)
    own = {node.key for node in subject.spellings}

    def note(basis: str, thread_id: str | None, event: Event) -> None:
        if thread_id is not None and thread_id in provenance.history.threads:
            found.setdefault(thread_id, SubjectThread(thread_id, basis, event.event_id))

    for event in events:
        note("correlation", event.correlation_id, event)
    for event in events:
        note("causation", event.causation_id, event)
    for event in events:
        relation = relation_of(event)
        if CLASS_OF_TYPE[relation.type] is EdgeClass.CAUSALITY and relation.source.key in own:
            note("actor", event.actor.id, event)
    order = {"correlation": 0, "causation": 1, "actor": 2}
    return tuple(sorted(found.values(), key=lambda thread: (order[thread.basis], thread.thread_id)))


def subject_relations(subject: Subject, provenance: Provenance) -> list[Event]:
    """The relation events that name the subject in any spelling, each once, by event id."""
    events = {event.event_id: event for node in subject.spellings for event in provenance.relations_at(node)}
    return [events[event_id] for event_id in sorted(events)]


def subject_time(subject: Subject, provenance: Provenance, facts: Mapping[str, CommitFact]) -> Instant | None:
    """When the subject was, to compare receipts with; None where nobody can say.

    A commit's committer time (in whole seconds); a thread's first event; for anything else the earliest relation
    event that names it. A record is no subject that direction is delivered to, and has none.
    """
    node = subject.node
    if node.kind == "commit":
        fact = facts.get(node.id)
        return fact.time if fact is not None else None
    if is_local(node, "thread"):
        events: list[Event] = list(provenance.history.threads.get(node.id, ()))
    elif is_local(node, "record"):
        return None
    else:
        events = subject_relations(subject, provenance)
    return min((instant(event.occurred_at) for event in events), default=None)
