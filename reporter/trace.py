"""A trace: the auditor's answer about one commit, record, action, message, thread, issue or PR."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ..ledger.events import Node
from ..ledger.history import RecordHistory
from ..ledger.instants import Instant
from .claims import Claim, Verdict
from .edges import Edge, EdgeClass
from .ladder import declared_by, declared_of, find_claims
from .neighbourhood import Direction, Neighbourhood, neighbourhood
from .provenance import Provenance, receipt_of
from .subjects import CommitFact, Subject
from .threads import SubjectThread, subject_threads, subject_time

# What touches an answer: rule code, event id, record id.
ProblemOf = tuple[str, str | None, str | None]


@dataclass(frozen=True, slots=True)
class Received:
    """A receipt for the record that is asked about, as its own page shows it."""

    thread_id: str
    state: str
    occurred_at: str
    receipt_id: str


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
    ``known`` is False where no event names the subject at all.
    """

    as_of: Instant
    request: Request
    root: Node
    spellings: tuple[Node, ...]
    known: bool
    time: Instant | None
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
    """What the edges of the program bring to a trace: the time of judgement, git's answers, the findings."""

    as_of: Instant
    facts: Mapping[str, CommitFact]
    problems: Collection[ProblemOf] = ()
    runtime_read: bool = False


def commits_around(subject: Subject, provenance: Provenance, request: Request) -> tuple[str, ...]:
    """The commit ids that the answer will name, for git to resolve before :func:`trace`."""
    around = _around(subject, provenance, request)
    return tuple(sorted({node.id for node in (*around.nodes, *subject.spellings) if node.kind == "commit"}))


def trace(provenance: Provenance, subject: Subject, request: Request, surroundings: Surroundings) -> Trace:
    """Answer for one subject. Pure: the same history, request and surroundings give the same trace."""
    around = _around(subject, provenance, request)
    threads = subject_threads(subject, provenance)
    time = subject_time(subject, provenance, surroundings.facts)
    belonging = {thread.thread_id for thread in threads}
    if subject.node.kind == "thread":
        belonging.add(subject.node.id)
    claims = find_claims(
        subject,
        provenance,
        threads=belonging,
        time=time,
        also=_records_beside(subject, around.edges),
    )
    named = {claim.record_id for claim in claims} | {node.id for node in around.nodes if node.kind == "record"}
    records = provenance.history.records
    declarations = declared_by(subject, provenance)
    of_others = declared_of(subject, provenance)
    events = {edge.event_id for edge in (*around.edges, *declarations, *of_others)}
    return Trace(
        as_of=surroundings.as_of,
        request=request,
        root=subject.node,
        spellings=subject.spellings,
        known=any(provenance.knows(node) for node in subject.spellings),
        time=time,
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
        problems=_touching(surroundings.problems, events, named, records),
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
            if near.key in own and far.kind == "record" and far.key not in own:
                found.add(far.id)
    return found


def _received(subject: Subject, provenance: Provenance) -> tuple[Received, ...]:
    if subject.node.kind != "record":
        return ()
    receipts = [receipt_of(event) for event in provenance.receipts_of_record(subject.node.id)]
    found = {
        Received(receipt.thread_id, receipt.state, receipt.occurred_at, receipt.receipt_id) for receipt in receipts
    }
    return tuple(sorted(found, key=lambda item: (item.thread_id, item.receipt_id, item.state, item.occurred_at)))


def _touching(
    problems: Iterable[ProblemOf],
    event_ids: Collection[str],
    record_ids: Collection[str],
    records: Mapping[str, RecordHistory],
) -> tuple[str, ...]:
    """Codes of the findings whose event or record is part of the answer, sorted, each once."""
    chain = {
        event.event_id for record_id in record_ids if record_id in records for event in records[record_id].revisions
    }
    return tuple(
        sorted(
            {
                code
                for code, event_id, record_id in problems
                if event_id in event_ids or event_id in chain or record_id in record_ids
            }
        )
    )
