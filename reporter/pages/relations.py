"""What a node is related to: declarations, a drawing, and the table that says the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...ledger.events import Node
from ...ledger.receipts import thread_relation
from ...ledger.wording import counted
from ..claims.claim import UNKNOWN
from ..claims.suspicion import suspicion
from ..graph.disputes import dispute_mark, disputes_of
from ..graph.drawing import draw
from ..graph.edges import Edge, EdgeClass, derived_edge
from ..graph.provenance import is_local, receipt_of
from ..traces.drawing_words import edge_mark
from .address import slug
from .blocks import Block, Code, Declaration, Fold, Inline, Line, Muted, Paragraph, Picture, Strong, Table, given
from .survey import Survey
from .words import badge, claim_behind, node_label, node_words, on_day, record_ref, short, when

MOST_ROWS = 500  # rows that the table of a page shows
OPEN_ROWS = 4  # more rows than these that receipts stand for are folded away
COLUMNS = ("Relation", "Class", "On the word of", "Day", "Reason or receipt")


def declaration(survey: Survey, edge: Edge, here: Node, state_then: str = UNKNOWN) -> Declaration:
    """One declaration of influence, with whoever makes it and what is to be said against it.

    ``state_then`` is how its record stood for the work that follows it, where that was judged.
    """
    line = _sentence(survey, edge, here, edge.type.replace("_", " "))
    said = (*claim_behind(edge), " · ", when(edge.asserted_at))
    return Declaration(line, edge.reason if given(edge.reason) else "", said, tuple(_notes(survey, edge, state_then)))


def _notes(survey: Survey, edge: Edge, state_then: str) -> Iterator[Line]:
    if edge.trailer is not None:
        yield ("As written: ", Code(edge.trailer))
    record = survey.history.records.get(edge.target.id) if is_local(edge.target, "record") else None
    doubt = suspicion(record, state_then, record.state) if record is not None else None
    if doubt is not None:
        yield (badge("suspect"), f": {doubt}")
    for dispute in disputes_of(edge, survey.disputes):
        lead = badge("disputed") if dispute.open else Muted("challenged")
        yield (lead, " by ", record_ref(survey, dispute.record_id), f" (challenge {dispute.outcome})")


def neighbourhood(survey: Survey, node: Node, title: str) -> Iterator[Block]:
    """A small drawing of what lies around a record, and everything in it as a table."""
    edges = _around(survey, node)
    if not edges:
        yield Paragraph(("No relation and no receipt that was read names this record.",))
        return
    drawing = draw(
        node,
        edges,
        f"What is related to: {title}",
        lambda near: node_label(survey, near),
        lambda edge: edge_mark(edge, survey.disputes),
    )
    caption = (
        f"Showing {drawing.shown} of {drawing.total} nodes. Solid: causality. Dashed: availability. Dotted: lineage."
    )
    yield Picture(drawing, slug(node.id), caption)
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
    for event in survey.provenance.receipts_of_record(node.id) if is_local(node, "record") else ():
        receipt = receipt_of(event)
        edge = derived_edge(event, receipt, thread_relation(receipt))
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
    elif first.trailer is not None:
        basis = ("trailer ", Code(first.trailer))
    else:
        basis = (first.reason,) if given(first.reason) else (Muted("no reason given"),)
    mark = dispute_mark(disputes_of(first, survey.disputes))
    if mark is not None:
        basis = (*basis, " ", badge(mark))
    return (
        tuple(words),
        (first.edge_class.value,),
        claim_behind(first),
        (on_day(first.asserted_at),),
        basis,
    )


def _sentence(survey: Survey, edge: Edge, here: Node, verb: str) -> Line:
    words: list[Inline] = [*node_words(survey, edge.source, here), " ", Strong(verb), " "]
    return (*words, *node_words(survey, edge.target, here))


def causal(edges: Sequence[Edge]) -> list[Edge]:
    """The edges that declare influence."""
    return [edge for edge in edges if edge.edge_class is EdgeClass.CAUSALITY]
