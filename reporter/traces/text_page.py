"""How the text of a trace spells what it names: nodes, records, relations, receipts, disputes, and who said so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import click

from ...ledger.display import cut, visible, wrap
from ...ledger.events import Event, Node, Record, Scope, StateChange, Thread
from ...ledger.history import Conflict
from ...ledger.instants import Instant, parse_instant
from ...ledger.title import title_of
from ...ledger.wording import spoken_scope
from ..claims.claim import ReceiptEntry
from ..graph.disputes import dispute_mark, disputes_of
from ..graph.edges import Edge
from ..graph.provenance import is_local
from .claim_words import whose_word
from .drawing_words import Disputes
from .subject_words import NEVER_CREATED
from .trace import Trace

LONGEST_TEXT = 600  # characters of one reason; the whole is in the JSON
INDENT = "  "


@dataclass(frozen=True, slots=True)
class Page:
    """How wide the page is, whether it may be coloured, whether long lists are given whole, and what is disputed."""

    colour: bool
    width: int
    whole: bool = False
    disputes: Disputes = field(default_factory=dict)

    def style(self, text: str, foreground: str | None = None, *, bold: bool = False, dim: bool = False) -> str:
        """The text, coloured where that is wanted."""
        if not self.colour or not (foreground or bold or dim):
            return text
        return click.style(text, fg=foreground, bold=bold or None, dim=dim or None)

    def section(self, name: str, gloss: str, foreground: str) -> Iterator[str]:
        """An empty line and a heading, with what the section is."""
        yield ""
        yield f"{self.style(name, foreground, bold=True)}  {self.style(gloss, dim=True)}"

    def paragraph(self, text: str, margin: str, *, dim: bool = False) -> Iterator[str]:
        """The text in lines behind a margin."""
        for line in wrap(text, max(self.width - len(margin), 40)):
            yield margin + self.style(line, dim=dim)


def edge_lines(trace: Trace, edge: Edge, page: Page) -> Iterator[str]:
    """A relation: its ends, the titles of records at them, and who said so."""
    source, target = (f"{spelled(node)}{resolved(trace, node)}" for node in (edge.source, edge.target))
    yield f"{INDENT}{source} {page.style(edge.type, bold=True)} {target}"
    for node in (edge.source, edge.target):
        record = trace.records.get(node.id) if is_local(node, "record") and node.key != trace.root.key else None
        if record is not None and record.text_known:
            yield f"{INDENT * 2}{visible(title_of(record.record.text))}"
    when = f", {written(edge.asserted_at, page)}" if page.whole else ""
    about = f"{who(edge)}{when}" + (f": {cut(visible(edge.reason), LONGEST_TEXT)}" if edge.reason else "")
    yield from page.paragraph(about, INDENT * 2, dim=True)
    yield from source_lines(edge, page, INDENT * 2)
    found = disputes_of(edge, page.disputes)
    mark = dispute_mark(found)
    if mark is not None:
        by = ", ".join(visible(dispute.record_id) for dispute in found)
        yield f"{INDENT * 2}{page.style(visible(mark), 'yellow', bold=True)} by {by}"


def source_lines(edge: Edge, page: Page, margin: str) -> Iterator[str]:
    """The ids behind a relation, where everything is listed; a trailer has none."""
    named = (("relation", edge.relation_id), ("receipt", edge.receipt_id), ("event", edge.event_id))
    parts = [f"{name} {visible(value)}" for name, value in named if value is not None]
    if page.whole and parts:
        yield from page.paragraph(", ".join(parts), margin, dim=True)


def record_lines(trace: Trace, record_id: str, page: Page, margin: str) -> Iterator[str]:
    """The title of a record that is named above, and how it stands now."""
    yield f"{margin}{record_title(trace, record_id, page)}"
    yield from record_facts(trace, record_id, page, margin, with_id=False)


def record_facts(
    trace: Trace, record_id: str, page: Page, margin: str, *, with_id: bool = True, stood: str | None = None
) -> Iterator[str]:
    """The id of a record, and how it stands; how long it is to last only where no versions of it differ.

    ``stood`` says how it stood then and stands now; without it only the latter is told.
    """
    record = trace.records.get(record_id)
    facts = [visible(record_id)] if with_id else []
    if record is not None:
        facts += [visible(stood or f"now {record.state}"), *([record.durability] if record.text_known else [])]
        if record.conflict is not None and record.conflict.settled_by is not None:
            facts.append(f"settled by {visible(record.conflict.settled_by)}")
    if facts:
        yield margin + page.style("  ".join(facts), dim=True)


def record_title(trace: Trace, record_id: str, page: Page) -> str:
    """What the record says, in a line; none of several versions is chosen."""
    record = trace.records.get(record_id)
    if record is None:
        return page.style(NEVER_CREATED, bold=True)
    return page.style(visible(title_of(record.record.text)) if record.text_known else "(versions differ)", bold=True)


def dispute_lines(conflict: Conflict, page: Page) -> Iterator[str]:
    """A conflict of the record above: its branches or versions with who claims what, or what settled it."""
    if conflict.settled_by is not None:
        yield f"{INDENT}{page.style('settled', bold=True)} by {visible(conflict.settled_by)}"
        yield from page.paragraph(visible(conflict.message), INDENT * 2)
        return
    yield f"{INDENT}{page.style('contested', 'yellow', bold=True)}: no version and no branch is chosen"
    yield from page.paragraph(visible(conflict.message), INDENT * 2)
    for branch in conflict.branches:
        yield from _revision(branch.child, page, "-")
        for event in branch.following:
            yield from _revision(event, page, "  then")
    for event in () if conflict.branches else conflict.versions:
        yield from _revision(event, page, "-")
        yield from page.paragraph(f"in {visible(event.origin.path)}", INDENT * 3)


def _revision(event: Event, page: Page, mark: str) -> Iterator[str]:
    """One side of a dispute: what it says, its id, and whose word it is."""
    payload = event.payload
    what = "says nothing of a state"
    if isinstance(payload, Record | StateChange):
        what = ", ".join(text for text in (payload.status, payload.durability) if text) or "changes no state"
    yield f"{INDENT * 2}{mark} {visible(event.event_id)}  {visible(what)}"
    if isinstance(payload, Record):
        yield f"{INDENT * 3}{visible(title_of(payload.text))}"
    yield from page.paragraph(f"{who(event)}, {written(event.occurred_at, page)}", INDENT * 3)
    reason = payload.lifecycle_reason if isinstance(payload, Record | StateChange) else None
    if reason:
        yield from page.paragraph(f"because: {cut(visible(reason), LONGEST_TEXT)}", INDENT * 3)


def statement_lines(statements: Sequence[Event], page: Page) -> Iterator[str]:
    """The copies of a thread's events that differ, each with what it states."""
    if statements:
        warning = page.style("its statements differ", "yellow", bold=True)
        yield f"{INDENT}{warning}: copies of one event are not the same, and none is chosen"
    for event in statements:
        if isinstance(event.payload, Thread):
            yield f"{INDENT * 2}- {visible(event.event_id)}  {written(event.occurred_at, page)}"
            since, until = written(event.payload.created_at, page), written(event.payload.updated_at, page)
            yield from page.paragraph(f"{scope_words(event.payload.scope)}; since {since}, updated {until}", INDENT * 3)
            yield from page.paragraph(f"{who(event)}; in {visible(event.origin.path)}", INDENT * 3)


def scope_words(scope: Scope) -> str:
    """Where something holds, in a line."""
    repo = f"repo {scope.repo}" if scope.repo else ""
    stated = ", ".join(part for part in (repo, spoken_scope(scope)) if part)
    return cut(visible(stated or "none stated"), LONGEST_TEXT)


def receipt_line(entry: ReceiptEntry, page: Page) -> str:
    """What a receipt states: the step, the thread and the time; its ids too where everything is listed."""
    older = ", in an older revision than the one in force by then" if entry.older_revision else ""
    ids = f", receipt {visible(entry.receipt_id)}, event {visible(entry.event_id)}" if page.whole else ""
    return f"{entry.state} to thread {visible(entry.thread_id)}, {written(entry.occurred_at, page)}{older}{ids}"


def who(said: Event | Edge) -> str:
    """Who says so, what they claim for it, and the basis they give: a claim, never a proof."""
    return visible(whose_word(said))


def resolved(trace: Trace, node: Node) -> str:
    """How a commit's id resolves, in brackets; nothing for anything else."""
    state = trace.resolutions.get(node.id) if node.kind == "commit" else None
    return f" ({state})" if state is not None else ""


def spelled(node: Node) -> str:
    """A node as a command line takes it."""
    return visible(node.spelled)


def written(text: str, page: Page) -> str:
    """A time of the ledger, in UTC; as it stands there if it is none; empty is a time that git cannot read."""
    if not text:
        return "at a time that cannot be read"
    found = parse_instant(text)
    return moment_text(found, page) if found is not None else visible(text)


def moment_text(moment: Instant, page: Page) -> str:
    """An instant in UTC: to the second, or all of it where everything is listed."""
    return moment.text if page.whole else Instant(moment.seconds).text
