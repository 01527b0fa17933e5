"""The whole provenance graph, as a networkx multigraph that every page and export can walk.

Nodes are keyed by :attr:`Node.key` and carry ``kind``, ``id``, ``provider`` and ``url``. Edges are keyed by event id (a
receipt's by its derived relation id, a trailer's by what it says) and carry ``type``, ``class``, ``relation_id``,
``event_id``, ``receipt_id``, ``reason``, ``actor``, ``trust``, ``asserted_at``, ``trailer`` and ``dispute``, the mark
of a declaration that was challenged (:func:`.disputes.dispute_mark`), or None.

The lifecycle is drawn with nodes of the kind ``event``: a record has a ``revision`` edge to each of its revisions, and
each change an ``extends`` edge to its parent event; a change that no chain reaches has only the latter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from operator import itemgetter

import networkx as nx

from ...ledger.collector import collector_paused
from ...ledger.events import Event, Node, StateChange
from ...ledger.history import History, RecordHistory
from ...ledger.receipts import derived_relations
from ..claims.revisions import revisions
from .disputes import dispute_mark, disputed_relations, disputes_of
from .edges import Edge, declared_edge, derived_edge
from .provenance import NodeKey, each_once, receipt_of, relation_of


def build_graph(history: History, declared: Iterable[Edge] = ()) -> nx.MultiDiGraph[NodeKey]:
    """Everything the history holds, nodes by key and edges by their ends and key; never by file order.

    ``declared`` is what commits declare by trailers (:attr:`.provenance.Provenance.declared`).
    """
    with collector_paused():  # nothing here makes a cycle
        return _build(history, declared)


def _build(history: History, declared: Iterable[Edge]) -> nx.MultiDiGraph[NodeKey]:
    nodes: dict[NodeKey, Node] = {}
    rows: list[tuple[NodeKey, NodeKey, str, str, Edge]] = []
    for node in own_objects(history):
        _keep(nodes, node.key, node)
    for edge in all_edges(history, declared):
        source, target = edge.source.key, edge.target.key
        _keep(nodes, source, edge.source)
        _keep(nodes, target, edge.target)
        rows.append((source, target, edge.key, edge.event_id or "", edge))
    disputes = disputed_relations(history)
    graph: nx.MultiDiGraph[NodeKey] = nx.MultiDiGraph()
    for key in sorted(nodes):
        node = nodes[key]
        graph.add_node(key, kind=node.kind, id=node.id, provider=node.provider, url=node.url)
    for source, target, name, event_id, edge in sorted(rows, key=itemgetter(0, 1, 2, 3)):
        # Two receipt events may share one receipt id, and so the ids of what they stand for.
        distinct = f"{name}:{event_id}" if graph.has_edge(source, target, name) else name
        graph.add_edge(
            source, target, distinct, **edge_attributes(edge), dispute=dispute_mark(disputes_of(edge, disputes))
        )
    return graph


def edge_attributes(edge: Edge) -> dict[str, object]:
    """What an edge says of itself, as attributes of a graph's edge."""
    return {
        "type": edge.type,
        "class": edge.edge_class,
        "relation_id": edge.relation_id,
        "event_id": edge.event_id,
        "receipt_id": edge.receipt_id,
        "reason": edge.reason,
        "actor": edge.actor,
        "trust": edge.trust,
        "asserted_at": edge.asserted_at,
        "trailer": edge.trailer,
    }


def lifecycle_edges(history: RecordHistory) -> Iterator[Edge]:
    """The chain of one record, every branch of a fork included."""
    record = Node("record", history.record_id)
    for event in revisions(history):
        yield _lifecycle("revision", record, event, event.event_id)
        if event.parent_event_id is not None:
            yield _lifecycle("extends", Node("event", event.event_id), event, event.parent_event_id)


def _keep(nodes: dict[NodeKey, Node], key: NodeKey, node: Node) -> None:
    """Remember a node; of several urls the least one stands for it, whatever the order."""
    known = nodes.get(key)
    if known is None or (node.url is not None and (known.url is None or node.url < known.url)):
        nodes[key] = node


def all_edges(history: History, declared: Iterable[Edge] = ()) -> Iterator[Edge]:
    """Every edge of the whole graph, in no order that means anything; ``declared`` are the edges of trailers."""
    return chain(_edges(history), each_once(declared))


def own_objects(history: History) -> Iterator[Node]:
    """The records, threads and projections of the history, which are nodes even where no edge names them."""
    for kind, ids in (
        ("record", history.records),
        ("thread", history.threads),
        ("projection", history.projections),
    ):
        for identifier in ids:
            yield Node(kind, identifier)


def _edges(history: History) -> Iterator[Edge]:
    for event in history.relations:
        yield declared_edge(event, relation_of(event))
    for events in history.receipts.values():
        for event in events:
            receipt = receipt_of(event)
            for relation in derived_relations(receipt):
                yield derived_edge(event, receipt, relation)
    for record in history.records.values():
        yield from lifecycle_edges(record)
    for unplaced in history.unplaced:
        change = unplaced.event
        if change.parent_event_id is not None:
            yield _lifecycle("extends", Node("event", change.event_id), change, change.parent_event_id)


def _lifecycle(kind: str, source: Node, event: Event, target_event_id: str) -> Edge:
    reason = event.payload.lifecycle_reason if isinstance(event.payload, StateChange) else None
    return Edge(
        type=kind,
        source=source,
        target=Node("event", target_event_id),
        event_id=event.event_id,
        actor=event.actor,
        trust=event.trust,
        asserted_at=event.occurred_at,
        reason=reason,
    )
