"""The steps of availability of one subject and many records, as a drawing shows them and as a table says them."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ....ledger.events import Node
from ....ledger.instants import Instant
from ....ledger.wording import counted
from ...claims.claim import UNKNOWN, Claim, Delivery, Level, Value, Verdict
from ...claims.suspicion import suspicion
from ...claims.threads import SubjectThread
from ...graph.disputes import dispute_mark, disputes_of
from ...graph.edges import Edge
from ...graph.ladder_drawing import Rung
from ...graph.provenance import is_local
from ...traces.claim_words import (
    LEVELS,
    Background,
    existed_words,
    in_scope_words,
    receipt_words,
    states_words,
    why_unknown,
)
from ...traces.subject_words import tied_by
from ..blocks import Block, Break, Bullets, Fold, Inline, Line, Muted, Paragraph, Ref, Strong, Table
from ..survey import Survey
from ..words import badge, joined, record_ref, short_node, why_no_receipt
from .judgements import Judged, NoPart
from .receipts_read import moment_of, too_late, why_not_delivered

MOST_ROWS = 100  # records of one table; the rest are counted
COLUMNS = ("Record", "Existed", "In scope", "Delivered", "Exposed", "Declared")

_HOW = {
    "thread": "by the scope of its thread",
    "relation": "by what it is related to",
    "paths": "by the paths it touches",
    "global": "everywhere",
}
_EXISTED = {"tree": "tree", "own_tree": "own tree", "time": "time"}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who words the claims of one subject: ``background`` is what the sentences about it rest on."""

    survey: Survey
    background: Background

    @classmethod
    def of(cls, survey: Survey, node: Node, time: Instant | None) -> Speaker:
        """Of a node and its time; a thread is judged as of its start."""
        fact = survey.facts.get(node.id) if node.kind == "commit" else None
        receiver: str | None = "this thread"
        if not is_local(node, "thread"):
            threads = survey.judgements.threads(survey.judgements.subject(node))
            receiver = None if not threads else "its threads" if len(threads) > 1 else "its thread"
        here = fact is not None and fact.full is not None
        return cls(survey, Background(node.kind, time, survey.runtime_read, receiver, here))

    @property
    def kind(self) -> str:
        """What the subject is."""
        return self.background.kind

    @property
    def time(self) -> Instant | None:
        """When the subject was, as far as anybody can say."""
        return self.background.time

    def existed(self, claim: Claim) -> str:
        """The first step in words."""
        return existed_words(claim, "thread's start" if self.kind == "thread" else self.kind)

    def in_scope(self, claim: Claim) -> str:
        """The second step in words."""
        return in_scope_words(claim, self.survey.history.records.get(claim.record_id), self.kind)

    def received(self, name: str, step: Delivery) -> str:
        """The third or the fourth step in words."""
        if step.shown:
            return receipt_words(name, step.receipts, self.time)
        if step.after:
            return f"{counted(len(step.after), 'receipt')} of it came after {moment_of(self.kind)}"
        return no_receipt(self.survey)

    def rungs(self, claim: Claim) -> tuple[Rung, ...]:
        """The four steps for a drawing."""
        existed, scope = claim.existed, claim.in_scope
        not_yet = "not yet" if existed.value is Value.NO else ""
        steps = (("delivered", claim.delivered), ("exposed", claim.exposed))
        return (
            Rung(existed.value.value, _EXISTED.get(existed.basis or "", not_yet), self.existed(claim)),
            Rung(scope.value.value, scope.basis or "", self.in_scope(claim)),
            *(self._rung(name, step) for name, step in steps),
        )

    def _rung(self, name: str, step: Delivery) -> Rung:
        if step.shown:
            return Rung("yes", counted(len(step.receipts), "receipt"), self.received(name, step))
        return Rung(UNKNOWN, f"{len(step.after):,} later" if step.after else "no receipt", self.received(name, step))


def no_receipt(survey: Survey) -> str:
    """Why nothing is known of a delivery, as plain words."""
    return "".join(part if isinstance(part, str) else getattr(part, "text", "") for part in why_no_receipt(survey))


def unjudged_rungs() -> tuple[Rung, ...]:
    """The steps where the pages could not afford to judge."""
    return (Rung(UNKNOWN, "not judged", "not judged on these pages"),) * 4


def known_in_words(judged: Judged | None) -> Line:
    """How many records are known to have what part in a subject, each count with its level and basis."""
    if judged is None:
        return (Muted("not judged on these pages"),)
    counts: Counter[str] = Counter()
    for claim in judged.claims:
        if claim.verdict is Verdict.DECLARED:
            counts["declared"] += 1
        elif claim.verdict is Verdict.AVAILABLE:
            by = _HOW.get(claim.in_scope.basis or "", "") if claim.level is Level.IN_SCOPE else "by receipts"
            counts[f"{LEVELS[claim.level]} {by}"] += 1
        else:
            counts[UNKNOWN] += 1
    parts = [f"{number:,} {what}" for what, number in counts.items()]
    return ("; ".join(parts),) if parts else (Muted("no record in force then covers it"),)


def with_a_part(judged: Judged) -> list[Claim]:
    """The claims that are declared, then those that were available by their level: what is drawn and tabled."""
    levels = list(LEVELS)
    found = [claim for claim in judged.claims if claim.verdict in (Verdict.DECLARED, Verdict.AVAILABLE)]
    return sorted(found, key=lambda claim: (claim.verdict.rank, levels.index(claim.level)))


def step_blocks(survey: Survey, node: Node, judged: Judged | None, threads: Sequence[SubjectThread]) -> Iterator[Block]:
    """The table under the drawing: every step with its basis, what is unknown, and how many more there are and why."""
    kind = node.kind
    if judged is None:
        told = f"not judged on these pages, since there are very many {kind}s and records. The command below judges it."
        yield Paragraph(
            (Strong(UNKNOWN), f": what covered it, and what was delivered or exposed to {_maker(kind)}; {told}")
        )
        return
    speaker = Speaker.of(survey, node, judged.time)
    found = with_a_part(judged)
    if found:
        yield from cut_note(len(found), MOST_ROWS, "records")
        yield Table(COLUMNS, tuple(_row(speaker, claim) for claim in found[:MOST_ROWS]))
    else:
        told = "no record is declared for it, and of none it is known that it applied here or was delivered."
        yield Paragraph((Strong(UNKNOWN), f": {told}"))
    if not any(claim.delivered.shown for claim in judged.claims):
        why = why_not_delivered(survey, kind, judged, threads)
        yield Paragraph((Strong(UNKNOWN), f": what had been delivered to {_maker(kind)}{_by_then(kind)}; ", *why))
    elif late := too_late(kind, judged, threads):
        yield Paragraph((late,), "muted")
    yield from _unknown(speaker, judged)
    if judged.none.total:
        yield Paragraph((_none_words(judged.none, kind),), "muted")


def _maker(kind: str) -> str:
    return "it" if kind == "thread" else f"whoever made this {kind}"


def _by_then(kind: str) -> str:
    return " by its start" if kind == "thread" else ""


def _none_words(none: NoPart, kind: str) -> str:
    """How many more records there are, and of how many of them which step says no."""
    counts = (
        (none.absent, "did not exist then"),
        (none.over, "was not in force then" if none.over == 1 else "were not in force then"),
        (none.uncovered, f"{'does' if none.uncovered == 1 else 'do'} not cover this {kind}"),
    )
    told = [f"{number:,} {words}" for number, words in counts if number]
    if len(told) == 1:
        return f"{counted(none.total, 'more record')} {told[0].partition(' ')[2]}."
    return f"{counted(none.total, 'more record')}: {', '.join(told)}."


def _row(speaker: Speaker, claim: Claim) -> tuple[Line, ...]:
    survey = speaker.survey
    return (
        (record_ref(survey, claim.record_id), Break(), Muted(states_words(claim))),
        (Strong(claim.existed.value.value), ": ", speaker.existed(claim)),
        (Strong(claim.in_scope.value.value), ": ", speaker.in_scope(claim)),
        _received(speaker, "delivered", claim.delivered),
        _received(speaker, "exposed", claim.exposed),
        _declared(survey, claim),
    )


def _received(speaker: Speaker, name: str, step: Delivery) -> Line:
    if step.shown:
        return (Strong("yes"), ": ", speaker.received(name, step))
    if step.after:
        return (Strong(UNKNOWN), f": {speaker.received(name, step)}")
    return (Strong(UNKNOWN), ": no receipt" if speaker.survey.runtime_read else ": no receipts read")


def _declared(survey: Survey, claim: Claim) -> Line:
    if not claim.causality:
        return (Strong(UNKNOWN),)
    parts: list[Inline] = []
    for kind in sorted({cause.edge.type for cause in claim.causality}):
        parts += [", " if parts else "", Strong(kind.replace("_", " "))]
    marks = {dispute_mark(disputes_of(cause.edge, survey.disputes)) for cause in claim.causality}
    for mark in sorted(mark for mark in marks if mark is not None):
        parts += [Break(), badge(mark)]
    doubt = suspicion(survey.history.records.get(claim.record_id), claim.state_then, claim.state_now)
    if doubt is not None:
        parts += [Break(), badge("suspect"), f" {doubt}"]
    return tuple(parts)


def _unknown(speaker: Speaker, judged: Judged) -> Iterator[Block]:
    survey = speaker.survey
    found = [claim for claim in judged.claims if claim.verdict is Verdict.UNKNOWN]
    if not found:
        return
    rows = tuple(
        (
            record_ref(survey, claim.record_id),
            f" ({states_words(claim)}): ",
            Strong(UNKNOWN),
            f": {why_unknown(claim, survey.history.records.get(claim.record_id), speaker.background)}",
        )
        for claim in found[:MOST_ROWS]
    )
    blocks = (*cut_note(len(found), MOST_ROWS, "records"), Bullets(rows))
    yield Fold(f"{counted(len(found), 'record')} of which it is unknown", blocks)


def cut_note(number: int, most: int, what: str) -> Iterator[Block]:
    """That a table does not show all, where it does not."""
    if number > most:
        yield Paragraph((f"Showing {most} of {number:,} {what}.",))


def thread_line(survey: Survey, threads: Sequence[SubjectThread]) -> Line:
    """The threads of a subject, each with what ties it to it."""
    ties: list[Inline] = []
    for thread in threads:
        ties += ["; " if ties else "", thread_ref(survey, thread.thread_id), f" ({tied_by(thread.basis)})"]
    return tuple(ties)


def thread_ref(survey: Survey, thread_id: str) -> Inline:
    """A thread by its id, leading to its page."""
    return node_ref(survey, Node("thread", thread_id))


def node_ref(survey: Survey, node: Node) -> Inline:
    """A node by its short id, leading to its page where it has one."""
    page = survey.page_of(node)
    told = short_node(survey, node)
    return told if page is None else Ref(told.text, page, node.spelled, is_code=True)


def records_line(survey: Survey, record_ids: Iterable[str], most: int = 5) -> Line:
    """Records by their titles; of many the first few, and how many there are."""
    found = sorted(set(record_ids))
    parts = joined([record_ref(survey, record_id) for record_id in found[:most]], "; ")
    return (*parts, f"; showing {most} of {len(found):,}") if len(found) > most else tuple(parts)


def to_records(edges: Iterable[Edge]) -> list[str]:
    """The records that declarations point at, sorted."""
    return sorted({edge.target.id for edge in edges if is_local(edge.target, "record")})


def spelled_for_shell(node: Node) -> str:
    """The node as an argument of a shell command."""
    return shlex.quote(node.spelled)
