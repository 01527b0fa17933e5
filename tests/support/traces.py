"""Traces made for tests: from events to the answer, without a repository."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fingerpost.ledger.build import build_history
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.ledger.matching import Areas
from fingerpost.reporter.claims.facts import CommitFact, CommitThen, TreeThen
from fingerpost.reporter.claims.subjects import find_subject, parse_node
from fingerpost.reporter.graph.edges import Edge, trailer_edges
from fingerpost.reporter.graph.provenance import Provenance
from fingerpost.reporter.traces.trace import Request, Surroundings, Trace, trace
from fingerpost.repository.configs.trailer_names import TrailerNames

from .events import Wire, at, ident, stores_of

COMMIT = "c0ffee" + "0" * 34
FACTS = {COMMIT: CommitFact("exact", COMMIT, instant(at(300)))}


def tree(*numbers: int, areas: Areas | None = None) -> TreeThen:
    """A tree that holds these events as they were read."""
    return TreeThen(frozenset(ident("evt", number) for number in numbers), {}, areas or {})


def commit_with(
    own: TreeThen,
    first: TreeThen | None = None,
    *,
    touched: Sequence[str] = (),
    lost: Sequence[int] = (),
    trailers: Sequence[tuple[str, str]] = (),
    minute: int = 300,
) -> dict[str, CommitFact]:
    """The commit with these trees."""
    then = CommitThen(first, own, tuple(touched), frozenset(ident("evt", number) for number in lost))
    return {COMMIT: CommitFact("exact", COMMIT, instant(at(minute)), tuple(trailers), (), then)}


def trailers_of(*named: tuple[str, str]) -> tuple[Edge, ...]:
    """What trailers of the commit declare: each ``implements`` or ``informed_by``, and what it names."""
    keys = {"implements": "Fabric-Implements", "informed_by": "Fabric-Informed-By"}
    return tuple(edge for kind, value in named for edge in trailer_edges(COMMIT, keys[kind], value, kind, at(300)))


def provenance_of(*events: Wire, declared: Iterable[Edge] = ()) -> Provenance:
    """The index over these events, and over what trailers declare."""
    return Provenance(build_history(load(stores_of(*events))), declared)


def trace_of(
    text: str,
    *events: Wire,
    facts: Mapping[str, CommitFact] = FACTS,
    request: Request | None = None,
    problems: Iterable[tuple[str, str | None, str | None]] = (),
    runtime_read: bool = True,
    declared: Iterable[Edge] = (),
    areas: Areas | None = None,
    trailer_names: TrailerNames | None = None,
) -> Trace:
    """The trace of one node among these events."""
    provenance = provenance_of(*events, declared=declared)
    subject = find_subject(parse_node(text, provenance), provenance, facts)
    surroundings = Surroundings(
        instant(at(500)),
        facts,
        lambda *_: [(code, [(event_id, record_id)]) for code, event_id, record_id in problems],
        runtime_read,
        areas=areas or {},
        trailer_names=trailer_names or TrailerNames(),
    )
    return trace(provenance, subject, request or Request(), surroundings)
