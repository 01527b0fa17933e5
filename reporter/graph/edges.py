"""Edges of the provenance graph: what connects two nodes, of which class, on whose word."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ...ledger.events import Actor, Event, Node, Receipt, Relation, Trust


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

    ``asserted_at`` is when it was said: the event's time, or the receipt's own.
    """

    type: str
    source: Node
    target: Node
    event_id: str
    actor: Actor
    trust: Trust
    asserted_at: str
    relation_id: str | None = None
    receipt_id: str | None = None
    reason: str | None = None

    @property
    def edge_class(self) -> EdgeClass:
        """The one class of this edge."""
        return CLASS_OF_TYPE[self.type]

    @property
    def key(self) -> str:
        """What tells this edge from every other: the event id, or the derived relation id for a receipt's edge."""
        return self.relation_id if self.receipt_id is not None and self.relation_id is not None else self.event_id

    @property
    def order(self) -> tuple[str, str]:
        """Edges sort by relation id; a relation id that two events use leaves them apart, by event id."""
        return (self.relation_id or "", self.event_id)


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
