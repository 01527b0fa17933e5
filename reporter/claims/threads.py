"""Which threads belong to a subject, and since when the subject is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...ledger.events import Event, Thread
from ...ledger.instants import Instant, instant
from ...repository.configs.trailer_names import TrailerNames
from ..graph.edges import CLASS_OF_TYPE, EdgeClass
from ..graph.provenance import Provenance, is_local, relation_of
from .facts import CommitFact
from .subjects import Subject

NAMES = TrailerNames()
"""The trailers as they are called where nobody configures other names."""


@dataclass(frozen=True, slots=True)
class SubjectThread:
    """A thread of the subject, how it belongs to it, and the relation event that says so (None for a trailer).

    ``known`` is False where no thread event of it was read: only a trailer may name such a thread.
    """

    thread_id: str
    basis: str
    event_id: str | None
    known: bool = True


def subject_threads(
    subject: Subject,
    provenance: Provenance,
    facts: Mapping[str, CommitFact],
    names: TrailerNames = NAMES,
) -> tuple[SubjectThread, ...]:
    """Threads of the subject by a commit's trailer, then by correlation, causation and actor of relations; each once.

    Only a trailer may name a thread without a thread event in a runtime that was read. An ``actor`` tie means
    "declared from this thread", never "made in" it (contract, *Claims*). ``names`` are those that trailers have here.
    """
    found: dict[str, SubjectThread] = {}
    events = subject_relations(subject, provenance)
    own = {node.key for node in subject.spellings}

    def note(basis: str, thread_id: str | None, event: Event) -> None:
        if thread_id is not None and thread_id in provenance.history.threads:
            found.setdefault(thread_id, SubjectThread(thread_id, basis, event.event_id))

    for node in subject.spellings:
        fact = facts.get(node.id) if node.kind == "commit" else None
        for thread_id in _named_by_trailers(fact, names):
            known = thread_id in provenance.history.threads
            found.setdefault(thread_id, SubjectThread(thread_id, "trailer", None, known))
    for event in events:
        note("correlation", event.correlation_id, event)
    for event in events:
        note("causation", event.causation_id, event)
    for event in events:
        relation = relation_of(event)
        if CLASS_OF_TYPE[relation.type] is EdgeClass.CAUSALITY and relation.source.key in own:
            note("actor", event.actor.id, event)
    order = {"trailer": 0, "correlation": 1, "causation": 2, "actor": 3}
    return tuple(sorted(found.values(), key=lambda thread: (order[thread.basis], thread.thread_id)))


def _named_by_trailers(fact: CommitFact | None, names: TrailerNames) -> Iterator[str]:
    for key, value in fact.trailers if fact is not None else ():
        if names.means(key) == "thread" and value.strip():
            yield value.strip()


def subject_fact(subject: Subject, facts: Mapping[str, CommitFact]) -> CommitFact | None:
    """What git says of a subject that is a commit; of several spellings of it, of one whose trees were looked at."""
    if subject.node.kind != "commit":
        return None
    found = [facts[node.id] for node in (subject.node, *subject.spellings) if node.id in facts]
    return next((fact for fact in found if fact.then is not None), found[0] if found else None)


def subject_relations(subject: Subject, provenance: Provenance) -> list[Event]:
    """The relation events that name the subject in any spelling, each once, by event id."""
    events = {event.event_id: event for node in subject.spellings for event in provenance.relations_at(node)}
    return [events[event_id] for event_id in sorted(events)]


def differing_statements(subject: Subject, divergent: Mapping[str, tuple[Event, ...]]) -> tuple[Event, ...]:
    """The copies of thread events that differ, as far as they state the thread asked about, by event id and file."""
    if not is_local(subject.node, "thread"):
        return ()
    return tuple(
        version
        for event_id in sorted(divergent)
        for version in sorted(divergent[event_id], key=lambda event: event.origin.path)
        if isinstance(version.payload, Thread) and version.payload.thread_id == subject.node.id
    )


def subject_time(
    subject: Subject,
    provenance: Provenance,
    facts: Mapping[str, CommitFact],
    statements: Sequence[Event] = (),
) -> Instant | None:
    """When the subject was, to compare receipts with; None where nobody can say.

    A commit's committer time (in whole seconds); a thread's first event; for anything else the earliest relation
    event that names it. A record is no subject that direction is delivered to, and has none. A thread whose
    differing ``statements`` leave its start open has none either.
    """
    node = subject.node
    if node.kind == "commit":
        fact = facts.get(node.id)
        return fact.time if fact is not None else None
    if is_local(node, "thread"):
        return _start(provenance.history.threads.get(node.id, ()), statements)
    if is_local(node, "record"):
        return None
    events = subject_relations(subject, provenance)
    return min((instant(event.occurred_at) for event in events), default=None)


def _start(events: Sequence[Event], statements: Sequence[Event]) -> Instant | None:
    """When a thread began, if that is the same whichever of the differing copies is right."""
    times: dict[str, list[Instant]] = {}
    for event in (*events, *statements):
        times.setdefault(event.event_id, []).append(instant(event.occurred_at))
    if not times:
        return None
    earliest, latest = min(map(min, times.values())), min(map(max, times.values()))
    return earliest if earliest == latest else None
