"""Traces made for tests: from events to the answer, without a repository."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fingerpost.ledger.build import build_history
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.reporter.claims.subjects import CommitFact, find_subject, parse_node
from fingerpost.reporter.graph.provenance import Provenance
from fingerpost.reporter.traces.trace import Request, Surroundings, Trace, trace

from .events import Wire, at, stores_of

COMMIT = "c0ffee" + "0" * 34
FACTS = {COMMIT: CommitFact("exact", COMMIT, instant(at(300)))}


def provenance_of(*events: Wire) -> Provenance:
    """The index over these events."""
    return Provenance(build_history(load(stores_of(*events))))


def trace_of(
    text: str,
    *events: Wire,
    facts: Mapping[str, CommitFact] = FACTS,
    request: Request | None = None,
    problems: Iterable[tuple[str, str | None, str | None]] = (),
    runtime_read: bool = True,
) -> Trace:
    """The trace of one node among these events."""
    provenance = provenance_of(*events)
    subject = find_subject(parse_node(text, provenance), provenance, facts)
    surroundings = Surroundings(
        instant(at(500)),
        facts,
        [(code, [(event_id, record_id)]) for code, event_id, record_id in problems],
        runtime_read,
    )
    return trace(provenance, subject, request or Request(), surroundings)
