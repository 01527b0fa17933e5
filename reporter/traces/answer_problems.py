"""Which rules found something in what an answer rests on, and what the answer itself shows to be wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set

from ...ledger.events import Event, Node
from ...ledger.history import History
from ..claims.claim import Claim
from ..claims.revisions import revisions
from ..claims.suspicion import suspicion
from ..claims.threads import SubjectThread
from ..graph.edges import Edge
from ..graph.provenance import is_local

Place = tuple[str | None, str | None]
"""What one finding is about: an event id, a record id."""

ProblemsOf = tuple[str, Iterable[Place]]
"""A rule's code and where it found something; asked for only as far as one place touches the answer."""

Problems = Callable[[Set[str], Set[str]], Iterable[ProblemsOf]]
"""Gives, for event ids and record ids, at least those places of each rule that touch one of them."""


def no_problems(_event_ids: Set[str], _record_ids: Set[str]) -> Iterable[ProblemsOf]:
    """For where no rules are run."""
    return ()


def events_told_of(
    edges: Iterable[Edge],
    claims: Iterable[Claim],
    threads: Iterable[SubjectThread],
    nodes: Iterable[Node],
    history: History,
    record_ids: Iterable[str],
) -> frozenset[str]:
    """The ids of the events behind an answer, also those that a narrow request leaves out of its relations."""
    found = {edge.event_id for edge in edges if edge.event_id is not None}
    for claim in claims:
        for step in (claim.delivered, claim.exposed):
            found.update(entry.event_id for entry in (*step.receipts, *step.after))
            found.update(edge.event_id for edge in step.claimed if edge.event_id is not None)
    found.update(thread.event_id for thread in threads if thread.event_id is not None)
    found.update(_made(nodes, history))
    for record_id in record_ids:
        record = history.records.get(record_id)
        if record is not None:
            found.update(event.event_id for event in revisions(record))
    return frozenset(found)


def _made(nodes: Iterable[Node], history: History) -> Iterator[str]:
    """The events that make the threads and projections among these nodes."""
    for node in nodes:
        events: Iterable[Event] = ()
        if is_local(node, "thread"):
            events = history.threads.get(node.id, ())
        elif is_local(node, "projection"):
            events = history.projections.get(node.id, ())
        yield from (event.event_id for event in events)


def touching(problems: Problems, event_ids: Set[str], record_ids: Set[str]) -> Iterator[str]:
    """Codes of the rules that found something in an event or a record of the answer."""
    for code, places in problems(event_ids, record_ids):
        if any_touches(places, event_ids, record_ids):
            yield code


def any_touches(places: Iterable[Place], event_ids: Set[str], record_ids: Set[str]) -> bool:
    """True if one of these places is one of the events or records."""
    return any(event_id in event_ids or record_id in record_ids for event_id, record_id in places)


def shown_wrong(
    claims: Iterable[Claim], threads: Iterable[SubjectThread], history: History, *, runtime_read: bool
) -> Iterator[str]:
    """Codes of what the answer itself shows to be wrong, whichever commits and declarations the rules looked at.

    A declaration of a record that is over or in dispute, then or by now (FP710), and a trailer that names a record or,
    where the runtime was read, a thread that nobody knows (FP712).
    """
    for claim in claims:
        record = history.records.get(claim.record_id)
        if claim.causality and suspicion(record, claim.state_then, claim.state_now) is not None:
            yield "FP710"
        if record is None and any(cause.edge.trailer is not None for cause in claim.causality):
            yield "FP712"
    if runtime_read and any(thread.basis == "trailer" and not thread.known for thread in threads):
        yield "FP712"
