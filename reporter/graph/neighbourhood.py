"""The relations around a node, breadth first, as far as asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ...ledger.events import Node
from .edges import Edge
from .provenance import NodeKey, Provenance


class Direction(StrEnum):
    """Which way relations are followed, at every hop alike."""

    BOTH = "both"
    OUTGOING = "outgoing"
    INCOMING = "incoming"


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What lies around a node: nodes sorted by key, edges in their own order.

    ``truncated`` is True where a node at the last step has relations that the asked depth left out.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    truncated: bool


def neighbourhood(
    provenance: Provenance,
    roots: Collection[Node],
    *,
    depth: int,
    direction: Direction = Direction.BOTH,
    types: Collection[str] = (),
) -> Neighbourhood:
    """Every relation that ``depth`` steps (at least one) from the roots reach, each once.

    ``roots`` are the spellings of one thing, so they lie at the same distance. ``types`` narrows the relation types
    that are followed at all; empty means every type. Two events that use one relation id are two edges.
    """
    nodes: dict[NodeKey, Node] = {root.key: root for root in roots}
    edges: dict[tuple[str, str, str], Edge] = {}
    frontier = sorted(nodes)
    for _ in range(max(depth, 1)):
        reached: set[NodeKey] = set()
        for key in frontier:
            for edge, far in _steps(provenance, nodes[key], direction, types):
                edges[edge.order] = edge
                if far.key not in nodes:
                    nodes[far.key] = provenance.node(far.key)
                    reached.add(far.key)
        frontier = sorted(reached)
        if not frontier:
            break
    truncated = any(
        edge.order not in edges for key in frontier for edge, _ in _steps(provenance, nodes[key], direction, types)
    )
    return Neighbourhood(
        nodes=tuple(nodes[key] for key in sorted(nodes)),
        edges=tuple(sorted(edges.values(), key=lambda edge: edge.order)),
        truncated=truncated,
    )


def _steps(
    provenance: Provenance, node: Node, direction: Direction, types: Collection[str]
) -> Iterator[tuple[Edge, Node]]:
    """The edges that may be followed from a node, each with its far end."""
    for edge in provenance.edges_at(node):
        if types and edge.type not in types:
            continue
        if direction is not Direction.INCOMING and edge.source.key == node.key:
            yield edge, edge.target
        elif direction is not Direction.OUTGOING and edge.target.key == node.key:
            yield edge, edge.source
