"""The pages of issues and pull requests: direction scoped to them, what they declare, their threads, their end."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ....ledger.events import Node
from ....ledger.governing import Asked
from ....ledger.instants import Instant
from ....ledger.wording import counted
from ....repository.around.merged_requests import MergedRequest
from ...claims.subjects import find_subject
from ...claims.threads import subject_threads
from ...traces.subject_words import tied_by
from ..address import ISSUES, PRS, Address, issue_page, pr_page
from ..blocks import (
    Block,
    Bullets,
    Code,
    Command,
    Facts,
    Heading,
    Inline,
    Line,
    Muted,
    Page,
    Paragraph,
    Ref,
    Strong,
    Table,
    worded,
)
from ..relations import MOST_ROWS, relation_table
from ..survey import Survey
from ..words import UNKNOWN, UNREADABLE, commit_ref, elsewhere, node_words, short, when
from .directions import Local
from .folders import marks
from .governed import governing, named_paths, place_ref
from .lately import lately_changed, no_longer
from .mentions import Mention


@dataclass(frozen=True, slots=True)
class Ticket:
    """A kind of ticket: its name in the ledger and for people, its pages, and the words for its end."""

    kind: str
    name: str
    many: str
    index: Address
    done: str
    undone: str

    def page_of(self, identifier: str) -> Address:
        """The page of one."""
        return issue_page(identifier) if self.kind == "issue" else pr_page(identifier)

    def asked(self, identifier: str) -> Asked:
        """The question what governs one."""
        return Asked(issues=(identifier,)) if self.kind == "issue" else Asked(prs=(identifier,))

    def ended(self, survey: Survey) -> Mapping[str, MergedRequest] | None:
        """The commits that end them, by their names; None where git was not asked."""
        return survey.closed if self.kind == "issue" else survey.merged


ISSUE = Ticket("issue", "Issue", "issues", ISSUES, "Closed", "no commit message in this history says that it closes it")
PR = Ticket("pr", "PR", "PRs", PRS, "Merged", "no commit message in this history says that it merges it")


def pages(survey: Survey, ticket: Ticket) -> Iterator[Page]:
    """The page of each, then the list of them."""
    rows: list[tuple[Line, ...]] = []
    for identifier, mention in survey.mentions(ticket.kind).paged.items():
        local = survey.directions.of(ticket.asked(identifier))
        yield _page(survey, ticket, identifier, mention, local)
        relations = sum(len(survey.provenance.relations_at(node)) for node in mention.nodes)
        rows.append(
            (
                (place_ref(survey, ticket.kind, identifier),),
                tuple(marks(local)),
                (f"{len(mention.records):,}",),
                (f"{relations:,}",) if relations else (Strong(UNKNOWN),),
                _end(survey, ticket, identifier),
            )
        )
    yield _index(survey, ticket, rows)


def _index(survey: Survey, ticket: Ticket, rows: list[tuple[Line, ...]]) -> Page:
    total = survey.mentions(ticket.kind).total
    blocks: list[Block] = []
    if survey.ledger_unreadable:
        blocks.append(Paragraph((Strong(UNKNOWN), f": which {ticket.many} the ledger names; {UNREADABLE}.")))
    blocks.append(
        Paragraph(
            (
                elsewhere(survey),
                f"{counted(total, ticket.many[:-1])} that a record's scope, a relation or a thread names.",
            )
        )
    )
    if len(rows) < total:
        blocks.append(Paragraph((f"Showing {len(rows)} of {total:,}.",)))
    if rows:
        columns = (ticket.name, "Direction bound to it", "Records naming it", "Relations", ticket.done)
        blocks.append(Table(columns, tuple(rows), filterable=True))
    named = next(iter(survey.mentions(ticket.kind).paged), None)
    command = "status" if named is None else f"governs {_option(ticket, named)}"
    note = f"  # one of them: each {ticket.many[:-1]} has a command of its own" if total > 1 else ""
    title = ticket.many[:1].upper() + ticket.many[1:]
    return Page(ticket.index, title, tuple(blocks), survey.command(command) + note, wide=True)


def _option(ticket: Ticket, identifier: str) -> str:
    return shlex.quote(f"--{ticket.kind}={identifier}")


def _page(survey: Survey, ticket: Ticket, identifier: str, mention: Mention, local: Local) -> Page:
    records = [survey.history.records[each] for each in mention.records]
    blocks: list[Block] = [
        Facts(tuple(_facts(survey, ticket, identifier, mention))),
        Heading("What governs it", searched=False),
        *governing(survey, local, named_paths),
        *_relations(survey, ticket, identifier, mention),
        *_threads(survey, mention),
        *lately_changed(survey, mention.records),
        *no_longer(survey, records),
    ]
    return Page(
        ticket.page_of(identifier),
        f"{ticket.name} {worded(identifier)}",
        tuple(blocks),
        survey.command(f"governs {_option(ticket, identifier)}"),
        eyebrow=(Ref(ticket.many[:1].upper() + ticket.many[1:], ticket.index),),
        wide=True,
    )


def _facts(survey: Survey, ticket: Ticket, identifier: str, mention: Mention) -> Iterator[tuple[str, Line]]:
    yield "Id in the ledger", (Code(identifier),)
    for node in mention.nodes:
        if node.provider:
            yield "Provider", (worded(node.provider),)
    yield "Records", (f"{counted(len(mention.records), 'record')} whose scope names it",)
    yield ticket.done, _end(survey, ticket, identifier)


def _end(survey: Survey, ticket: Ticket, identifier: str) -> Line:
    """The commit that merged or closed it, as its message says."""
    ended = ticket.ended(survey)
    if ended is None:
        return (Strong(UNKNOWN), Muted(": git was not asked"))
    found = ended.get(identifier)
    if found is None:
        return (Strong(UNKNOWN), Muted(f": {ticket.undone}"))
    written = [each for each in survey.commit_nodes if each in survey.facts and survey.facts[each].full == found.commit]
    commit: Inline = commit_ref(written[0]) if written else Code(found.commit[:10], found.commit)
    return ("by ", commit, " ", found.title, " · ", when(Instant(found.seconds).text))


def _relations(survey: Survey, ticket: Ticket, identifier: str, mention: Mention) -> Iterator[Block]:
    """What is declared of it. No relation is no sign that there is none."""
    yield Heading("Declared", searched=False)
    nodes = mention.nodes or (Node(ticket.kind, identifier),)
    found = [(node, survey.provenance.edges_at(node)) for node in nodes]
    if not any(edges for _, edges in found):
        yield Paragraph((Strong(UNKNOWN), ": no relation names it, so that nobody says what followed which direction."))
    for node, edges in found:
        if edges:
            if len(edges) > MOST_ROWS:
                yield Paragraph((f"Showing {MOST_ROWS} of {len(edges):,} rows.",))
            yield relation_table(survey, edges[:MOST_ROWS], node)
            yield Command(survey.command(f"trace {shlex.quote(node.spelled)}"))


def _threads(survey: Survey, mention: Mention) -> Iterator[Block]:
    items: dict[str, Line] = {
        thread_id: (*node_words(survey, Node("thread", thread_id)), " ", Muted("its scope names it"))
        for thread_id in mention.threads
    }
    for node in mention.nodes:
        subject = find_subject(node, survey.provenance, survey.facts)
        for thread in subject_threads(subject, survey.provenance, survey.facts, survey.trailers):
            basis: list[Inline] = [tied_by(thread.basis)]
            if thread.event_id is not None:
                basis += [": ", short(thread.event_id)]
            words = node_words(survey, Node("thread", thread.thread_id))
            items.setdefault(thread.thread_id, (*words, " ", *basis))
    yield Heading("Threads", searched=False)
    if items:
        yield Bullets(tuple(items[thread_id] for thread_id in sorted(items)))
    else:
        yield Paragraph((Strong(UNKNOWN), ": in which thread anybody worked on it."))
