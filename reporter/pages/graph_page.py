"""The whole graph: a drawing to walk through for whoever has scripts, and the same as tables."""

from __future__ import annotations

from collections.abc import Sequence

from ...ledger.wording import counted
from ..graph.bundled_graph import Bundle
from ..graph.edges import EdgeClass
from .address import GRAPH, area_page
from .blocks import Badge, Block, Code, Heading, Line, Muted, Page, Paragraph, Ref, Strong, Table
from .graph_data import NO_AREA, groups
from .graph_view import GraphView
from .survey import Survey
from .words import UNKNOWN, UNREADABLE, badge, elsewhere, node_words, on_day

MOST_ROWS = 2_000
"""Edges that the table lists; the page of a record has all of its own."""
_ORDER = (EdgeClass.CAUSALITY, EdgeClass.LINEAGE, EdgeClass.AVAILABILITY)


def page(survey: Survey) -> Page:
    """The page of the graph."""
    graph = survey.graph
    command = survey.command("export --format graphml")
    blocks: list[Block] = []
    if survey.ledger_unreadable:
        blocks.append(Paragraph((Strong(UNKNOWN), f": what the ledger has; {UNREADABLE}.")))
    said = f"{elsewhere(survey)}{counted(len(graph.nodes), 'node')} and {counted(graph.edges, 'edge')}."
    blocks.append(
        Paragraph(
            (
                f"{said} Edges of availability say what could be known; only edges of causality say that somebody "
                "declared to have followed a record.",
            )
        )
    )
    blocks.append(GraphView(GRAPH))
    blocks += [Heading("Groups", searched=False), _groups(survey)]
    blocks += [Heading("Edges", searched=False), *_edges(survey, graph.bundles)]
    return Page(GRAPH, "Graph", tuple(blocks), command, wide=True)


def _groups(survey: Survey) -> Table:
    rows = []
    paged = survey.mentions("area").paged
    for kind, name, count, touched in groups(survey):
        if kind != "area":
            what: Line = ("records not created here",) if kind == "record" else ("kind ", Code(kind))
        elif name == NO_AREA:
            what = ("records in no area",)
        else:
            what = ("area ", Ref(name, area_page(name)) if name in paged else Code(name))
        rows.append((what, (f"{count:,}",), *((f"{touched.get(each, 0):,}",) for each in EdgeClass)))
    columns = ("Group", "Nodes", *(each.value.capitalize() for each in EdgeClass))
    return Table(columns, tuple(rows), filterable=True)


def _edges(survey: Survey, bundles: Sequence[Bundle]) -> list[Block]:
    """The edges but for the lifecycle, which is each record's own."""
    listed = [bundle for edge_class in _ORDER for bundle in bundles if bundle.edge.edge_class is edge_class]
    total = sum(bundle.count for bundle in listed)
    own = "The chain of each record, its edges of the lifecycle, is on the record's page."
    if not listed:
        return [Paragraph((f"None was read. {own}",))]
    shown = listed[:MOST_ROWS]
    here = sum(bundle.count for bundle in shown)
    of = f"{counted(total, 'edge')}." if here == total else f"Showing {here:,} of {total:,}; each page has its own."
    rows = tuple(_row(survey, bundle) for bundle in shown)
    return [Paragraph((f"{of} {own}",)), Table(("From", "Says", "To", "Class", "Since"), rows, filterable=True)]


def _row(survey: Survey, bundle: Bundle) -> tuple[Line, ...]:
    edge = bundle.edge
    says: list[str | Muted | Badge] = [edge.type]
    if bundle.count > 1:
        says.append(Muted(f" {bundle.count:,} times"))
    if bundle.mark:
        says += [" ", badge(bundle.mark)]
    return (
        node_words(survey, edge.source),
        tuple(says),
        node_words(survey, edge.target),
        (edge.edge_class.value,),
        (on_day(edge.asserted_at),),
    )
