"""The pages of actions and messages that relations name: the same claims as of a commit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....ledger.events import Node
from ....ledger.wording import counted
from ...claims.claim import UNKNOWN
from ...claims.ladder import declared_by, declared_of
from ...claims.threads import SubjectThread, subject_relations
from ...graph.edges import EdgeClass, declared_edge
from ...graph.provenance import relation_of
from ..address import ACTIONS, action_page
from ..blocks import (
    Block,
    Bullets,
    Code,
    Declared,
    Facts,
    Heading,
    Line,
    Muted,
    Page,
    Paragraph,
    Strong,
    Table,
    Url,
    worded,
)
from ..glossary import what
from ..relations import declaration, relation_table
from ..survey import Survey
from ..words import short, ways_to_type, when
from .drawn import ladders_of_subject
from .steps import known_in_words, node_ref, records_line, spelled_for_shell, step_blocks, thread_line, to_records

ONE_OF_THEM = "  # one of them: each has a command of its own"


def index(survey: Survey) -> Page:
    """Every action and every message that a relation names."""
    nodes = survey.judgements.acting
    blocks: list[Block] = [
        Paragraph(("What agents and people did or said, as far as relations of the ledger name it.",), "muted")
    ]
    if nodes:
        said = " and ".join(
            counted(number, kind)
            for kind in ("action", "message")
            if (number := sum(node.kind == kind for node in nodes))
        )
        columns = ("Id", "Kind", "Provider", "Declared to follow", "What is known", "First named")
        blocks += [Paragraph((f"{said} named by relations.",)), Table(columns, _rows(survey, nodes), filterable=True)]
    else:
        blocks.append(
            Paragraph((Strong(UNKNOWN), ": which actions there were. No relation that was read names an action."))
        )
    command = f"trace {spelled_for_shell(nodes[0])}" if nodes else "status"
    return Page(ACTIONS, "Actions", tuple(blocks), survey.command(command) + (ONE_OF_THEM if nodes else ""), wide=True)


def _rows(survey: Survey, nodes: Sequence[Node]) -> tuple[tuple[Line, ...], ...]:
    rows = []
    for node in nodes:
        subject = survey.judgements.subject(node)
        time = survey.judgements.time(subject)
        follows = records_line(survey, to_records(declared_by(subject, survey.provenance)))
        rows.append(
            (
                (node_ref(survey, node),),
                (node.kind,),
                (worded(node.provider) if node.provider else Muted("none"),),
                follows or (Strong(UNKNOWN),),
                known_in_words(survey.judgements.of(node)),
                (when(time.text),) if time is not None else (Strong(UNKNOWN),),
            )
        )
    return tuple(rows)


def page(survey: Survey, node: Node) -> Page:
    """What is known of one action or message."""
    subject = survey.judgements.subject(node)
    threads = survey.judgements.threads(subject)
    judged = survey.judgements.of(node)
    then = {claim.record_id: claim.state_then for claim in judged.claims} if judged is not None else {}
    causal = [*declared_by(subject, survey.provenance), *declared_of(subject, survey.provenance)]
    others = [
        edge
        for edge in (
            declared_edge(event, relation_of(event)) for event in subject_relations(subject, survey.provenance)
        )
        if edge.edge_class is not EdgeClass.CAUSALITY
    ]
    blocks: list[Block] = [
        Facts(tuple(_facts(survey, node, threads))),
        Heading("The two ladders", searched=False),
        Paragraph((what("The two ladders", "What the two ladders are"),), "muted"),
        ladders_of_subject(survey, node, judged, causal),
        Heading("Causality", searched=False),
        Paragraph(("What somebody declared. Nothing is inferred from the time or the thread.",), "muted"),
        Declared(
            tuple(declaration(survey, edge, node, then.get(edge.target.id, UNKNOWN)) for edge in causal),
            f"No relation says what this {node.kind} implements or was informed by.",
        ),
        Heading("Availability", searched=False),
        Paragraph(
            ("What was there, applied here, and had been delivered or exposed. It does not say what was followed.",),
            "muted",
        ),
        *step_blocks(survey, node, judged, threads),
    ]
    if others:
        blocks += [Heading("Other relations", searched=False), relation_table(survey, others, node)]
    blocks += [Heading("What is unknown", searched=False), Bullets(tuple(_unknown(node, threads, bool(causal))))]
    return Page(
        action_page(node.spelled),
        f"{node.kind.capitalize()} {short(node.id).text}",
        tuple(blocks),
        survey.command(f"trace {spelled_for_shell(node)}"),
        eyebrow=(f"{node.kind.capitalize()} ", Code(node.spelled)),
        searched=False,
        wide=True,
        known_as=ways_to_type(node.id),
    )


def _facts(survey: Survey, node: Node, threads: Sequence[SubjectThread]) -> Iterator[tuple[str, Line]]:
    yield "Id in the ledger", (Code(node.id),)
    yield "Provider", (worded(node.provider) if node.provider else Muted("none named"),)
    if node.url:
        yield "Link", (Url(node.url),)
    time = survey.judgements.time(survey.judgements.subject(node))
    yield "First named", (when(time.text), " ", Muted("by a relation")) if time is not None else (Strong(UNKNOWN),)
    yield "Threads", thread_line(survey, threads) or (Strong(UNKNOWN), ": no relation ties it to a thread")


def _unknown(node: Node, threads: Sequence[SubjectThread], declared: bool) -> Iterator[Line]:
    yield (Strong(UNKNOWN), f": what this {node.kind} was. The ledger holds its id, not what was done or said.")
    if not declared:
        yield (Strong(UNKNOWN), ": which direction it follows.")
    else:
        yield (Strong(UNKNOWN), ": whether it follows other direction than what is declared.")
    if not threads:
        yield (Strong(UNKNOWN), ": in which thread it came about.")
