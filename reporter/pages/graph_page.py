"""The whole graph: a drawing to walk through for whoever has scripts, and the same as tables."""

from __future__ import annotations

from collections import Counter

from ...ledger.wording import counted
from ..graph.bundled_graph import Bundle, BundledGraph
from ..graph.edges import EdgeClass
from ..graph.svg import kind_word
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
    said = f"{elsewhere(survey)}{counted(len(graph.nodes), 'node')} and {counted(graph.edges, 'edge')} in all"
    of_class = Counter(dict.fromkeys(EdgeClass, 0))
    for bundle in graph.bundles:
        of_class[bundle.edge.edge_class] += bundle.count
    told = ", ".join(f"{of_class[each]:,} of {each.value}" for each in EdgeClass)
    blocks.append(
        Paragraph(
            (
                f"{said}{f': {told}' if graph.edges else ''}. Edges of availability say what could be known; only "
                "edges of causality say that somebody declared to have followed a record.",
            )
        )
    )
    blocks.append(GraphView(GRAPH))
    blocks += [Heading("Groups", searched=False), *_groups(survey)]
    blocks += [Heading("Edges", searched=False), *_edges(survey, graph)]
    return Page(GRAPH, "Graph", tuple(blocks), command, wide=True)


def _groups(survey: Survey) -> list[Block]:
    """Every group, whatever the drawing leaves out, and how its counts agree with those of all."""
    rows = []
    within = 0
    paged = survey.mentions("area").paged
    for kind, name, count, touched in groups(survey):
        if kind != "area":
            what: Line = ("records not created here",) if kind == "record" else ("kind ", Code(kind_word(kind)))
        elif name == NO_AREA:
            what = ("records in no area",)
        else:
            what = ("area ", Ref(name, area_page(name)) if name in paged else Code(name))
        within += count
        rows.append((what, (f"{count:,}",), *((f"{touched.get(each, 0):,}",) for each in EdgeClass)))
    nodes = len(survey.graph.nodes)
    told = f"{counted(len(rows), 'group')} of {counted(nodes, 'node')}"
    if within > nodes:
        told += f"; a record of several areas is in each of them, so the counts of nodes add up to {within:,}"
    told += ". Behind them the edges of each class that touch a node of the group: most touch two groups."
    columns = ("Group", "Nodes", *(each.value.capitalize() for each in EdgeClass))
    return [Paragraph((told,)), Table(columns, tuple(rows), filterable=True)]


def _edges(survey: Survey, graph: BundledGraph) -> list[Block]:
    """The edges but for the lifecycle, which is each record's own."""
    listed = [bundle for edge_class in _ORDER for bundle in graph.bundles if bundle.edge.edge_class is edge_class]
    total = sum(bundle.count for bundle in listed)
    others = graph.edges - total
    own = (
        f"The other {others:,} are edges of the lifecycle, the chain of each record, which its page has."
        if others
        else ""
    )
    if not listed:
        return [Paragraph((f"None but of the lifecycle was read. {own}".rstrip(),))]
    shown = listed[:MOST_ROWS]
    of = f"{total:,} of {counted(graph.edges, 'edge')}"
    if len(shown) < len(listed):
        here = sum(bundle.count for bundle in shown)
        of = f"Showing {here:,} of {of}, in {counted(len(shown), 'row')}; each page has its own"
    elif len(listed) < total:
        of += f", in {counted(len(listed), 'row')}: those of one type between the same two nodes share a row"
    rows = tuple(_row(survey, bundle) for bundle in shown)
    table = Table(("From", "Says", "To", "Class", "Since"), rows, filterable=True)
    return [Paragraph((f"{of}. {own}".rstrip(),)), table]


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
