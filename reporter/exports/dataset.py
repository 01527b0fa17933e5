"""What an export holds, whatever form it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...ledger.events import Node
from ...ledger.history import History
from ...ledger.instants import Instant
from ...ledger.receipts import derived_relations
from ...lint.finding import Finding
from ..claims.claim import Claim
from ..graph.edges import Edge, declared_edge, derived_edge
from ..graph.provenance import receipt_of, relation_of


@dataclass(frozen=True, slots=True)
class SubjectClaims:
    """A subject that the ledger or a commit's trailer names, with its claims (those with the verdict none left out).

    ``resolution`` tells how a commit's id resolved here, and is None for anything else; ``time`` is the subject's.
    """

    node: Node
    resolution: str | None
    time: Instant | None
    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class Dataset:
    """One reading of one ledger. Every table repeats ``repository`` and ``revision``, so that many can be joined.

    ``revision`` is the full id of the commit that was read, or None where the files of a worktree were. ``runtime``
    says whether threads, projections and receipts were read: without them nothing is known of deliveries.
    """

    repository: str
    revision: str | None
    ledger: str
    as_of: Instant
    runtime: bool
    version: str
    history: History
    trailers: Sequence[Edge]
    subjects: Sequence[SubjectClaims]
    findings: Sequence[Finding]

    @cached_property
    def relations(self) -> tuple[Edge, ...]:
        """Every relation: those of events, those that receipts stand for, those of commits' trailers, in order."""
        return tuple(sorted(self._relations(), key=lambda edge: edge.order))

    def _relations(self) -> Iterator[Edge]:
        yield from self.trailers
        for event in self.history.relations:
            yield declared_edge(event, relation_of(event))
        for events in self.history.receipts.values():
            for event in events:
                receipt = receipt_of(event)
                for relation in derived_relations(receipt):
                    yield derived_edge(event, receipt, relation)

    def nodes(self) -> Iterable[Node]:
        """Every end of a relation, and every record, thread and projection, each once, by key."""
        found = {node.key: node for edge in self.relations for node in (edge.source, edge.target)}
        known = (("record", self.history.records), ("thread", self.history.threads))
        for kind, ids in (*known, ("projection", self.history.projections)):
            for identifier in ids:
                found.setdefault((kind, "", identifier), Node(kind, identifier))
        return [found[key] for key in sorted(found)]
