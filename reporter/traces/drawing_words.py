"""What stands in the boxes and beside the lines of every drawing of a trace, as the ledger wrote it."""

from __future__ import annotations

from collections.abc import Mapping

from ...ledger.events import Node
from ...ledger.title import title_of
from ..graph.disputes import Dispute, dispute_mark, disputes_of
from ..graph.edges import Edge, EdgeClass
from ..graph.provenance import is_local
from .trace import Trace

Disputes = Mapping[str, tuple[Dispute, ...]]


def node_lines(trace: Trace, node: Node) -> list[str]:
    """The lines of a node's label: kind and state, title or provider, id, and how a commit's id resolved."""
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
    return lines


def edge_mark(edge: Edge, disputes: Disputes) -> str | None:
    """What is to be known of an edge at a glance: made by hand, a commit's trailer, challenged; None for any other."""
    by_hand = edge.edge_class is EdgeClass.AVAILABILITY and edge.receipt_id is None
    challenged = dispute_mark(disputes_of(edge, disputes))
    marks = [
        *(["by hand"] if by_hand else []),
        *(["trailer"] if edge.trailer is not None else []),
        *([challenged] if challenged is not None else []),
    ]
    return ", ".join(marks) or None


def edge_words(edge: Edge, disputes: Disputes) -> str:
    """The type of an edge and its mark."""
    mark = edge_mark(edge, disputes)
    return f"{edge.type} ({mark})" if mark is not None else edge.type
