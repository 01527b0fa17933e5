"""A trace: the auditor's answer about one commit, record, action, message, thread, issue or PR."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field

from ...ledger.events import Event, Node, Record, Scope, Thread
from ...ledger.history import History, RecordHistory
from ...ledger.instants import Instant
from ...ledger.matching import Areas
from ...repository.configs.trailer_names import TrailerNames
from ..claims.claim import Claim, Verdict
from ..claims.facts import CommitFact
from ..claims.ladder import Ladder, declared_by, declared_of
from ..claims.revisions import listed_revisions
from ..claims.subjects import Subject
from ..claims.threads import (
    NAMES,
    SubjectThread,
    differing_statements,
    subject_fact,
    subject_threads,
    subject_time,
)
from ..graph.edges import Edge, EdgeClass
from ..graph.neighbourhood import Direction, Neighbourhood, neighbourhood
from ..graph.provenance import Provenance, is_local, receipt_of
from .answer_problems import Problems, events_told_of, no_problems, shown_wrong, touching


@dataclass(frozen=True, slots=True)
class Received:
    """A receipt that lists the record that is asked about.

    It ``counts`` where it lists a revision of the record too (contract, *Claims*).
    """

    thread_id: str
    state: str
    occurred_at: str
    receipt_id: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Scoped:
    """How many records and threads name an issue or a PR in their scope: no declaration of influence."""

    records: int
    threads: int


@dataclass(frozen=True, slots=True)
class Request:
    """How far the relations are followed: steps, which way, and which types (none means all).

    ``all`` lists the claims with the verdict none too.
    """

    depth: int = 2
    direction: Direction = Direction.BOTH
    types: tuple[str, ...] = ()
    all: bool = False


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything that is known of one subject. Renderers only spell it.

    ``claims`` are those that are declared, available or unknown, and with ``Request.all`` every one;
    ``none_not_listed`` counts those with the verdict none that are left out. Of a record, to which nothing is
    delivered, only those are listed that it declares or that a relation ties to it. Nothing else of the request changes
    the claims; ``nodes``, ``relations`` and ``lineage`` are what it reached. ``resolutions`` is by commit id, for each
    commit among the nodes; ``candidates`` has, for an unreachable one, commits that may be the same work. ``declared``
    are the subject's declarations, ``declared_of`` those of others about it. ``records`` holds the records that the
    answer names, where they are known.
    ``known`` is False where no relation or receipt names the subject and no event makes it. ``scoped`` is given for
    an issue or a PR. ``statements`` are the copies of thread events that differ in what they state of the thread that
    is asked about, by event id and file: none is chosen.
    """

    as_of: Instant
    request: Request
    root: Node
    spellings: tuple[Node, ...]
    known: bool
    scoped: Scoped | None
    time: Instant | None
    statements: tuple[Event, ...]
    threads: tuple[SubjectThread, ...]
    truncated: bool
    claims: tuple[Claim, ...]
    none_not_listed: int
    declared: tuple[Edge, ...]
    declared_of: tuple[Edge, ...]
    received: tuple[Received, ...]
    nodes: tuple[Node, ...]
    relations: tuple[Edge, ...]
    resolutions: Mapping[str, str]
    candidates: Mapping[str, tuple[str, ...]]
    records: Mapping[str, RecordHistory]
    problems: tuple[str, ...]
    runtime_read: bool

    @property
    def lineage(self) -> tuple[Edge, ...]:
        """The relations that say where something comes from: neither availability nor causality."""
        return tuple(edge for edge in self.relations if edge.edge_class is EdgeClass.LINEAGE)

    def claims_with(self, verdict: Verdict) -> tuple[Claim, ...]:
        """The claims of one verdict, in their order."""
        return tuple(claim for claim in self.claims if claim.verdict is verdict)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the edges of the program bring to a trace: the time of judgement, git's answers, the findings.

    ``divergent`` has, by event id, the copies of one event whose contents differ. ``areas`` are those of the config
    that is examined, ``trailer_names`` what trailers of commits are called here.
    """

    as_of: Instant
    facts: Mapping[str, CommitFact]
    problems: Problems = no_problems
    runtime_read: bool = False
    divergent: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)
    areas: Areas = field(default_factory=dict)
    trailer_names: TrailerNames = NAMES


def commits_around(subject: Subject, provenance: Provenance, request: Request) -> tuple[str, ...]:
    """The commit ids that the answer will name, for git to resolve before :func:`trace`."""
    around = _around(subject, provenance, request)
    return tuple(sorted({node.id for node in (*around.nodes, *subject.spellings) if node.kind == "commit"}))


def trace(provenance: Provenance, subject: Subject, request: Request, surroundings: Surroundings) -> Trace:
    """Answer for one subject. Pure: the same history, request and surroundings give the same trace."""
    around = _around(subject, provenance, request)
    threads = subject_threads(subject, provenance, surroundings.facts, surroundings.trailer_names)
    statements = differing_statements(subject, surroundings.divergent)
    time = subject_time(subject, provenance, surroundings.facts, statements)
    found, left_out = Ladder(provenance, surroundings.areas, surroundings.divergent).claims(
        subject, threads=threads, time=time, fact=subject_fact(subject, surroundings.facts), every=request.all
    )
    some = _with_some_part(found)
    listed = some
    if is_local(subject.node, "record"):
        beside = _records_beside(subject, provenance)
        listed = tuple(claim for claim in some if claim.causality or claim.record_id in beside)
    claims = found if request.all else listed
    named = {claim.record_id for claim in listed} | {node.id for node in around.nodes if is_local(node, "record")}
    shown = named | {claim.record_id for claim in claims}
    records = provenance.history.records
    declarations = declared_by(subject, provenance)
    of_others = declared_of(subject, provenance)
    edges = (*around.edges, *declarations, *of_others)
    facts = {
        node.id: surroundings.facts[node.id]
        for node in (*around.nodes, *subject.spellings)
        if node.kind == "commit" and node.id in surroundings.facts
    }
    return Trace(
        as_of=surroundings.as_of,
        request=request,
        root=subject.node,
        spellings=subject.spellings,
        known=any(provenance.knows(node) for node in subject.spellings),
        scoped=_scoped(subject.node, provenance.history, surroundings.divergent),
        time=time,
        statements=statements,
        threads=threads,
        truncated=around.truncated,
        claims=claims,
        none_not_listed=0 if request.all else left_out + len(found) - len(some),
        declared=tuple(declarations),
        declared_of=tuple(of_others),
        received=_received(subject, provenance),
        nodes=around.nodes,
        relations=around.edges,
        resolutions={identifier: fact.resolution for identifier, fact in facts.items()},
        candidates={identifier: fact.candidates for identifier, fact in facts.items() if fact.candidates},
        records={record_id: records[record_id] for record_id in sorted(shown) if record_id in records},
        problems=tuple(
            sorted(
                {
                    *touching(
                        surroundings.problems,
                        events_told_of(edges, listed, threads, around.nodes, provenance.history, named),
                        named | {each for claim in listed for cause in claim.causality for each in cause.disputed_by},
                    ),
                    *shown_wrong(listed, threads, provenance.history, runtime_read=surroundings.runtime_read),
                }
            )
        ),
        runtime_read=surroundings.runtime_read,
    )


def _around(subject: Subject, provenance: Provenance, request: Request) -> Neighbourhood:
    return neighbourhood(
        provenance, subject.spellings, depth=request.depth, direction=request.direction, types=request.types
    )


def _with_some_part(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """The claims, which stand in their order, up to those with the verdict none."""
    return claims[: bisect_left(claims, Verdict.NONE.rank, key=lambda claim: claim.verdict.rank)]


def _records_beside(subject: Subject, provenance: Provenance) -> set[str]:
    """Records that a relation ties directly to the subject."""
    edges = [edge for node in subject.spellings for edge in provenance.edges_at(node)]
    return {end.id for edge in edges for end in (edge.source, edge.target) if is_local(end, "record")}


def _received(subject: Subject, provenance: Provenance) -> tuple[Received, ...]:
    if not is_local(subject.node, "record"):
        return ()
    record = provenance.history.records.get(subject.node.id)
    receipts = [receipt_of(event) for event in provenance.receipts_of_record(subject.node.id)]
    found = {
        Received(
            receipt.thread_id,
            receipt.state,
            receipt.occurred_at,
            receipt.receipt_id,
            counts=bool(listed_revisions(record, receipt)),
        )
        for receipt in receipts
    }
    return tuple(
        sorted(found, key=lambda item: (item.thread_id, item.receipt_id, item.state, item.occurred_at, item.counts))
    )


def _scoped(node: Node, history: History, divergent: Mapping[str, tuple[Event, ...]]) -> Scoped | None:
    """Which scopes name an issue or a PR, in any version of a record, at any time and in any copy of a thread."""
    if not (is_local(node, "issue") or is_local(node, "pr")):
        return None

    def names(scope: Scope) -> bool:
        return (scope.issue if node.kind == "issue" else scope.pr) == node.id

    records = {
        record.record_id
        for record in history.records.values()
        for event in (record.creation, *(version for conflict in record.conflicts for version in conflict.versions))
        if isinstance(event.payload, Record) and names(event.payload.scope)
    }
    threads = {
        event.payload.thread_id
        for events in (*history.threads.values(), *divergent.values())
        for event in events
        if isinstance(event.payload, Thread) and names(event.payload.scope)
    }
    return Scoped(len(records), len(threads))
