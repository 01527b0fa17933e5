"""The whole provenance graph as GraphML and as DOT: records, commits, threads, actions, and what ties them."""

from __future__ import annotations

import io

import networkx as nx

from ...ledger.display import cut, visible
from ...ledger.events import Actor, Node, Trust
from ...ledger.title import title_of
from ..graph.dot import LONGEST_LABEL, STYLES, opening, quoted
from ..graph.edges import Edge
from ..graph.provenance import is_local
from .dataset import Dataset


def render_graphml(data: Dataset) -> str:
    """GraphML in pure ASCII; a text that XML cannot hold is shown by its code points."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(repository=visible(data.repository))
    names: dict[tuple[str, str, str], str] = {}
    for node in data.nodes():
        name = _key(node)
        while name in graph:  # of another node: ``a:b:c`` is one of the provider b, and one without whose id is b:c
            name += "'"
        names[node.key] = name
        graph.add_node(name, **_node(data, node))
    for number, edge in enumerate(data.relations):
        graph.add_edge(names[edge.source.key], names[edge.target.key], key=f"e{number}", **_attributes(edge))
    out = io.BytesIO()
    nx.write_graphml_xml(graph, out, named_key_ids=True)
    return out.getvalue().decode("utf-8").encode("ascii", "xmlcharrefreplace").decode("ascii") + "\n"


def _key(node: Node) -> str:
    return visible(node.spelled)


def _node(data: Dataset, node: Node) -> dict[str, str]:
    found = {"kind": node.kind, "id": node.id, "provider": node.provider, "url": node.url}
    record = data.history.records.get(node.id) if is_local(node, "record") else None
    if record is not None:
        found |= {"state": record.state, "title": title_of(record.record.text) if record.text_known else None}
    return _shown(found)


def _attributes(edge: Edge) -> dict[str, str]:
    actor, trust = edge.actor or Actor(""), edge.trust or Trust("")
    return _shown(
        {
            "type": edge.type,
            "class": edge.edge_class.value,
            "relation_id": edge.relation_id,
            "event_id": edge.event_id,
            "receipt_id": edge.receipt_id,
            "trailer": edge.trailer,
            "reason": edge.reason,
            "actor_kind": actor.kind,
            "actor_id": actor.id,
            "trust_level": trust.level,
            "trust_basis": trust.basis,
            "asserted_at": edge.asserted_at,
        }
    )


def _shown(attributes: dict[str, str | None]) -> dict[str, str]:
    return {name: visible(value) for name, value in attributes.items() if value}


def render_dot(data: Dataset) -> str:
    """One digraph, in pure ASCII. Dashed is availability, solid causality, dotted lineage; each line says its type."""
    nodes = {node.key: (f"n{number}", node) for number, node in enumerate(data.nodes())}
    lines = [*opening("ledger")]
    for name, node in nodes.values():
        told = _node(data, node)
        words = [told.get("kind", ""), *([told["title"]] if "title" in told else []), told.get("id", "")]
        label = "\\n".join(quoted(cut(word, LONGEST_LABEL)) for word in words)
        lines.append(f'  {name} [label="{label}", tooltip="{quoted(_key(node))}"];')
    for edge in data.relations:
        ends = f"{nodes[edge.source.key][0]} -> {nodes[edge.target.key][0]}"
        lines.append(f'  {ends} [label="{quoted(visible(edge.type))}", {STYLES[edge.edge_class]}];')
    return "\n".join([*lines, "}"]).encode("ascii", "xmlcharrefreplace").decode("ascii") + "\n"
