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
from ..graph.edges import Edge, EdgeClass
from ..graph.provenance import NodeKey, is_local
from ..graph.whole_graph import edge_attributes, lifecycle_edges
from .drawing_words import Disputes, edge_words, node_lines
from .trace import Trace

LONGEST_LABEL = 60  # characters of one line of a label; the whole id is in the tooltip

_STYLES = {
    EdgeClass.AVAILABILITY: 'style="dashed", color="#0f62fe"',
    EdgeClass.CAUSALITY: 'style="solid", color="#8a3ffc", penwidth="2"',
    EdgeClass.LINEAGE: 'style="dotted", color="#5a6472"',
    EdgeClass.LIFECYCLE: 'style="bold", color="#8a94a3", arrowhead="empty"',
}


def render_dot(trace: Trace, history: History) -> str:
    """The answer as one digraph, nodes numbered in the order of their keys; ends with a newline."""
    graph = answer_graph(trace, history)
    disputes = disputed_relations(history)
    names = {key: f"n{number}" for number, key in enumerate(sorted(graph))}
    edges = sorted(graph.edges(keys=True, data=True), key=lambda edge: edge[:3])
    lines = [
        "digraph trace {",
        '  graph [rankdir="LR", charset="UTF-8"];',
        '  node [shape="box", fontname="sans-serif", fontsize="11"];',
        '  edge [fontname="sans-serif", fontsize="9"];',
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
    label = "\\n".join(_escaped(cut(visible(line), LONGEST_LABEL)) for line in node_lines(trace, node))
    asked = ', penwidth="2.5"' if node.key == trace.root.key else ""
    return f'  {name} [label="{label}", tooltip="{_escaped(visible(node.spelled))}"{asked}];'


def _edge(source: str, target: str, edge: Edge, disputes: Disputes) -> str:
    about = visible(f"{edge.edge_class.value}: {edge.relation_id or edge.event_id or edge.trailer}")
    label = f'label="{_escaped(edge_words(edge, disputes))}", tooltip="{_escaped(about)}"'
    return f"  {source} -> {target} [{label}, {_STYLES[edge.edge_class]}];"


def _escaped(text: str) -> str:
    """A text for between the quotes of DOT, where a backslash begins an escape and ``&`` an HTML entity."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
