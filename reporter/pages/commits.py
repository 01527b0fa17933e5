"""The pages of commits: what each is declared to follow, what its threads had received, and what is unknown."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Node
from ...ledger.instants import Instant
from ...ledger.wording import counted
from ..claims.claim import Claim
from ..claims.ladder import declared_by, declared_of, find_claims
from ..claims.subjects import CommitFact, Subject, find_subject
from ..claims.threads import SubjectThread, subject_relations, subject_threads, subject_time
from ..graph.edges import EdgeClass, declared_edge
from ..graph.provenance import is_local, relation_of
from .address import COMMITS, commit_page
from .blocks import (
    Badge,
    Block,
    Bullets,
    Code,
    Declared,
    Facts,
    Heading,
    Inline,
    Line,
    Muted,
    Page,
    Paragraph,
    Strong,
    Table,
)
from .relations import declaration, relation_table
from .survey import Survey
from .words import UNKNOWN, commit_ref, record_ref, short, when, why_no_receipt

_RESOLUTIONS = {
    "exact": ("●", "good", "the full id of a commit in this clone"),
    "abbreviated": ("◐", "plain", "a short id of exactly one commit in this clone"),
    "unreachable": ("▲", "warn", "it exists here, but no branch or tag reaches it (rebased or squashed?)"),
    "missing": ("✕", "bad", "not in this clone, although its history is complete"),
    "unknown": ("·", "plain", "this clone cannot say: its history is cut off, or there is no git"),
    "ambiguous": ("◆", "fork", "a short id of several commits"),
    "opaque": ("·", "plain", "no commit id of git"),
}

ONE_OF_THEM = "  # one of them: each commit has a command of its own"

_NOWHERE = CommitFact("unknown")


def resolution_badge(word: str) -> Badge:
    """How a commit id resolves, as a badge."""
    shape, tone, _ = _RESOLUTIONS[word]
    return Badge(word, shape, tone)


def index(survey: Survey) -> Page:
    """Every commit that the ledger names, and the latest of the history that it does not name."""
    rows = tuple(_row(survey, identifier) for identifier in survey.commit_nodes)
    blocks: list[Block] = [
        Paragraph((f"{counted(len(rows), 'commit')} named by the ledger.",)),
        Table(("Commit", "Resolves", "Says", "Declared to follow", "When"), rows, filterable=True)
        if rows
        else Paragraph((Strong(UNKNOWN), ": no relation names any commit.")),
    ]
    blocks += _unnamed(survey)
    return Page(COMMITS, "Commits", tuple(blocks), _command(survey), wide=True)


def _command(survey: Survey) -> str:
    """The nearest there is to the table: the trace of its first commit."""
    named = next(iter(survey.commit_nodes.values()), None)
    if named is not None:
        return survey.command(f"trace {_spelled(named[0])}") + ONE_OF_THEM
    if survey.commits:
        return survey.command(f"trace commit:{survey.commits[0].id}") + ONE_OF_THEM
    return survey.command("status")


def _row(survey: Survey, identifier: str) -> tuple[Line, ...]:
    fact = survey.facts.get(identifier, _NOWHERE)
    subject = _subject(survey, identifier)
    declared = [edge for edge in declared_by(subject, survey.provenance) if is_local(edge.target, "record")]
    follows: list[Inline] = []
    for record_id in sorted({edge.target.id for edge in declared}):
        follows += ["; " if follows else "", record_ref(survey, record_id)]
    return (
        (commit_ref(identifier),),
        (resolution_badge(fact.resolution),),
        (_subject_line(survey, fact),),
        tuple(follows) or (Strong(UNKNOWN),),
        (when(fact.time.text),) if fact.time is not None else (Muted(UNKNOWN),),
    )


def _subject_line(survey: Survey, fact: CommitFact) -> Inline:
    found = survey.messages.get(fact.full or "")
    return found if found else Muted(UNKNOWN)


def _unnamed(survey: Survey) -> Iterator[Block]:
    """Commits of the history about which the ledger says nothing."""
    yield Heading("About these the ledger says nothing")
    if survey.commits is None:
        yield Paragraph((Strong(UNKNOWN), ": the history of the repository could not be read here."))
        return
    named = {fact.full for fact in survey.facts.values() if fact.full is not None}
    silent = [commit for commit in survey.commits if commit.id not in named]
    latest = "latest " if survey.older_commits else ""
    here = "that this clone has" if survey.history_cut and not survey.older_commits else "of the history"
    yield Paragraph(
        (
            f"Of the {latest}{counted(len(survey.commits), 'commit')} {here}, "
            f"{len(silent):,} {'is' if len(silent) == 1 else 'are'} named by no relation. "
            "Which direction they follow is ",
            Strong(UNKNOWN),
            ".",
        )
    )
    if survey.history_cut:
        yield Paragraph(("The history of this clone is cut off (shallow); older commits: ", Strong(UNKNOWN), "."))
    if silent:
        rows = tuple(
            (
                (Code(commit.id[:10], commit.id),),
                (commit.subject or Muted("no message"),),
                (when(Instant(commit.seconds).text),),
                (Strong(UNKNOWN),),
            )
            for commit in silent
        )
        yield Table(("Commit", "Says", "When", "Direction"), rows)


def _subject(survey: Survey, identifier: str) -> Subject:
    return find_subject(survey.commit_nodes[identifier][0], survey.provenance, survey.facts)


def page(survey: Survey, identifier: str) -> Page:
    """What is known of one commit, as the ledger spells its id."""
    fact = survey.facts.get(identifier, _NOWHERE)
    subject = _subject(survey, identifier)
    threads = subject_threads(subject, survey.provenance, survey.facts)
    claims = find_claims(
        subject,
        survey.provenance,
        threads={thread.thread_id for thread in threads},
        time=subject_time(subject, survey.provenance, survey.facts),
    )
    message = survey.messages.get(fact.full or "", "")
    causal = [*declared_by(subject, survey.provenance), *declared_of(subject, survey.provenance)]
    others = [
        edge
        for edge in (
            declared_edge(event, relation_of(event)) for event in subject_relations(subject, survey.provenance)
        )
        if edge.edge_class is not EdgeClass.CAUSALITY
    ]
    short_id = identifier[:10] if len(identifier) >= 40 else identifier
    blocks: list[Block] = [
        Facts(tuple(_facts(survey, identifier, fact))),
        Heading("Causality"),
        Paragraph(("What somebody declared. Nothing is inferred from the diff, the message or the time.",), "muted"),
        Declared(
            tuple(declaration(survey, edge, subject.node) for edge in causal),
            "No relation says what this commit implements or was informed by.",
        ),
        Heading("Availability"),
        Paragraph(
            ("What receipts state that its threads had received before it. It does not say what was followed.",),
            "muted",
        ),
        *_available(survey, threads, claims),
        Heading("What is unknown"),
        Bullets(tuple(_unknown(fact, threads, bool(causal)))),
    ]
    if others:
        blocks += [Heading("Other relations"), relation_table(survey, others, subject.node)]
    return Page(
        commit_page(identifier),
        message or f"Commit {short_id}",
        tuple(blocks),
        survey.command(f"trace {_spelled(subject.node)}"),
        eyebrow=("Commit ", Code(identifier), " ", resolution_badge(fact.resolution)),
        searched=False,
    )


def _spelled(node: Node) -> str:
    """The node as an argument of a shell command."""
    spelled = node.spelled
    return (
        spelled
        if all(char.isalnum() or char in ":_./-" for char in spelled)
        else "'" + spelled.replace("'", "'\\''") + "'"
    )


def _facts(survey: Survey, identifier: str, fact: CommitFact) -> Iterator[tuple[str, Line]]:
    yield "Id in the ledger", (Code(identifier),)
    yield "Resolves", (resolution_badge(fact.resolution), " ", Muted(_RESOLUTIONS[fact.resolution][2]))
    if fact.full is not None and fact.full != identifier:
        yield "Full id", (Code(fact.full),)
    yield "Committed", (when(fact.time.text),) if fact.time is not None else (Strong(UNKNOWN),)
    for node in survey.commit_nodes[identifier]:
        if node.provider:
            yield "Provider", (node.provider,)


def _available(survey: Survey, threads: tuple[SubjectThread, ...], claims: tuple[Claim, ...]) -> Iterator[Block]:
    if not threads:
        told: Line = ("no trailer Fabric-Thread and no relation ties it to a thread",)
        if not survey.runtime_read:
            told = why_no_receipt(survey)
        yield Paragraph((Strong(UNKNOWN), ": what had been delivered to whoever made it; ", *told, "."))
        return
    ties: list[Inline] = []
    for thread in threads:
        ties += ["; " if ties else "", Code(thread.thread_id), f" by {_BASES[thread.basis]}"]
    yield Facts((("Threads", tuple(ties)),))
    rows = []
    for claim_ in claims:
        for name, step in (("exposed", claim_.exposed), ("delivered", claim_.delivered)):
            rows += [
                (
                    (record_ref(survey, claim_.record_id),),
                    (Strong(name),),
                    (Code(entry.thread_id),),
                    (when(entry.occurred_at),),
                    ("by receipt ", short(entry.receipt_id), " of an older revision" if entry.older_revision else ""),
                )
                for entry in step.receipts
                if entry.state == name
            ]
    if rows:
        yield Table(("Record", "Step", "Thread", "When", "Basis"), tuple(rows))
    else:
        told = ("no receipt of these threads is dated before the commit",)
        if not survey.runtime_read:
            told = why_no_receipt(survey)
        yield Paragraph((Strong(UNKNOWN), ": ", *told, "."))
    later = sum(len(claim_.delivered.after) for claim_ in claims)
    if later:
        yield Paragraph(
            (f"{counted(later, 'receipt')} of these threads came after the commit and do not count.",), "muted"
        )


_BASES = {
    "trailer": "the trailer Fabric-Thread of the commit",
    "correlation": "the correlation id of a relation",
    "causation": "the causation id of a relation",
    "actor": "a declaration from it (not: made in it)",
}


def _unknown(fact: CommitFact, threads: tuple[SubjectThread, ...], declared: bool) -> Iterator[Line]:
    if fact.full is None:
        yield (Strong(UNKNOWN), ": what this commit says and when it was made. It is not to be found in this clone.")
    if not declared:
        yield (Strong(UNKNOWN), ": which direction it follows.")
    else:
        yield (Strong(UNKNOWN), ": whether it follows other direction than what is declared.")
    if not threads:
        yield (Strong(UNKNOWN), ": in which thread it was made.")
    yield (Strong(UNKNOWN), ": which direction was in scope for it; that is not judged here.")
