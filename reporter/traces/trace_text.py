"""A trace for a person at a terminal: what is declared, what was available, what is unknown, and what was read.

Every text of the ledger passes through :func:`fingerpost.ledger.display.visible`. Availability is never printed
without its level, and what nobody said is called unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ...ledger.display import cut, visible
from ...ledger.events import Node
from ...ledger.instants import parse_instant
from ...ledger.wording import counted
from ..claims.claim import UNKNOWN, Verdict
from ..claims.threads import SubjectThread
from ..graph.edges import Edge, EdgeClass
from ..graph.neighbourhood import Direction
from ..graph.provenance import is_local
from .text_page import (
    INDENT,
    LONGEST_TEXT,
    Page,
    dispute_lines,
    edge_lines,
    moment_text,
    receipt_line,
    record_facts,
    record_lines,
    record_title,
    resolved,
    spelled,
    statement_lines,
    who,
    written,
)
from .trace import Received, Trace

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

_TIES = {
    "trailer": "by the trailer Fabric-Thread of the commit",
    "correlation": "a relation about it names this thread",
    "causation": "a relation about it names this thread as its cause",
    "actor": "a declaration comes from this thread",
}


def render_text(trace: Trace, *, colour: bool, width: int, closing: bool = True, whole: bool = False) -> str:
    """The trace as lines of about ``width`` cells, with ANSI colours if ``colour``; ends with a newline.

    Ids are never broken, so that they can be copied: a line may be longer than ``width``. ``closing`` says what was
    read; ``whole`` lists every delivery nearby, however many.
    """
    page = Page(colour, width)
    lines = [
        *_subject(trace, page),
        *_declared(trace, page),
        *_declared_of(trace, page),
        *_available(trace, page),
        *_later(trace, page),
        *_unknown(trace, page),
        *_lineage(trace, page),
        *_relations(trace, page, whole=whole),
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
    if trace.time is not None:
        yield f"{INDENT}{_timed(trace.root)} {moment_text(trace.time)}"
    if trace.root.url:
        yield f"{INDENT}{visible(trace.root.url)}"
    for node in trace.spellings:
        if node.key != trace.root.key:
            yield f"{INDENT}also written {spelled(node)}"
    for thread in trace.threads:
        named = cut(visible(thread.thread_id), LONGEST_TEXT)
        yield f"{INDENT}thread {named}  {page.style(_tie(trace, thread), dim=True)}"
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
        yield f"{INDENT}created {written(made.occurred_at)}: {who(made)}"
    for conflict in record.conflicts:
        yield from dispute_lines(conflict, page)


def _tie(trace: Trace, thread: SubjectThread) -> str:
    unread = "; no thread event of it was read" if trace.runtime_read and not thread.known else ""
    return f"{_TIES[thread.basis]}{unread}"


def _timed(node: Node) -> str:
    if node.kind == "commit":
        return "committed"
    return "started" if is_local(node, "thread") else "first named"


def _declared(trace: Trace, page: Page) -> Iterator[str]:
    if is_local(trace.root, "record") and not trace.declared:
        return  # what others declared about a record is the question there
    yield from page.section("Declared", "causality, each on somebody's word", "green")
    if not trace.declared:
        what = f"{UNKNOWN}: no relation says what this {visible(trace.root.kind)} implements or was informed by."
        yield from page.paragraph(what, INDENT)
        return
    disputes = {cause.edge.order: cause.disputed_by for claim in trace.claims for cause in claim.causality}
    for edge in trace.declared:
        yield from _declaration(trace, edge, edge.target, page, disputes.get(edge.order, ()))


def _declared_of(trace: Trace, page: Page) -> Iterator[str]:
    if trace.declared_of or is_local(trace.root, "record"):
        yield from page.section("Declared by others", f"what says that it follows this {trace.root.kind}", "green")
    for edge in trace.declared_of:
        yield from _declaration(trace, edge, edge.source, page, ())
    if not trace.declared_of and is_local(trace.root, "record"):
        yield from page.paragraph(
            f"{UNKNOWN}: no relation declares that anything implements it or was informed by it.", INDENT
        )


def _declaration(trace: Trace, edge: Edge, end: Node, page: Page, disputed_by: Sequence[str]) -> Iterator[str]:
    if is_local(end, "record"):
        yield f"{INDENT}{page.style(edge.type, 'green')}  {record_title(trace, end.id, page)}"
        yield from record_facts(trace, end.id, page, INDENT * 2)
    else:
        yield f"{INDENT}{page.style(edge.type, 'green')}  {spelled(end)}{resolved(trace, end)}"
    yield from page.paragraph(f"{who(edge)}, {written(edge.asserted_at)}", INDENT * 2)
    if edge.reason:
        yield from page.paragraph(f"because: {cut(visible(edge.reason), LONGEST_TEXT)}", INDENT * 2)
    for record_id in disputed_by:
        yield f"{INDENT * 2}{page.style('disputed', 'yellow', bold=True)} by {visible(record_id)}"


def _available(trace: Trace, page: Page) -> Iterator[str]:
    claims = [claim for claim in trace.claims if claim.delivered.shown or claim.exposed.shown]
    yield from page.section("Available", "what receipts state; never proof of influence", "blue")
    if not claims:
        if is_local(trace.root, "record"):
            yield from _received(trace.received, trace.runtime_read, page)
        else:
            yield from page.paragraph(f"{UNKNOWN}: {_why_no_receipt(trace)}", INDENT)
    for claim in claims:
        yield f"{INDENT}{page.style(claim.level.value, 'blue')}  {record_title(trace, claim.record_id, page)}"
        yield from record_facts(trace, claim.record_id, page, INDENT * 2)
        for entry in claim.delivered.receipts:
            yield from page.paragraph(receipt_line(entry), INDENT * 2)


def _received(received: Sequence[Received], runtime_read: bool, page: Page) -> Iterator[str]:
    """For a record as the subject: which threads have it, by their receipts."""
    if not any(item.counts for item in received):
        why = "receipts were not read."
        if runtime_read:
            why = f"no receipt lists it{' and a revision of it' if received else ''}."
        yield from page.paragraph(f"{UNKNOWN}: {why}", INDENT)
    by_thread = sorted(received, key=lambda item: (not item.counts, item.thread_id))
    for (thread_id, counts), group in groupby(by_thread, key=lambda item: (item.thread_id, item.counts)):
        items = list(group)
        times = sorted(moment for item in items if (moment := parse_instant(item.occurred_at)) is not None)
        states = " and ".join(sorted({item.state for item in items}))
        span = (
            moment_text(times[0]) if times[0] == times[-1] else f"{moment_text(times[0])} to {moment_text(times[-1])}"
        )
        what = f"{INDENT}{states}" if not counts else f"{INDENT}{page.style(states, 'blue')}"
        rest = "" if counts else "; does not count (lists no revision of it)"
        yield f"{what}  to thread {visible(thread_id)}, {counted(len(items), 'receipt')}, {span}{rest}"


def _why_no_receipt(trace: Trace) -> str:
    kind = visible(trace.root.kind)
    if not trace.runtime_read:
        return "receipts live in the store of the machine that made them, and none was read here."
    if trace.root.kind == "commit" and trace.time is None:
        return "without the commit its time is not known, so no receipt can count."
    if not trace.threads and not is_local(trace.root, "thread"):
        trailer = "no trailer Fabric-Thread and " if trace.root.kind == "commit" else ""
        return f"{trailer}no relation event ties this {kind} to a thread, so no receipt can speak for it."
    if trace.statements and trace.time is None:
        return "copies of one event differ in when this thread began, so no receipt can count."
    if trace.time is None:
        return f"no event that was read says when this {kind} began, so no receipt can count."
    return f"no receipt up to this {kind} lists a record for its thread."


def _later(trace: Trace, page: Page) -> Iterator[str]:
    """Receipts after the subject, and relations made by hand: neither counts, both are said."""
    claims = [claim for claim in trace.claims if claim.delivered.after]
    if claims:
        kind = visible(trace.root.kind)
        started = is_local(trace.root, "thread")
        gloss = "after its start; never proof of influence" if started else f"after this {kind}: not counted"
        yield from page.section("Delivered later", gloss, "blue")
    for claim in claims:
        states = {entry.state for entry in claim.delivered.after}
        level = "exposed" if "exposed" in states else "delivered"
        yield f"{INDENT}{page.style(level, 'blue')}  {record_title(trace, claim.record_id, page)}"
        yield from record_facts(trace, claim.record_id, page, INDENT * 2)
        for entry in claim.delivered.after:
            yield from page.paragraph(receipt_line(entry), INDENT * 2)
    by_hand = [edge for claim in trace.claims for edge in (*claim.delivered.claimed, *claim.exposed.claimed)]
    if by_hand:
        yield from page.section("Claimed by hand", "delivery stated without a receipt: not counted", "yellow")
    for edge in by_hand:
        yield from edge_lines(trace, edge, page)


def _unknown(trace: Trace, page: Page) -> Iterator[str]:
    claims = [
        claim
        for claim in trace.claims_with(Verdict.UNKNOWN)
        if not (is_local(trace.root, "thread") and claim.delivered.after)
    ]
    if is_local(trace.root, "record") and not claims:
        return
    yield from page.section("Unknown", "neither declared, nor delivered as far as receipts state", "yellow")
    for claim in claims:
        yield f"{INDENT}{page.style(UNKNOWN, 'yellow')}  {record_title(trace, claim.record_id, page)}"
        yield from record_facts(trace, claim.record_id, page, INDENT * 2)
    rest = "Whether records existed by then, and whether their scope covered it, is not examined: unknown."
    yield from page.paragraph(rest, INDENT, dim=True)


def _lineage(trace: Trace, page: Page) -> Iterator[str]:
    if trace.lineage:
        yield from page.section("Lineage", "where direction comes from, and what it replaces", "magenta")
    for edge in trace.lineage:
        yield from edge_lines(trace, edge, page)


def _relations(trace: Trace, page: Page, *, whole: bool) -> Iterator[str]:
    own = {edge.order for edge in (*trace.declared, *trace.declared_of)}
    causal = [edge for edge in trace.relations if edge.edge_class is EdgeClass.CAUSALITY and edge.order not in own]
    available = [edge for edge in trace.relations if edge.edge_class is EdgeClass.AVAILABILITY]
    if causal:
        yield from page.section("Declared nearby", "declarations of others; they do not travel", "green")
    for edge in causal:
        yield from edge_lines(trace, edge, page)
    if available:
        yield from page.section("Deliveries nearby", "what receipts stand for; never proof of influence", "blue")
    shown = available if whole else available[:MOST_RECEIPT_EDGES]
    for edge in shown:
        by = "" if edge.receipt_id else ", made by hand"
        when = page.style(f"{written(edge.asserted_at)}{by}", dim=True)
        yield f"{INDENT}{spelled(edge.source)} {page.style(edge.type, bold=True)} {spelled(edge.target)}  {when}"
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
