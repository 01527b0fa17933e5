"""A trace as a drawing in DOT: the part of the whole graph that the answer reached, and the chain of its record.

A dashed line is availability, a solid one causality, dotted is lineage and bold the lifecycle; every line says its
type in words too. No link is written, and every text is quoted: nothing of a ledger can act in the drawing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import networkx as nx

from ...ledger.display import cut, visible
from ...ledger.events import Node
from ...ledger.history import History
from ...ledger.title import title_of
from ..graph.edges import EdgeClass
from ..graph.provenance import NodeKey, is_local
from ..graph.whole_graph import build_graph
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
    names = {key: f"n{number}" for number, key in enumerate(sorted(graph))}
    edges = sorted(graph.edges(keys=True, data=True), key=lambda edge: edge[:3])
    lines = [
        "digraph trace {",
        '  graph [rankdir="LR", charset="UTF-8"];',
        '  node [shape="box", fontname="sans-serif", fontsize="11"];',
        '  edge [fontname="sans-serif", fontsize="9"];',
        *(_node(names[key], Node(key[0], key[2], key[1] or None), trace) for key in names),
        *(_edge(names[source], names[target], attributes) for source, target, _, attributes in edges),
        "}",
    ]
    return "\n".join(lines) + "\n"


def answer_graph(trace: Trace, history: History) -> nx.MultiDiGraph[NodeKey]:
    """The subgraph of everything the history holds: the relations of the answer, and its record's own chain."""
    whole = build_graph(history)
    wanted = {edge.order for edge in trace.relations}
    root = trace.root.key
    chain: set[NodeKey] = set()
    if is_local(trace.root, "record") and root in whole:
        chain = {root}
        for _, target, attributes in whole.out_edges(root, data=True):
            if attributes["class"] is EdgeClass.LIFECYCLE:
                chain.add(target)
    found: nx.MultiDiGraph[NodeKey] = nx.MultiDiGraph()
    near = sorted({node.key for node in trace.nodes if node.key in whole} | chain)
    for source, target, name, attributes in whole.out_edges(near, keys=True, data=True):
        told = (attributes["relation_id"] or "", attributes["event_id"]) in wanted
        if told or (source in chain and attributes["class"] is EdgeClass.LIFECYCLE):
            found.add_edge(source, target, name, **attributes)
    found.add_nodes_from(node.key for node in trace.nodes)
    return found


def _node(name: str, node: Node, trace: Trace) -> str:
    lines = [node.kind, node.id]
    record = trace.records.get(node.id) if is_local(node, "record") else None
    if record is not None:
        title = title_of(record.record.text) if record.text_known else "(versions differ)"
        lines = [f"{node.kind}, now {record.state}", title, node.id]
    elif node.provider:
        lines.insert(1, node.provider)
    resolution = trace.resolutions.get(node.id) if node.kind == "commit" else None
    if resolution is not None:
        lines.append(resolution)
    label = "\\n".join(_escaped(cut(visible(line), LONGEST_LABEL)) for line in lines)
    asked = ', penwidth="2.5"' if node.key == trace.root.key else ""
    return f'  {name} [label="{label}", tooltip="{_escaped(visible(node.spelled))}"{asked}];'


def _edge(source: str, target: str, attributes: Mapping[str, Any]) -> str:
    kind: EdgeClass = attributes["class"]
    by_hand = kind is EdgeClass.AVAILABILITY and attributes["receipt_id"] is None
    label = attributes["type"] + (" (by hand)" if by_hand else "")
    about = visible(f"{kind.value}: {attributes['relation_id'] or attributes['event_id']}")
    return f'  {source} -> {target} [label="{_escaped(label)}", tooltip="{_escaped(about)}", {_STYLES[kind]}];'


def _escaped(text: str) -> str:
    """A text for between the quotes of DOT, where a backslash begins an escape and ``&`` an HTML entity."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
