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
from ..blocks import Block, Break, Bullets, Fold, Inline, Line, Muted, Paragraph, Ref, Strong, Table
from ..survey import Survey
from ..words import badge, joined, record_ref, short, why_no_receipt
from .judgements import Judged

MOST_ROWS = 100  # records of one table; the rest are counted
COLUMNS = ("Record", "Existed", "In scope", "Delivered", "Exposed", "Declared")

_HOW = {
    "thread": "by the scope of its thread",
    "relation": "by what it is related to",
    "paths": "by the paths it touches",
    "global": "everywhere",
}
_BASES = {
    "trailer": "a trailer of the commit",
    "correlation": "the correlation id of a relation",
    "causation": "the causation id of a relation",
    "actor": "a declaration from it (not: made in it)",
}
_EXISTED = {"tree": "tree", "own_tree": "own tree", "time": "time"}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who words the claims of one subject: its kind, and its time as far as that is worth telling."""

    survey: Survey
    kind: str
    time: Instant | None

    @classmethod
    def of(cls, survey: Survey, node: Node, time: Instant | None) -> Speaker:
        """Of a thread, which is judged by the last that was read of it, no span of time is told."""
        return cls(survey, node.kind, None if is_local(node, "thread") else time)

    @property
    def background(self) -> Background:
        """What the sentences about the subject rest on."""
        return Background(self.kind, self.time, self.survey.runtime_read)

    def existed(self, claim: Claim) -> str:
        """The first step in words."""
        return existed_words(claim, "thread's last event" if self.kind == "thread" else self.kind)

    def in_scope(self, claim: Claim) -> str:
        """The second step in words."""
        return in_scope_words(claim, self.survey.history.records.get(claim.record_id), self.kind)

    def received(self, name: str, step: Delivery) -> str:
        """The third or the fourth step in words."""
        if step.shown:
            return receipt_words(name, step.receipts, self.time)
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
        return Rung(UNKNOWN, "no receipt", self.received(name, step))


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
    return ("; ".join(parts),) if parts else (Muted("no record had a part in it"),)


def with_a_part(judged: Judged) -> list[Claim]:
    """The claims that are declared, then those that were available by their level: what is drawn and tabled."""
    levels = list(LEVELS)
    found = [claim for claim in judged.claims if claim.verdict in (Verdict.DECLARED, Verdict.AVAILABLE)]
    return sorted(found, key=lambda claim: (claim.verdict.rank, levels.index(claim.level)))


def step_blocks(survey: Survey, node: Node, judged: Judged | None, threads: Sequence[SubjectThread]) -> Iterator[Block]:
    """The table under the drawing: every step with its basis, then what is unknown, and how many had no part."""
    kind = node.kind
    if judged is None:
        told = f"not judged on these pages, since there are very many {kind}s and records. The command below judges it."
        yield Paragraph((Strong(UNKNOWN), f": what was put before whoever made it; {told}"))
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
        maker = "it" if kind == "thread" else f"whoever made this {kind}"
        yield Paragraph((Strong(UNKNOWN), f": what had been delivered to {maker}; ", *_none(survey, kind, threads)))
    if judged.later:
        told = f"{counted(judged.later, 'receipt')} of these threads came after the {kind} and do not count."
        yield Paragraph((told,), "muted")
    yield from _unknown(speaker, judged)
    if judged.none:
        told = f"{counted(judged.none, 'record')} had no part in it: not there yet, not applying here, or over by then."
        yield Paragraph((told,), "muted")


def _none(survey: Survey, kind: str, threads: Sequence[SubjectThread]) -> Line:
    if not survey.runtime_read:
        return (*why_no_receipt(survey), ".")
    if not threads and kind != "thread":
        return ("neither a trailer nor a relation ties it to a thread.",)
    if kind == "thread":
        return ("no receipt of it was read.",)
    return (f"no receipt of these threads is dated before the {kind}.",)


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
        ties += ["; " if ties else "", thread_ref(survey, thread.thread_id), f" by {basis_words(thread.basis)}"]
    return tuple(ties)


def basis_words(basis: str) -> str:
    """By what something is tied to a thread."""
    return _BASES.get(basis, basis)


def thread_ref(survey: Survey, thread_id: str) -> Inline:
    """A thread by its id, leading to its page."""
    return node_ref(survey, Node("thread", thread_id))


def node_ref(survey: Survey, node: Node) -> Inline:
    """A node by its short id, leading to its page where it has one."""
    page = survey.page_of(node)
    told = short(node.id)
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
