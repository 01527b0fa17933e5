"""A trace for a person at a terminal: what is declared, what was available, what is unknown, and what was read.

Every text of the ledger passes through :func:`fingerpost.ledger.display.visible`. Availability is never printed
without its level, and what nobody said is called unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from ...ledger.display import cut, visible
from ...ledger.events import Node
from ...ledger.history import History
from ...ledger.wording import counted
from ..claims.claim import UNKNOWN, Claim
from ..claims.suspicion import suspicion
from ..graph.disputes import Dispute, disputed_relations, disputes_of
from ..graph.edges import Edge, EdgeClass
from ..graph.neighbourhood import Direction
from ..graph.provenance import is_local
from .claim_words import states_words
from .subject_words import nothing_declared, tie_words
from .text_ladder import available_lines, claim_receipts, claim_words, later_lines, unknown_lines
from .text_page import (
    INDENT,
    LONGEST_TEXT,
    Page,
    dispute_lines,
    edge_lines,
    moment_text,
    record_facts,
    record_lines,
    record_title,
    resolved,
    source_lines,
    spelled,
    statement_lines,
    who,
    written,
)
from .trace import Trace

MOST_RECEIPT_EDGES = 12  # edges of receipts listed; the rest are counted

_RESOLVED = {
    "exact": "in this repository",
    "abbreviated": "in this repository; the ledger holds an abbreviated id",
    "unreachable": "in this repository, but on no branch or tag (rebased or squashed away?)",
    "missing": "not in this repository",
    "unknown": "this clone cannot say whether it exists",
    "ambiguous": "several commits begin like this",
    "opaque": "not a commit id of git",
}


def render_text(
    trace: Trace, history: History, *, colour: bool, width: int, closing: bool = True, whole: bool = False
) -> str:
    """The trace as lines of about ``width`` cells, with ANSI colours if ``colour``; ends with a newline.

    Ids are never broken, so that they can be copied: a line may be longer than ``width``. ``closing`` says what was
    read; ``whole`` lists every record and every delivery nearby, however many.
    """
    trace = replace(trace, records=history.records)  # an answer names more records than those it is about
    page = Page(colour, width, whole, disputed_relations(history))
    lines = [
        *_subject(trace, page),
        *_declared(trace, page),
        *_declared_of(trace, page),
        *available_lines(trace, page),
        *later_lines(trace, page),
        *unknown_lines(trace, page),
        *_lineage(trace, page),
        *_relations(trace, page),
        *(_read(trace, page) if closing else ()),
    ]
    return "\n".join(lines) + "\n"


def _subject(trace: Trace, page: Page) -> Iterator[str]:
    yield page.style(spelled(trace.root), bold=True)
    if is_local(trace.root, "record"):
        yield from _record(trace, page)
    resolution = trace.resolutions.get(trace.root.id) if trace.root.kind == "commit" else None
    if resolution is not None:
        yield f"{INDENT}{resolution}: {_RESOLVED[resolution]}"
        for candidate in trace.candidates.get(trace.root.id, ()):
            told = f"the same patch or the same tree as {visible(candidate)}: a candidate, no link"
            yield f"{INDENT * 2}{page.style(told, dim=True)}"
    if trace.time is not None:
        yield f"{INDENT}{_timed(trace.root)} {moment_text(trace.time, page)}"
    if trace.root.url:
        yield f"{INDENT}{visible(trace.root.url)}"
    for node in trace.spellings:
        if node.key != trace.root.key:
            yield f"{INDENT}also written {spelled(node)}"
    for thread in trace.threads:
        named = cut(visible(thread.thread_id), LONGEST_TEXT)
        event = f", event {visible(thread.event_id)}" if page.whole and thread.event_id is not None else ""
        yield f"{INDENT}thread {named}  {page.style(f'{tie_words(trace, thread)}{event}', dim=True)}"
    yield from statement_lines(trace.statements, page)
    if not trace.known:
        yield from page.paragraph("No relation names it.", INDENT)
    if trace.scoped is not None:
        records, threads = counted(trace.scoped.records, "record"), counted(trace.scoped.threads, "thread")
        scopes = f"{records} and {threads}" if trace.runtime_read else f"{records} (threads were not read)"
        yield from page.paragraph(f"in the scope of {scopes}; scope is not declared influence", INDENT)


def _record(trace: Trace, page: Page) -> Iterator[str]:
    yield from record_lines(trace, trace.root.id, page, INDENT)
    record = trace.records.get(trace.root.id)
    if record is None:
        return
    if record.text_known:
        made = record.creation
        event = f", event {visible(made.event_id)}" if page.whole else ""
        yield f"{INDENT}created {written(made.occurred_at, page)}: {who(made)}{event}"
    for conflict in record.conflicts:
        yield from dispute_lines(conflict, page)


def _timed(node: Node) -> str:
    if node.kind == "commit":
        return "committed"
    return "started" if is_local(node, "thread") else "first named"


def _declared(trace: Trace, page: Page) -> Iterator[str]:
    if is_local(trace.root, "record") and not trace.declared:
        return  # what others declared about a record is the question there
    yield from page.section("Declared", "causality, each on somebody's word", "green")
    if not trace.declared:
        yield from page.paragraph(f"{UNKNOWN}: {nothing_declared(trace)}", INDENT)
        return
    claims = {claim.record_id: claim for claim in trace.claims}
    by_target = sorted(trace.declared, key=lambda edge: edge.target.key)
    for _, group in groupby(by_target, key=lambda edge: edge.target.key):
        edges = list(group)
        claim = claims.get(edges[0].target.id) if is_local(edges[0].target, "record") else None
        for edge in edges:
            yield from _declaration(trace, edge, edge.target, page, claim)
        if claim is not None:
            yield from _beside(trace, claim, page)


def _beside(trace: Trace, claim: Claim, page: Page) -> Iterator[str]:
    """Beside a declaration, not under it: what looks wrong about it, and the ladder."""
    doubt = suspicion(trace.records.get(claim.record_id), claim.state_then, claim.state_now)
    if doubt is not None:
        yield from page.paragraph(f"{page.style('suspect', 'yellow', bold=True)}: {visible(doubt)}", INDENT * 2)
    yield from page.paragraph(f"availability: {claim_words(trace, claim)}", INDENT * 2, dim=True)
    yield from claim_receipts(claim, page, INDENT * 2)


def _declared_of(trace: Trace, page: Page) -> Iterator[str]:
    if trace.declared_of or is_local(trace.root, "record"):
        yield from page.section("Declared by others", f"what says that it follows this {trace.root.kind}", "green")
    for edge in trace.declared_of:
        yield from _declaration(trace, edge, edge.source, page)
    if not trace.declared_of and is_local(trace.root, "record"):
        yield from page.paragraph(
            f"{UNKNOWN}: no relation declares that anything implements it or was informed by it.", INDENT
        )


def _declaration(trace: Trace, edge: Edge, end: Node, page: Page, claim: Claim | None = None) -> Iterator[str]:
    if is_local(end, "record"):
        yield f"{INDENT}{page.style(edge.type, 'green')}  {record_title(trace, end.id, page)}"
        stood = states_words(claim) if claim is not None else None
        yield from record_facts(trace, end.id, page, INDENT * 2, stood=stood)
    else:
        yield f"{INDENT}{page.style(edge.type, 'green')}  {spelled(end)}{resolved(trace, end)}"
    yield from page.paragraph(f"{who(edge)}, {written(edge.asserted_at, page)}", INDENT * 2)
    yield from source_lines(edge, page, INDENT * 2)
    if edge.trailer:
        yield from page.paragraph(f"as written: {cut(visible(edge.trailer), LONGEST_TEXT)}", INDENT * 2, dim=True)
    if edge.reason:
        yield from page.paragraph(f"because: {cut(visible(edge.reason), LONGEST_TEXT)}", INDENT * 2)
    for dispute in disputes_of(edge, page.disputes):
        yield from _dispute(trace, dispute, page)


def _dispute(trace: Trace, dispute: Dispute, page: Page) -> Iterator[str]:
    """A challenge of a declaration, open or answered; the declaration stays on the record either way."""
    lead = page.style("disputed" if dispute.open else "challenged", "yellow", bold=True)
    yield f"{INDENT * 2}{lead} by {visible(dispute.record_id)} (challenge {visible(dispute.outcome)})"
    yield f"{INDENT * 3}{record_title(trace, dispute.record_id, page)}"


def _lineage(trace: Trace, page: Page) -> Iterator[str]:
    if trace.lineage:
        yield from page.section("Lineage", "where direction comes from, and what it replaces", "magenta")
    for edge in trace.lineage:
        yield from edge_lines(trace, edge, page)


def _relations(trace: Trace, page: Page) -> Iterator[str]:
    own = {edge.order for edge in (*trace.declared, *trace.declared_of)}
    causal = [edge for edge in trace.relations if edge.edge_class is EdgeClass.CAUSALITY and edge.order not in own]
    available = [edge for edge in trace.relations if edge.edge_class is EdgeClass.AVAILABILITY]
    if causal:
        yield from page.section("Declared nearby", "declarations of others; they do not travel", "green")
    for edge in causal:
        yield from edge_lines(trace, edge, page)
    if available:
        yield from page.section("Deliveries nearby", "what receipts state; never proof of influence", "blue")
    shown = available if page.whole else available[:MOST_RECEIPT_EDGES]
    for edge in shown:
        by = "" if edge.receipt_id else ", made by hand"
        when = page.style(f"{written(edge.asserted_at, page)}{by}", dim=True)
        told = f"{spelled(edge.source)} {page.style(edge.type, bold=True)} {spelled(edge.target)}, {when}"
        yield from page.paragraph(told, INDENT)
        yield from source_lines(edge, page, INDENT * 2)
    if len(shown) < len(available):
        yield f"{INDENT}showing {len(shown)} of {len(available):,}; --verbose lists all"


def _read(trace: Trace, page: Page) -> Iterator[str]:
    yield ""
    way = "" if trace.request.direction is Direction.BOTH else f", {trace.request.direction.value} only"
    types = f", types {', '.join(trace.request.types)}" if trace.request.types else ""
    more = "; a greater --depth finds more" if trace.truncated else ""
    found = f"{len(trace.relations):,} relation{'' if len(trace.relations) == 1 else 's'}"
    yield from page.paragraph(f"{found} within depth {trace.request.depth}{way}{types}{more}", "", dim=True)
    runtime = (
        "threads, projections and receipts were read"
        if trace.runtime_read
        else "threads, projections and receipts were not read (they never leave the machine that made them): "
        "delivered and exposed are unknown"
    )
    yield from page.paragraph(f"{runtime}; judged as of {trace.as_of.text}", "", dim=True)
    if trace.problems:
        text = f"findings that touch this answer: {', '.join(trace.problems)}; see them with: fingerpost lint"
        yield from page.paragraph(page.style(text, "yellow"), "")
