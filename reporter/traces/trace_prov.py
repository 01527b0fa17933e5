"""A trace as PROV-JSON: the part of the ledger that the answer reached, as the export spells all of it."""

from __future__ import annotations

from ...ledger.history import History
from ..exports.prov_form import prov_text
from .trace import Trace


def render_prov(trace: Trace, history: History) -> str:
    """The answer's nodes and relations, and what was declared of the subject; ends with a newline."""
    edges = {(edge.order, edge.type): edge for edge in (*trace.relations, *trace.declared, *trace.declared_of)}
    nodes = {node.key: node for node in (*trace.nodes, *trace.spellings)}
    for edge in edges.values():
        nodes.update({node.key: node for node in (edge.source, edge.target)})
    records = (history.records[node.id] for node in nodes.values() if node.id in history.records)
    return prov_text(records, nodes.values(), edges.values())
