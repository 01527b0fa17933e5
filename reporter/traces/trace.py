"""A trace: the auditor's answer about one commit, record, action, message, thread, issue or PR."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ...ledger.events import Event, Node, Record, Scope, Thread
from ...ledger.history import History, RecordHistory
from ...ledger.instants import Instant
from ..claims.claim import Claim, Verdict
from ..claims.ladder import declared_by, declared_of, find_claims
from ..claims.revisions import listed_revisions, revisions
from ..claims.subjects import CommitFact, Subject
from ..claims.threads import SubjectThread, differing_statements, subject_threads, subject_time
from ..graph.edges import Edge, EdgeClass
from ..graph.neighbourhood import Direction, Neighbourhood, neighbourhood
from ..graph.provenance import Provenance, is_local, receipt_of

# What one finding is about: an event id, a record id.
Place = tuple[str | None, str | None]
# A rule's code and where it found something; asked for only as far as one place touches the answer.
ProblemsOf = tuple[str, Iterable[Place]]


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
    """How far the relations are followed: steps, which way, and which types (none means all)."""

    depth: int = 2
    direction: Direction = Direction.BOTH
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything that is known of one subject. Renderers only spell it.

    ``claims`` do not depend on the request; ``nodes``, ``relations`` and ``lineage`` are what it reached.
    ``resolutions`` is by commit id, for each commit among the nodes. ``declared`` are the subject's declarations,
    ``declared_of`` those of others about it. ``records`` holds the records that the answer names, where they are known.
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
    declared: tuple[Edge, ...]
    declared_of: tuple[Edge, ...]
    received: tuple[Received, ...]
    nodes: tuple[Node, ...]
    relations: tuple[Edge, ...]
    resolutions: Mapping[str, str]
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

    ``divergent`` has, by event id, the copies of one event whose contents differ.
    """

    as_of: Instant
    facts: Mapping[str, CommitFact]
    problems: Iterable[ProblemsOf] = ()
    runtime_read: bool = False
    divergent: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)


def commits_around(subject: Subject, provenance: Provenance, request: Request) -> tuple[str, ...]:
    """The commit ids that the answer will name, for git to resolve before :func:`trace`."""
    around = _around(subject, provenance, request)
    return tuple(sorted({node.id for node in (*around.nodes, *subject.spellings) if node.kind == "commit"}))


def trace(provenance: Provenance, subject: Subject, request: Request, surroundings: Surroundings) -> Trace:
    """Answer for one subject. Pure: the same history, request and surroundings give the same trace."""
    around = _around(subject, provenance, request)
    threads = subject_threads(subject, provenance, surroundings.facts)
    statements = differing_statements(subject, surroundings.divergent)
    time = subject_time(subject, provenance, surroundings.facts, statements)
    belonging = {thread.thread_id for thread in threads}
    if is_local(subject.node, "thread"):
        belonging.add(subject.node.id)
    claims = find_claims(
        subject,
        provenance,
        threads=belonging,
        time=time,
        also=_records_beside(subject, around.edges),
    )
    named = {claim.record_id for claim in claims} | {node.id for node in around.nodes if is_local(node, "record")}
    records = provenance.history.records
    declarations = declared_by(subject, provenance)
    of_others = declared_of(subject, provenance)
    edges = (*around.edges, *declarations, *of_others)
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
        declared=tuple(declarations),
        declared_of=tuple(of_others),
        received=_received(subject, provenance),
        nodes=around.nodes,
        relations=around.edges,
        resolutions={
            node.id: surroundings.facts[node.id].resolution
            for node in (*around.nodes, *subject.spellings)
            if node.kind == "commit" and node.id in surroundings.facts
        },
        records={record_id: records[record_id] for record_id in sorted(named) if record_id in records},
        problems=_touching(
            surroundings.problems,
            {
                *(edge.event_id for edge in edges),
                *_told_of(claims, threads),
                *_made(around.nodes, provenance.history),
                *(
                    event.event_id
                    for record_id in named
                    if record_id in records
                    for event in revisions(records[record_id])
                ),
            },
            named | {record_id for claim in claims for cause in claim.causality for record_id in cause.disputed_by},
        ),
        runtime_read=surroundings.runtime_read,
    )


def _around(subject: Subject, provenance: Provenance, request: Request) -> Neighbourhood:
    return neighbourhood(
        provenance, subject.spellings, depth=request.depth, direction=request.direction, types=request.types
    )


def _records_beside(subject: Subject, edges: Iterable[Edge]) -> set[str]:
    """Records that a relation of the answer ties directly to the subject."""
    own = {node.key for node in subject.spellings}
    found = set()
    for edge in edges:
        for near, far in ((edge.source, edge.target), (edge.target, edge.source)):
            if near.key in own and is_local(far, "record") and far.key not in own:
                found.add(far.id)
    return found


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


def _told_of(claims: Iterable[Claim], threads: Iterable[SubjectThread]) -> Iterator[str]:
    """The events behind the claims and behind the ties to threads, which a narrow request may leave out."""
    for claim in claims:
        for step in (claim.delivered, claim.exposed):
            yield from (entry.event_id for entry in (*step.receipts, *step.after))
            yield from (edge.event_id for edge in step.claimed)
    yield from (thread.event_id for thread in threads if thread.event_id is not None)


def _made(nodes: Iterable[Node], history: History) -> Iterator[str]:
    """The events that make the threads and projections among these nodes."""
    for node in nodes:
        events: Iterable[Event] = ()
        if is_local(node, "thread"):
            events = history.threads.get(node.id, ())
        elif is_local(node, "projection"):
            events = history.projections.get(node.id, ())
        yield from (event.event_id for event in events)


def _touching(
    problems: Iterable[ProblemsOf], event_ids: Collection[str], record_ids: Collection[str]
) -> tuple[str, ...]:
    """Codes of the rules that found something in an event or a record of the answer, sorted, each once."""
    return tuple(
        sorted(
            {
                code
                for code, places in problems
                if any(event_id in event_ids or record_id in record_ids for event_id, record_id in places)
            }
        )
    )
