"""A trace as one SVG drawing: what the answer reached, laid out around what is asked about."""

from __future__ import annotations

from dataclasses import replace

from ...ledger.display import visible
from ...ledger.events import Node
from ...ledger.history import History
from ...ledger.title import title_of
from ..graph.disputes import disputed_relations
from ..graph.drawing import draw, spell
from ..graph.edges import Edge
from ..graph.provenance import is_local
from .drawing_words import edge_mark
from .trace import Trace


def render_svg(trace: Trace, history: History) -> str:
    """The answer as one SVG document without links, the same for the same trace; ends with a newline.

    Of an answer with very many nodes the nearest are drawn, and the title says how many of how many.
    """
    own = {node.key for node in trace.spellings}

    def at_root(edge: Edge) -> Edge:
        """Every spelling of what is asked about is one box."""
        source = trace.root if edge.source.key in own else edge.source
        target = trace.root if edge.target.key in own else edge.target
        return replace(edge, source=source, target=target)

    def label(node: Node) -> str:
        record = trace.records.get(node.id) if is_local(node, "record") else None
        if record is None:
            return visible(node.id)
        return visible(title_of(record.record.text)) if record.text_known else "(versions differ)"

    title = f"What is related to {visible(trace.root.spelled)}"
    disputes = disputed_relations(history)
    edges = [at_root(edge) for edge in trace.relations]
    drawing = draw(trace.root, edges, title, label, lambda edge: edge_mark(edge, disputes))
    if drawing.shown < drawing.total:
        drawing = replace(drawing, title=f"{title} ({drawing.shown} of {drawing.total} nodes)")
    return f"{spell(drawing, _nowhere)}\n"


def _nowhere(_: Node) -> str | None:
    """Where a box leads: a drawing on its own has no pages beside it."""
    return None
