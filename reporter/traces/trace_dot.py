"""A trace as a drawing in DOT: the part of the whole graph that the answer reached, and the chain of its record.

A dashed line is availability, a solid one causality, dotted is lineage and bold the lifecycle; every line says its
type in words too, and whether it is a commit's trailer or disputed. No link is written, and every text is quoted:
nothing of a ledger can act in the drawing.
"""

from __future__ import annotations

import networkx as nx

from ...ledger.display import cut, visible
from ...ledger.events import Node
from ...ledger.history import History
from ..graph.disputes import disputed_relations
from ..graph.dot import LONGEST_LABEL, STYLES, opening, quoted
from ..graph.edges import Edge
from ..graph.provenance import NodeKey, is_local
from ..graph.whole_graph import edge_attributes, lifecycle_edges
from .drawing_words import Disputes, edge_words, node_lines
from .trace import Trace


def render_dot(trace: Trace, history: History) -> str:
    """The answer as one digraph, nodes numbered in the order of their keys; ends with a newline."""
    graph = answer_graph(trace, history)
    disputes = disputed_relations(history)
    names = {key: f"n{number}" for number, key in enumerate(sorted(graph))}
    edges = sorted(graph.edges(keys=True, data=True), key=lambda edge: edge[:3])
    lines = [
        *opening("trace"),
        *(_node(names[key], Node(key[0], key[2], key[1] or None), trace) for key in names),
        *(_edge(names[source], names[target], attributes["edge"], disputes) for source, target, _, attributes in edges),
        "}",
    ]
    return "\n".join(lines) + "\n"


def answer_graph(trace: Trace, history: History) -> nx.MultiDiGraph[NodeKey]:
    """The relations of the answer, and its record's own chain; each edge carries itself beside its attributes."""
    record = history.records.get(trace.root.id) if is_local(trace.root, "record") else None
    chain = lifecycle_edges(record) if record is not None else ()
    found: nx.MultiDiGraph[NodeKey] = nx.MultiDiGraph()
    found.add_nodes_from(node.key for node in trace.nodes)
    for edge in sorted((*trace.relations, *chain), key=lambda edge: (edge.order, edge.type)):
        source, target = edge.source.key, edge.target.key
        # Two receipt events may share one receipt id, and so the ids of what they stand for.
        name = f"{edge.key}:{edge.event_id}" if found.has_edge(source, target, edge.key) else edge.key
        found.add_edge(source, target, name, edge=edge, **edge_attributes(edge))
    return found


def _node(name: str, node: Node, trace: Trace) -> str:
    label = "\\n".join(quoted(cut(visible(line), LONGEST_LABEL)) for line in node_lines(trace, node))
    asked = ', penwidth="2.5"' if node.key == trace.root.key else ""
    return f'  {name} [label="{label}", tooltip="{quoted(visible(node.spelled))}"{asked}];'


def _edge(source: str, target: str, edge: Edge, disputes: Disputes) -> str:
    about = visible(f"{edge.edge_class.value}: {edge.relation_id or edge.event_id or edge.trailer}")
    label = f'label="{quoted(edge_words(edge, disputes))}", tooltip="{quoted(about)}"'
    return f"  {source} -> {target} [{label}, {STYLES[edge.edge_class]}];"
