"""Edges of the provenance graph: what connects two nodes, of which class, on whose word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ...ledger.events import Actor, Event, Node, Receipt, Relation, Trust
from ...ledger.instants import Instant
from ...repository.around.trailers import CommitTrailer
from ...repository.configs.trailer_names import IMPLEMENTS, INFORMED_BY, TrailerNames, named_records


class EdgeClass(StrEnum):
    """What an edge can prove; every edge has exactly one (fabric/1.0, *Availability is not causality*)."""

    AVAILABILITY = "availability"
    CAUSALITY = "causality"
    LINEAGE = "lineage"
    LIFECYCLE = "lifecycle"


CLASS_OF_TYPE = {
    "delivered_to": EdgeClass.AVAILABILITY,
    "exposed_to": EdgeClass.AVAILABILITY,
    "informed_by": EdgeClass.CAUSALITY,
    "implements": EdgeClass.CAUSALITY,
    "derived_from": EdgeClass.LINEAGE,
    "supersedes": EdgeClass.LINEAGE,
    "challenges": EdgeClass.LINEAGE,
    "resolves": EdgeClass.LINEAGE,
    "revision": EdgeClass.LIFECYCLE,
    "extends": EdgeClass.LIFECYCLE,
}

# The types that a relation event may have; the two of the lifecycle are drawn from the chain.
RELATION_TYPES = tuple(name for name, kind in CLASS_OF_TYPE.items() if kind is not EdgeClass.LIFECYCLE)


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge. ``receipt_id`` is set where a receipt stands behind it; ``trust`` is what its writer claims.

    ``asserted_at`` is when it was said: the event's time, the receipt's own, or the commit's, which is empty where git
    cannot read it. A commit's ``trailer`` (``Fabric-Implements: rec_…``, as it was written) has no event, names no
    actor and claims no trust: none is made up.
    """

    type: str
    source: Node
    target: Node
    event_id: str | None
    actor: Actor | None
    trust: Trust | None
    asserted_at: str
    relation_id: str | None = None
    receipt_id: str | None = None
    reason: str | None = None
    trailer: str | None = None

    @property
    def edge_class(self) -> EdgeClass:
        """The one class of this edge."""
        return CLASS_OF_TYPE[self.type]

    @property
    def key(self) -> str:
        """What tells this edge from every other.

        The event id; a receipt's derived relation id; or a commit, and what its trailer says of which record.
        """
        if self.receipt_id is not None and self.relation_id is not None:
            return self.relation_id
        if self.event_id is not None:
            return self.event_id
        return " ".join((self.source.spelled, self.type, self.target.spelled, self.trailer or ""))

    @property
    def order(self) -> tuple[str, str, str]:
        """Edges sort by relation id; a relation id that two events use leaves them apart, by event id.

        What commits declare by trailers has neither, and comes first.
        """
        return (self.relation_id or "", self.event_id or "", self.key)


def declared_edge(event: Event, relation: Relation) -> Edge:
    """The edge of a relation event."""
    return Edge(
        type=relation.type,
        source=relation.source,
        target=relation.target,
        event_id=event.event_id,
        actor=event.actor,
        trust=event.trust,
        asserted_at=event.occurred_at,
        relation_id=relation.relation_id,
        reason=relation.reason,
    )


def derived_edge(event: Event, receipt: Receipt, relation: Relation) -> Edge:
    """An edge that a receipt stands for."""
    return Edge(
        type=relation.type,
        source=relation.source,
        target=relation.target,
        event_id=event.event_id,
        actor=event.actor,
        trust=event.trust,
        asserted_at=receipt.occurred_at,
        relation_id=relation.relation_id,
        receipt_id=receipt.receipt_id,
    )


def trailer_edges(commit_id: str, key: str, value: str, kind: str, asserted_at: str) -> tuple[Edge, ...]:
    """What one trailer of a commit declares: an edge for each record that its value names, in their order.

    ``kind`` is ``implements`` or ``informed_by``, ``asserted_at`` the commit's time in RFC 3339, or empty.
    """
    commit = Node("commit", commit_id)
    return tuple(
        Edge(
            type=kind,
            source=commit,
            target=Node("record", record_id),
            event_id=None,
            actor=None,
            trust=None,
            asserted_at=asserted_at,
            trailer=f"{key}: {value}",
        )
        for record_id in named_records(value)
    )


def edges_of_trailers(trailers: Iterable[CommitTrailer], names: TrailerNames) -> tuple[Edge, ...]:
    """What all these trailers declare, by their names, for :class:`.provenance.Provenance`.

    It is without a time where git cannot read that of the commit.
    """
    return tuple(
        edge
        for trailer in trailers
        if (kind := names.means(trailer.key)) in (IMPLEMENTS, INFORMED_BY)
        for edge in trailer_edges(
            trailer.commit,
            trailer.key,
            trailer.value,
            kind,
            "" if trailer.seconds is None else Instant(trailer.seconds).text,
        )
    )
