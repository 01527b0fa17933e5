"""The whole graph with parallel edges taken together, for a page that shows all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...ledger.collector import collector_paused
from ...ledger.events import Node
from ...ledger.history import History
from .disputes import Dispute, dispute_mark, disputes_of
from .edges import Edge
from .provenance import NodeKey
from .whole_graph import all_edges, own_objects


@dataclass(frozen=True, slots=True)
class Bundle:
    """Edges of one type between the same nodes, in the same standing: how many, and the first that was asserted."""

    edge: Edge
    mark: str | None
    count: int


@dataclass(frozen=True, slots=True)
class BundledGraph:
    """The nodes by key, and the bundles of edges between them, both sorted; ``edges`` counts single edges."""

    nodes: Mapping[NodeKey, Node]
    bundles: Sequence[Bundle]
    edges: int


def bundle_graph(
    history: History, declared: Iterable[Edge], disputes: Mapping[str, tuple[Dispute, ...]]
) -> BundledGraph:
    """Everything that the whole graph has. ``declared`` are the edges of trailers, ``disputes`` those of relations."""
    nodes = {node.key: node for node in own_objects(history)}
    first: dict[tuple[NodeKey, NodeKey, str, str], Edge] = {}
    counts: Counter[tuple[NodeKey, NodeKey, str, str]] = Counter()
    with collector_paused():  # nothing here makes a cycle
        for edge in all_edges(history, declared):
            for node in (edge.source, edge.target):
                nodes.setdefault(node.key, node)
            key = (edge.source.key, edge.target.key, edge.type, dispute_mark(disputes_of(edge, disputes)) or "")
            counts[key] += 1
            if key not in first or (edge.asserted_at, edge.key) < (first[key].asserted_at, first[key].key):
                first[key] = edge
    bundles = [Bundle(first[key], key[3] or None, counts[key]) for key in sorted(first)]
    return BundledGraph({key: nodes[key] for key in sorted(nodes)}, bundles, counts.total())
