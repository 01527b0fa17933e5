"""A trace for a person at a terminal: what is declared, what was available, what is unknown, and what was read.

Every text of the ledger passes through :func:`fingerpost.lint.terminal.visible`. Availability is never printed
without its level, and what nobody said is called unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import click

from ..ledger.events import Node
from ..ledger.instants import Instant, parse_instant
from ..ledger.title import title_of
from ..lint.terminal import cut, visible, wrap
from ..lint.wording import Said, claimed_with_basis, counted
from .claims import UNKNOWN, ReceiptEntry, Verdict
from .edges import Edge, EdgeClass
from .neighbourhood import Direction
from .provenance import is_local
from .trace import Received, Trace

LONGEST_TEXT = 600  # characters of one reason; the whole is in the JSON
MOST_RECEIPT_EDGES = 12  # edges of receipts listed; the rest are counted
INDENT = "  "

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
    "correlation": "a relation about it names this thread",
    "causation": "a relation about it names this thread as its cause",
    "actor": "a declaration comes from this thread",
}


@dataclass(frozen=True, slots=True)
class _Page:
    """How wide the page is, and whether it may be coloured."""

    colour: bool
    width: int

    def style(self, text: str, foreground: str | None = None, *, bold: bool = False, dim: bool = False) -> str:
        if not self.colour:
            return text
        return click.style(text, fg=foreground, bold=bold or None, dim=dim or None)

    def section(self, name: str, gloss: str, foreground: str) -> Iterator[str]:
        yield ""
        yield f"{self.style(name, foreground, bold=True)}  {self.style(gloss, dim=True)}"

    def paragraph(self, text: str, margin: str, *, dim: bool = False) -> Iterator[str]:
        for line in wrap(text, max(self.width - len(margin), 40)):
            yield margin + self.style(line, dim=dim)


def render_text(trace: Trace, *, colour: bool, width: int, closing: bool = True, whole: bool = False) -> str:
    """The trace as lines of about ``width`` cells, with ANSI colours if ``colour``; ends with a newline.

    Ids are never broken, so that they can be copied: a line may be longer than ``width``. ``closing`` says what was
    read; ``whole`` lists every delivery nearby, however many.
    """
    page = _Page(colour, width)
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


def _subject(trace: Trace, page: _Page) -> Iterator[str]:
    yield page.style(_spelled(trace.root), bold=True)
    if is_local(trace.root, "record"):
        yield from _record_lines(trace, trace.root.id, page, INDENT)
    resolution = trace.resolutions.get(trace.root.id) if trace.root.kind == "commit" else None
    if resolution is not None:
        yield f"{INDENT}{resolution}: {_RESOLVED[resolution]}"
    record = trace.records.get(trace.root.id) if is_local(trace.root, "record") else None
    if record is not None and record.text_known:
        made = record.creation
        yield f"{INDENT}created {_written(made.occurred_at)}: {_who(made)}"
    if trace.time is not None:
        yield f"{INDENT}{_timed(trace.root)} {_moment(trace.time)}"
    if trace.root.url:
        yield f"{INDENT}{visible(trace.root.url)}"
    for node in trace.spellings:
        if node.key != trace.root.key:
            yield f"{INDENT}also written {_spelled(node)}"
    for thread in trace.threads:
        yield f"{INDENT}thread {visible(thread.thread_id)}  {page.style(_TIES[thread.basis], dim=True)}"
    if not trace.known:
        yield from page.paragraph("No relation names it.", INDENT)
    if trace.scoped is not None:
        records, threads = counted(trace.scoped.records, "record"), counted(trace.scoped.threads, "thread")
        scopes = f"{records} and {threads}" if trace.runtime_read else f"{records} (threads were not read)"
        yield from page.paragraph(f"in the scope of {scopes}; scope is not declared influence", INDENT)


def _timed(node: Node) -> str:
    if node.kind == "commit":
        return "committed"
    return "started" if is_local(node, "thread") else "first named"


def _declared(trace: Trace, page: _Page) -> Iterator[str]:
    if is_local(trace.root, "record") and not trace.declared:
        return  # what others declared about a record is the question there
    yield from page.section("Declared", "causality, each on somebody's word", "green")
    if not trace.declared:
        what = f"{UNKNOWN}: nobody declared what this {visible(trace.root.kind)} implements or was informed by."
        yield from page.paragraph(what, INDENT)
        return
    disputes = {cause.edge.order: cause.disputed_by for claim in trace.claims for cause in claim.causality}
    for edge in trace.declared:
        yield from _declaration(trace, edge, edge.target, page, disputes.get(edge.order, ()))


def _declared_of(trace: Trace, page: _Page) -> Iterator[str]:
    if trace.declared_of or is_local(trace.root, "record"):
        yield from page.section("Declared by others", f"what says that it follows this {trace.root.kind}", "green")
    for edge in trace.declared_of:
        yield from _declaration(trace, edge, edge.source, page, ())
    if not trace.declared_of and is_local(trace.root, "record"):
        yield from page.paragraph(f"{UNKNOWN}: nobody declared to implement it or to be informed by it.", INDENT)


def _declaration(trace: Trace, edge: Edge, end: Node, page: _Page, disputed_by: Sequence[str]) -> Iterator[str]:
    if is_local(end, "record"):
        yield f"{INDENT}{page.style(edge.type, 'green')}  {_title(trace, end.id, page)}"
        yield from _record_facts(trace, end.id, page, INDENT * 2)
    else:
        yield f"{INDENT}{page.style(edge.type, 'green')}  {_spelled(end)}{_resolved(trace, end)}"
    yield from page.paragraph(f"{_who(edge)}, {_written(edge.asserted_at)}", INDENT * 2)
    if edge.reason:
        yield from page.paragraph(f"because: {cut(visible(edge.reason), LONGEST_TEXT)}", INDENT * 2)
    for record_id in disputed_by:
        yield f"{INDENT * 2}{page.style('disputed', 'yellow', bold=True)} by {visible(record_id)}"


def _available(trace: Trace, page: _Page) -> Iterator[str]:
    claims = [claim for claim in trace.claims if claim.delivered.shown or claim.exposed.shown]
    yield from page.section("Available", "on the evidence of receipts; never proof of influence", "blue")
    if not claims:
        if is_local(trace.root, "record"):
            yield from _received(trace.received, trace.runtime_read, page)
        else:
            yield from page.paragraph(f"{UNKNOWN}: {_why_no_receipt(trace)}", INDENT)
    for claim in claims:
        yield f"{INDENT}{page.style(claim.level.value, 'blue')}  {_title(trace, claim.record_id, page)}"
        yield from _record_facts(trace, claim.record_id, page, INDENT * 2)
        for entry in claim.delivered.receipts:
            yield from page.paragraph(_receipt(entry), INDENT * 2)


def _received(received: Sequence[Received], runtime_read: bool, page: _Page) -> Iterator[str]:
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
        span = _moment(times[0]) if times[0] == times[-1] else f"{_moment(times[0])} to {_moment(times[-1])}"
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
        return f"no relation event ties this {kind} to a thread, so no receipt can speak for it."
    if trace.time is None:
        return f"no event that was read says when this {kind} began, so no receipt can count."
    return f"no receipt up to this {kind} lists a record for its thread."


def _later(trace: Trace, page: _Page) -> Iterator[str]:
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
        yield f"{INDENT}{page.style(level, 'blue')}  {_title(trace, claim.record_id, page)}"
        yield from _record_facts(trace, claim.record_id, page, INDENT * 2)
        for entry in claim.delivered.after:
            yield from page.paragraph(_receipt(entry), INDENT * 2)
    by_hand = [edge for claim in trace.claims for edge in (*claim.delivered.claimed, *claim.exposed.claimed)]
    if by_hand:
        yield from page.section("Claimed by hand", "delivery stated without a receipt: not counted", "yellow")
    for edge in by_hand:
        yield from _edge(trace, edge, page)


def _unknown(trace: Trace, page: _Page) -> Iterator[str]:
    claims = [
        claim
        for claim in trace.claims_with(Verdict.UNKNOWN)
        if not (is_local(trace.root, "thread") and claim.delivered.after)
    ]
    if is_local(trace.root, "record") and not claims:
        return
    yield from page.section("Unknown", "neither declared nor shown to be delivered", "yellow")
    for claim in claims:
        yield f"{INDENT}{page.style(UNKNOWN, 'yellow')}  {_title(trace, claim.record_id, page)}"
        yield from _record_facts(trace, claim.record_id, page, INDENT * 2)
    rest = "Whether records existed by then, and whether their scope covered it, is not examined: unknown."
    yield from page.paragraph(rest, INDENT, dim=True)


def _lineage(trace: Trace, page: _Page) -> Iterator[str]:
    if trace.lineage:
        yield from page.section("Lineage", "where direction comes from, and what it replaces", "magenta")
    for edge in trace.lineage:
        yield from _edge(trace, edge, page)


def _relations(trace: Trace, page: _Page, *, whole: bool) -> Iterator[str]:
    own = {edge.order for edge in (*trace.declared, *trace.declared_of)}
    causal = [edge for edge in trace.relations if edge.edge_class is EdgeClass.CAUSALITY and edge.order not in own]
    available = [edge for edge in trace.relations if edge.edge_class is EdgeClass.AVAILABILITY]
    if causal:
        yield from page.section("Declared nearby", "declarations of others; they do not travel", "green")
    for edge in causal:
        yield from _edge(trace, edge, page)
    if available:
        yield from page.section("Deliveries nearby", "what receipts stand for; never proof of influence", "blue")
    shown = available if whole else available[:MOST_RECEIPT_EDGES]
    for edge in shown:
        by = "" if edge.receipt_id else ", made by hand"
        when = page.style(f"{_written(edge.asserted_at)}{by}", dim=True)
        yield f"{INDENT}{_spelled(edge.source)} {page.style(edge.type, bold=True)} {_spelled(edge.target)}  {when}"
    if len(shown) < len(available):
        yield f"{INDENT}showing {len(shown)} of {len(available):,}; --verbose lists all"


def _edge(trace: Trace, edge: Edge, page: _Page) -> Iterator[str]:
    source, target = (f"{_spelled(node)}{_resolved(trace, node)}" for node in (edge.source, edge.target))
    yield f"{INDENT}{source} {page.style(edge.type, bold=True)} {target}"
    for node in (edge.source, edge.target):
        record = trace.records.get(node.id) if is_local(node, "record") and node.key != trace.root.key else None
        if record is not None and record.text_known:
            yield f"{INDENT * 2}{visible(title_of(record.record.text))}"
    about = _who(edge) + (f": {cut(visible(edge.reason), LONGEST_TEXT)}" if edge.reason else "")
    yield from page.paragraph(about, INDENT * 2, dim=True)


def _read(trace: Trace, page: _Page) -> Iterator[str]:
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


def _record_lines(trace: Trace, record_id: str, page: _Page, margin: str) -> Iterator[str]:
    yield f"{margin}{_title(trace, record_id, page)}"
    yield from _record_facts(trace, record_id, page, margin, with_id=False)


def _record_facts(trace: Trace, record_id: str, page: _Page, margin: str, *, with_id: bool = True) -> Iterator[str]:
    record = trace.records.get(record_id)
    facts = [visible(record_id)] if with_id else []
    if record is not None:
        facts += [f"now {record.state}", record.durability]
        if record.conflict is not None and record.conflict.settled_by is not None:
            facts.append(f"settled by {visible(record.conflict.settled_by)}")
    if facts:
        yield margin + page.style("  ".join(facts), dim=True)


def _title(trace: Trace, record_id: str, page: _Page) -> str:
    record = trace.records.get(record_id)
    if record is None:
        return page.style("a record that nothing read here creates", bold=True)
    return page.style(visible(title_of(record.record.text)) if record.text_known else "(versions differ)", bold=True)


def _receipt(entry: ReceiptEntry) -> str:
    older = ", in an older revision than the one in force by then" if entry.older_revision else ""
    return f"{entry.state} to thread {visible(entry.thread_id)}, {_written(entry.occurred_at)}{older}"


def _who(said: Said) -> str:
    """Who says so, what they claim for it, and the basis they give: a claim, never a proof."""
    return visible(claimed_with_basis(said))


def _resolved(trace: Trace, node: Node) -> str:
    state = trace.resolutions.get(node.id) if node.kind == "commit" else None
    return f" ({state})" if state is not None else ""


def _spelled(node: Node) -> str:
    return visible(node.spelled)


def _written(text: str) -> str:
    found = parse_instant(text)
    return _moment(found) if found is not None else visible(text)


def _moment(moment: Instant) -> str:
    """An instant to the second, in UTC."""
    return Instant(moment.seconds).text
