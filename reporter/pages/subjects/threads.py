"""The pages of threads: their scope over time, what they received, what they declared, what belongs to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....ledger.events import Event, Node, Receipt, Thread
from ....ledger.instants import instant
from ....ledger.wording import counted
from ...claims.claim import UNKNOWN
from ...claims.ladder import declared_by, declared_of
from ...graph.edges import CLASS_OF_TYPE, Edge, EdgeClass, declared_edge
from ...graph.provenance import receipt_of, relation_of
from ...traces.subject_words import tied_by
from ..address import THREADS, thread_page
from ..blocks import (
    Block,
    Break,
    Bullets,
    Code,
    Declared,
    Facts,
    Fold,
    Heading,
    Line,
    Muted,
    Page,
    Paragraph,
    Strong,
    Table,
)
from ..glossary import what
from ..relations import declaration, relation_table
from ..survey import Survey
from ..words import claim_of, node_words, scope_words, short, ways_to_type, when, why_no_receipt
from .drawn import ladders_of_subject
from .judgements import Tied
from .steps import cut_note, node_ref, records_line, spelled_for_shell, step_blocks

MOST_ROWS = 200  # of the tables of a page
MOST_OPEN = 12  # receipts that are listed without being asked
ONE_OF_THEM = "  # one of them: each thread has a command of its own"
_HOW_KNOWN = (
    "A build with the runtime shows it: on the machine that has it, or after ",
    Code("fingerpost runtime merge"),
    " of a pack from there.",
)


def index(survey: Survey) -> Page:
    """Every thread that the runtime, a relation or a trailer names."""
    found = survey.judgements.thread_ids
    blocks: list[Block] = [
        Paragraph(("A thread is one line of work of somebody: what it was about, and what it was given.",), "muted"),
        *_runtime(survey),
    ]
    if found:
        columns = ("Thread", "Began", "Scope at last", "Receipts read", "Belongs to it", "Declared")
        rows = tuple(_index_row(survey, thread_id) for thread_id in found)
        blocks += [Paragraph((f"{counted(len(found), 'thread')} named.",)), Table(columns, rows, filterable=True)]
    else:
        blocks.append(Paragraph((Strong(UNKNOWN), ": which threads there are. Nothing that was read names one.")))
    command = f"trace {spelled_for_shell(Node('thread', found[0]))}" if found else "status"
    return Page(THREADS, "Threads", tuple(blocks), survey.command(command) + (ONE_OF_THEM if found else ""), wide=True)


def _runtime(survey: Survey) -> Iterator[Block]:
    if not survey.runtime_read or survey.runtime_unreadable:
        known = (*why_no_receipt(survey), ". ", *_HOW_KNOWN)
        yield Paragraph((Strong(UNKNOWN), ": when threads began, their scope, what they received; ", *known))


def _index_row(survey: Survey, thread_id: str) -> tuple[Line, ...]:
    events = _events(survey, thread_id)
    receipts = survey.provenance.receipts_of_thread(thread_id)
    tied = survey.judgements.tied.get(thread_id, ())
    unknown: Line = (Strong(UNKNOWN),)
    return (
        (node_ref(survey, Node("thread", thread_id)),),
        (when(events[0].occurred_at),) if events else unknown,
        scope_words(_stated(events[-1]).scope) if events else unknown,
        (f"{len(receipts):,}",) if receipts or survey.runtime_read else unknown,
        (counted(len(tied), "commit or action", "commits or actions"),) if tied else unknown,
        (f"{len(_said_from(survey, thread_id)):,}",) if _said_from(survey, thread_id) else unknown,
    )


def _events(survey: Survey, thread_id: str) -> list[Event]:
    """The events of a thread, in the order in which they state it."""
    events = survey.history.threads.get(thread_id, ())
    return sorted(
        events, key=lambda event: (instant(_stated(event).updated_at), instant(event.occurred_at), event.event_id)
    )


def _stated(event: Event) -> Thread:
    assert isinstance(event.payload, Thread)
    return event.payload


def _said_from(survey: Survey, thread_id: str) -> list[Edge]:
    """The declarations that the thread itself makes, and those that somebody made from it for other work."""
    subject = survey.judgements.subject(Node("thread", thread_id))
    found = {edge.order: edge for edge in declared_by(subject, survey.provenance)}
    if thread_id in survey.history.threads:
        for event in survey.judgements.relations_from.get(thread_id, ()):
            if CLASS_OF_TYPE[relation_of(event).type] is EdgeClass.CAUSALITY:
                edge = declared_edge(event, relation_of(event))
                found[edge.order] = edge
    return [found[order] for order in sorted(found)]


def page(survey: Survey, thread_id: str) -> Page:
    """What is known of one thread."""
    node = Node("thread", thread_id)
    subject = survey.judgements.subject(node)
    judged = survey.judgements.of(node)
    own = [*declared_by(subject, survey.provenance), *declared_of(subject, survey.provenance)]
    said = {edge.order: edge for edge in (*own, *_said_from(survey, thread_id))}
    then = {claim.record_id: claim.state_then for claim in judged.claims} if judged is not None else {}
    events = _events(survey, thread_id)
    others = [
        edge
        for edge in survey.provenance.edges_at(node)
        if edge.receipt_id is None and edge.edge_class is not EdgeClass.CAUSALITY
    ]
    blocks: list[Block] = [
        *_began(survey, events),
        Heading("Delivered and exposed in all", searched=False),
        *_receipts(survey, thread_id),
        Heading("The two ladders", searched=False),
        Paragraph((what("The two ladders", "What the two ladders are"),), "muted"),
        ladders_of_subject(survey, node, judged, own),
        Heading("Causality", searched=False),
        Paragraph(("What this thread declared, or what was declared from it for other work.",), "muted"),
        Declared(
            tuple(declaration(survey, said[order], node, then.get(said[order].target.id, UNKNOWN)) for order in said),
            "No relation that was read declares anything from this thread.",
        ),
        Heading("Availability at its start", searched=False),
        Paragraph(
            ("As of its start, by no scope of its own. What it was given since then is listed above.",),
            "muted",
        ),
        *step_blocks(survey, node, judged, ()),
        Heading("Scope over time", searched=False),
        *_scopes(events),
        Heading("What belongs to it", searched=False),
        *_tied(survey, survey.judgements.tied.get(thread_id, ())),
    ]
    if others:
        blocks += [Heading("Other relations", searched=False), relation_table(survey, others, node)]
    blocks += [Heading("What is unknown", searched=False), Bullets(tuple(_unknown(survey, bool(events), bool(said))))]
    return Page(
        thread_page(thread_id),
        f"Thread {short(thread_id).text}",
        tuple(blocks),
        survey.command(f"trace {spelled_for_shell(node)}"),
        eyebrow=("Thread ", Code(thread_id)),
        searched=False,
        wide=True,
        known_as=ways_to_type(thread_id),
    )


def _began(survey: Survey, events: Sequence[Event]) -> Iterator[Block]:
    if not events:
        yield Paragraph((Strong(UNKNOWN), ": when it began and what it was about. No event of it was read."))
        yield from _runtime(survey)
        return
    first, last = events[0], events[-1]
    yield Facts(
        (
            ("Began", (when(first.occurred_at),)),
            ("On the word of", claim_of(first)),
            ("Scope at last", scope_words(_stated(last).scope)),
            ("Last stated", (when(last.occurred_at),)),
        )
    )


def _receipts(survey: Survey, thread_id: str) -> Iterator[Block]:
    receipts = sorted(
        survey.provenance.receipts_of_thread(thread_id),
        key=lambda event: (instant(receipt_of(event).occurred_at), event.event_id),
    )
    if not receipts:
        yield Paragraph((Strong(UNKNOWN), ": what it was given; ", *why_no_receipt(survey), "."))
        return
    yield Paragraph((_in_all([receipt_of(event) for event in receipts]),))
    rows = tuple(_receipt(survey, event) for event in receipts[:MOST_ROWS])
    table = Table(("When", "State", "Records that it lists", "Receipt", "Projection", "On the word of"), rows)
    listed = (*cut_note(len(receipts), MOST_ROWS, "receipts"), table)
    if len(receipts) > MOST_OPEN:
        yield Fold(f"Every one of the {len(receipts):,} receipts", listed)
    else:
        yield from listed
    yield Paragraph(
        ("A receipt says what was delivered or exposed to the thread, not that anybody followed it.",), "muted"
    )


def _in_all(receipts: Sequence[Receipt]) -> str:
    """How many receipts there are, each counted once, and of how many records."""
    exposed = sum(receipt.state == "exposed" for receipt in receipts)
    records = {record_id for receipt in receipts for record_id in receipt.record_ids}
    told = f"{counted(len(receipts), 'receipt')}: {len(receipts) - exposed:,} delivered, {exposed:,} exposed"
    return f"{told}; {counted(len(records), 'record')} in all." if records else f"{told}; no record in any."


def _receipt(survey: Survey, event: Event) -> tuple[Line, ...]:
    receipt = receipt_of(event)
    listed: Line = records_line(survey, receipt.record_ids) or (Muted("none"),)
    return (
        (when(receipt.occurred_at),),
        (receipt.state,),
        (*listed, Break(), Muted(f"in {counted(len(set(receipt.event_ids)), 'revision')}")),
        (short(receipt.receipt_id),),
        (short(receipt.projection_id),),
        claim_of(event),
    )


def _scopes(events: Sequence[Event]) -> Iterator[Block]:
    if not events:
        yield Paragraph((Strong(UNKNOWN), ": its scope; no event of it was read."))
        return
    yield from cut_note(len(events), MOST_ROWS, "events")
    rows = tuple(
        (
            (when(event.occurred_at),),
            (event.event_type.partition(".")[2].replace("_", " "),),
            scope_words(_stated(event).scope),
            claim_of(event),
        )
        for event in events[:MOST_ROWS]
    )
    yield Table(("When", "Event", "Scope", "On the word of"), rows)


def _tied(survey: Survey, tied: Sequence[Tied]) -> Iterator[Block]:
    if not tied:
        yield Paragraph((Strong(UNKNOWN), ": which commits and actions. No trailer and no relation ties one to it."))
        return
    yield from cut_note(len(tied), MOST_ROWS, "commits and actions")
    rows = tuple(
        (
            node_words(survey, each.node),
            (_says(survey, each.node),),
            (tied_by(each.basis),),
        )
        for each in tied[:MOST_ROWS]
    )
    yield Table(("Commit or action", "Says", "Tied to it"), rows)


def _says(survey: Survey, node: Node) -> str | Muted:
    fact = survey.facts.get(node.id) if node.kind == "commit" else None
    told = survey.messages.get(fact.full or "", "") if fact is not None else ""
    return told if told.strip() else Muted(UNKNOWN)


def _unknown(survey: Survey, stated: bool, declared: bool) -> Iterator[Line]:
    if not stated:
        yield (Strong(UNKNOWN), ": its scope, and so what applied to it.")
    if not survey.runtime_read or survey.runtime_unreadable:
        yield (Strong(UNKNOWN), ": what was delivered or exposed to it; ", *why_no_receipt(survey), ".")
    else:
        yield (Strong(UNKNOWN), ": whether anybody read what was delivered.")
    told = "whether it followed other direction than what is declared" if declared else "which direction it followed"
    yield (Strong(UNKNOWN), f": {told}.")
