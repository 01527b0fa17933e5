"""What a node is related to: declarations, a drawing, and the table that says the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...ledger.events import Node
from ...ledger.wording import counted
from ..graph.drawing import draw
from ..graph.edges import Edge, EdgeClass
from .blocks import Block, Declaration, Fold, Inline, Line, Paragraph, Picture, Strong, Table
from .survey import Survey
from .words import claim, node_label, node_words, on_day, short, when

MOST_ROWS = 500  # rows that the table of a page shows
OPEN_ROWS = 4  # more rows than these that receipts stand for are folded away
COLUMNS = ("Relation", "Class", "On the word of", "Day", "Reason or receipt")


def declaration(survey: Survey, edge: Edge, here: Node) -> Declaration:
    """One declaration of influence, with whoever makes it."""
    line = _sentence(survey, edge, here, edge.type.replace("_", " "))
    return Declaration(line, edge.reason or "", (*claim(edge.actor, edge.trust), " · ", when(edge.asserted_at)))


def neighbourhood(survey: Survey, node: Node, title: str) -> Iterator[Block]:
    """A small drawing of what lies around a record, and everything in it as a table."""
    edges = _around(survey, node)
    if not edges:
        yield Paragraph(("No relation and no receipt that was read names this record.",))
        return
    drawing = draw(node, edges, f"What is related to: {title}", lambda near: node_label(survey, near))
    caption = (
        f"Showing {drawing.shown} of {drawing.total} nodes. Solid: causality. Dashed: availability. Dotted: lineage."
    )
    yield Picture(drawing, node.id, caption)
    rows = _rows(edges, node)
    derived = [row for row in rows if row[0].receipt_id is not None]
    declared = [row for row in rows if row[0].receipt_id is None]
    if len(derived) <= OPEN_ROWS:
        declared, derived = rows, []
    if declared:
        yield from _table(survey, declared, node)
    if derived:
        yield Fold(f"{counted(len(derived), 'way')} by receipts", tuple(_table(survey, derived, node)))


def _table(survey: Survey, rows: Sequence[tuple[Edge, ...]], node: Node) -> Iterator[Block]:
    if len(rows) > MOST_ROWS:
        yield Paragraph((f"Showing {MOST_ROWS} of {len(rows)} rows.",))
    yield Table(COLUMNS, tuple(_row(survey, row, node) for row in rows[:MOST_ROWS]))


def relation_table(survey: Survey, edges: Sequence[Edge], here: Node) -> Table:
    """Relations as a table, one a row."""
    return Table(COLUMNS, tuple(_row(survey, (edge,), here) for edge in edges))


def _around(survey: Survey, node: Node) -> list[Edge]:
    """The relations of a record; a projection that it is in brings the threads that received it, and no more."""
    edges = {edge.key: edge for edge in survey.provenance.edges_at(node)}
    receipts = {edge.receipt_id for edge in edges.values() if edge.receipt_id is not None}
    projections = {edge.target.key: edge.target for edge in edges.values() if edge.target.kind == "projection"}
    for key in sorted(projections):
        for edge in survey.provenance.edges_at(projections[key]):
            if edge.target.kind == "thread" and edge.receipt_id in receipts:
                edges[edge.key] = edge
    return sorted(edges.values(), key=lambda edge: (edge.edge_class.value != "causality", edge.type, edge.order))


def _rows(edges: Sequence[Edge], here: Node) -> list[tuple[Edge, ...]]:
    """A row for each relation; the two that one receipt stands for (to the projection, to its thread) share one."""
    rows: list[tuple[Edge, ...]] = []
    second = {
        (edge.event_id, edge.source.key): edge
        for edge in edges
        if edge.receipt_id is not None and edge.source.kind == "projection"
    }
    joined = set()
    for edge in edges:
        onward = second.get((edge.event_id, edge.target.key)) if edge.source.key == here.key else None
        if edge.receipt_id is not None and onward is not None:
            joined.add(onward.key)
            rows.append((edge, onward))
        else:
            rows.append((edge,))
    return [row for row in rows if len(row) > 1 or row[0].key not in joined]


def _row(survey: Survey, edges: tuple[Edge, ...], here: Node) -> tuple[Line, ...]:
    first = edges[0]
    words = [*_sentence(survey, first, here, first.type)]
    for onward in edges[1:]:
        words += [", and on to ", *node_words(survey, onward.target, here)]
    if first.receipt_id is not None:
        basis: Line = ("receipt ", short(first.receipt_id))
    else:
        basis = (first.reason,) if first.reason else ()
    return (
        tuple(words),
        (first.edge_class.value,),
        claim(first.actor, first.trust),
        (on_day(first.asserted_at),),
        basis,
    )


def _sentence(survey: Survey, edge: Edge, here: Node, verb: str) -> Line:
    words: list[Inline] = [*node_words(survey, edge.source, here), " ", Strong(verb), " "]
    return (*words, *node_words(survey, edge.target, here))


def causal(edges: Sequence[Edge]) -> list[Edge]:
    """The edges that declare influence."""
    return [edge for edge in edges if edge.edge_class is EdgeClass.CAUSALITY]
