"""An index over the history that answers for one node without building the graph of all of them.

One cheap pass notes which relation and receipt events touch which node. Edges are made, and the ids of receipts'
relations hashed, only for nodes that are asked about. What commits declare by their trailers is given, and stands
beside what the events say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from ...ledger.events import Event, Node, Receipt, Relation
from ...ledger.history import History
from ...ledger.receipts import record_relation, thread_relation
from .edges import Edge, declared_edge, derived_edge

NodeKey = tuple[str, str, str]


def is_local(node: Node, kind: str) -> bool:
    """True if the node is of this kind and the ledger's own: a provider's object with the same id is another one."""
    return node.kind == kind and not node.provider


def relation_of(event: Event) -> Relation:
    """The payload of an event that is known to be a relation."""
    assert isinstance(event.payload, Relation)
    return event.payload


def receipt_of(event: Event) -> Receipt:
    """The payload of an event that is known to be a receipt."""
    assert isinstance(event.payload, Receipt)
    return event.payload


class Provenance:
    """Which events, and which trailers of commits, touch which node.

    ``declared`` are the edges of trailers (:func:`.edges.trailer_edges`), in any order; the same one counts once.
    """

    def __init__(self, history: History, declared: Iterable[Edge] = ()) -> None:
        self.history = history
        self.declared: tuple[Edge, ...] = each_once(declared)
        self._relations: defaultdict[NodeKey, list[Event]] = defaultdict(list)
        self._nodes: dict[NodeKey, Node] = {}
        self._derived: dict[tuple[str, str], Edge] = {}
        self._trailers: defaultdict[NodeKey, list[Edge]] = defaultdict(list)
        self._index_relations()
        self._index_trailers()

    def _index_relations(self) -> None:
        for event in self.history.relations:
            relation = relation_of(event)
            source, target = relation.source.key, relation.target.key
            self._relations[source].append(event)
            if target != source:
                self._relations[target].append(event)
            for key, node in ((source, relation.source), (target, relation.target)):
                known = self._nodes.setdefault(key, node)
                # A url is no part of a node's identity; the least one stands for the node, whatever the order.
                if known is not node and node.url and node.url < (known.url or "\U0010ffff"):
                    self._nodes[key] = node

    def _index_trailers(self) -> None:
        for edge in self.declared:
            for node in dict.fromkeys((edge.source, edge.target)):
                self._trailers[node.key].append(edge)
                self._nodes.setdefault(node.key, node)

    def _receipts(self) -> Iterator[tuple[Event, Receipt]]:
        return ((event, receipt_of(event)) for events in self.history.receipts.values() for event in events)

    # Each of these is made only once somebody asks for it: a commit without threads has no receipts to be asked for.

    @cached_property
    def _of_record(self) -> Mapping[str, list[Event]]:
        found: defaultdict[str, list[Event]] = defaultdict(list)
        for event, receipt in self._receipts():
            for record_id in set(receipt.record_ids):
                found[record_id].append(event)
        return found

    @cached_property
    def _of_projection(self) -> Mapping[str, list[Event]]:
        found: defaultdict[str, list[Event]] = defaultdict(list)
        for event, receipt in self._receipts():
            found[receipt.projection_id].append(event)
        return found

    @cached_property
    def _of_thread(self) -> Mapping[str, list[Event]]:
        found: defaultdict[str, list[Event]] = defaultdict(list)
        for event, receipt in self._receipts():
            found[receipt.thread_id].append(event)
        return found

    def knows(self, node: Node) -> bool:
        """True if any event that was read, or any trailer, names the node."""
        if node.key in self._nodes:
            return True
        history = self.history
        return (
            (is_local(node, "record") and (node.id in history.records or node.id in self._of_record))
            or (is_local(node, "thread") and (node.id in history.threads or node.id in self._of_thread))
            or (is_local(node, "projection") and (node.id in history.projections or node.id in self._of_projection))
        )

    def node(self, key: NodeKey) -> Node:
        """The node with this key, with the url the ledger gives it if any."""
        return self._nodes.get(key) or Node(key[0], key[2], key[1] or None)

    def related_nodes(self, kind: str, begins: str = "") -> Iterator[Node]:
        """Every end of a relation or of a trailer's declaration that has this kind, sorted by key.

        With ``begins``, which is in lower case, only those whose id begins so, letter case aside.
        """
        for key in sorted(key for key in self._nodes if key[0] == kind and key[2].lower().startswith(begins)):
            yield self._nodes[key]

    def relations_at(self, node: Node) -> list[Event]:
        """The relation events that name the node, sorted by relation id, then event id."""
        events = self._relations.get(node.key, ())
        return sorted(events, key=lambda event: (relation_of(event).relation_id, event.event_id))

    def trailers_at(self, node: Node) -> list[Edge]:
        """What trailers of commits declare of or about the node, in the order of edges."""
        return list(self._trailers.get(node.key, ()))

    def receipts_of_thread(self, thread_id: str) -> list[Event]:
        """The receipt events of a thread, sorted by event id."""
        return sorted(self._of_thread.get(thread_id, ()), key=lambda event: event.event_id)

    def receipts_of_record(self, record_id: str) -> list[Event]:
        """The receipt events that list a record, sorted by event id."""
        return sorted(self._of_record.get(record_id, ()), key=lambda event: event.event_id)

    def edges_at(self, node: Node) -> list[Edge]:
        """Every relation of the node, those of receipts and of trailers included, in the order of edges."""
        return sorted(self._edges_at(node), key=lambda edge: edge.order)

    def _edges_at(self, node: Node) -> Iterator[Edge]:
        for event in self._relations.get(node.key, ()):
            yield declared_edge(event, relation_of(event))
        yield from self._trailers.get(node.key, ())
        if is_local(node, "record"):
            for event in self._of_record.get(node.id, ()):
                yield self._record_edge(event, node.id)
        elif is_local(node, "projection"):
            for event in self._of_projection.get(node.id, ()):
                for record_id in set(receipt_of(event).record_ids):
                    yield self._record_edge(event, record_id)
                yield self._thread_edge(event)
        elif is_local(node, "thread"):
            for event in self._of_thread.get(node.id, ()):
                yield self._thread_edge(event)

    def _record_edge(self, event: Event, record_id: str) -> Edge:
        edge = self._derived.get((event.event_id, record_id))
        if edge is None:
            receipt = receipt_of(event)
            edge = derived_edge(event, receipt, record_relation(receipt, record_id))
            self._derived[event.event_id, record_id] = edge
        return edge

    def _thread_edge(self, event: Event) -> Edge:
        edge = self._derived.get((event.event_id, ""))
        if edge is None:
            receipt = receipt_of(event)
            edge = derived_edge(event, receipt, thread_relation(receipt))
            self._derived[event.event_id, ""] = edge
        return edge


def each_once(declared: Iterable[Edge]) -> tuple[Edge, ...]:
    """These edges in their order; a commit that says the same twice, in the same words, says it once."""
    found = {edge.order: edge for edge in declared}
    return tuple(found[order] for order in sorted(found))
