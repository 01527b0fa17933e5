"""The pages of commits: what each is declared to follow, what its threads had received, and what is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ...ledger.instants import Instant
from ...ledger.wording import counted
from ...repository.commits import Commit
from ..claims.facts import CommitFact
from ..claims.ladder import declared_by, declared_of
from ..claims.threads import SubjectThread, subject_relations
from ..coverage.coverage import Known
from ..graph.edges import EdgeClass, declared_edge
from ..graph.provenance import is_local, relation_of
from .address import COMMITS, COVERAGE, commit_page
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
    Ref,
    Strong,
    Table,
    given,
    worded,
)
from .glossary import what
from .places.governed import place_ref
from .relations import declaration, relation_table
from .subjects.coverage import BADGES
from .subjects.drawn import ladders_of_subject
from .subjects.steps import known_in_words, spelled_for_shell, step_blocks, thread_line
from .survey import Survey
from .words import UNKNOWN, commit_ref, record_ref, when

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

NO_TIE = "A relation, a trailer or a thread alone ties a commit to anything."
_NAMES = re.compile(r"[\w#/.:-]+")
_CUTS = re.compile("[-/:.]")  # where a branch's name goes on behind that of an issue
_MOST_NAMED = 6  # issues and PRs of one message

_NOWHERE = CommitFact("unknown")


def resolution_badge(word: str) -> Badge:
    """How a commit id resolves, as a badge."""
    shape, tone, _ = _RESOLUTIONS[word]
    return Badge(word, shape, tone)


def index(survey: Survey) -> Page:
    """Every commit that the ledger names, and the latest of the history that it does not name."""
    rows = tuple(_row(survey, identifier) for identifier in survey.commit_nodes)
    blocks: list[Block] = [
        Paragraph((f"{counted(len(rows), 'commit')}: named by the ledger, or with a declaration in the message.",)),
        Table(("Commit", "Resolves", "Says", "Declared to follow", "What is known", "When"), rows, filterable=True)
        if rows
        else Paragraph((Strong(UNKNOWN), ": no relation names any commit, and no commit declares anything.")),
        Paragraph((f"{NO_TIE} What a message says of an issue or a PR ties nothing.",), "muted"),
    ]
    blocks += _unnamed(survey)
    return Page(COMMITS, "Commits", tuple(blocks), _command(survey), wide=True)


def _command(survey: Survey) -> str:
    """The nearest there is to the table: the trace of its first commit."""
    named = next(iter(survey.commit_nodes.values()), None)
    if named is not None:
        return survey.command(f"trace {spelled_for_shell(named[0])}") + ONE_OF_THEM
    if survey.commits:
        return survey.command(f"trace commit:{survey.commits[0].id}") + ONE_OF_THEM
    return survey.command("status")


def _row(survey: Survey, identifier: str) -> tuple[Line, ...]:
    fact = survey.facts.get(identifier, _NOWHERE)
    node = survey.commit_nodes[identifier][0]
    subject = survey.judgements.subject(node)
    declared = [edge for edge in declared_by(subject, survey.provenance) if is_local(edge.target, "record")]
    follows: list[Inline] = []
    for record_id in sorted({edge.target.id for edge in declared}):
        follows += ["; " if follows else "", record_ref(survey, record_id)]
    return (
        (commit_ref(identifier),),
        (resolution_badge(fact.resolution),),
        (_subject_line(survey, fact),),
        tuple(follows) or (Strong(UNKNOWN),),
        known_in_words(survey.judgements.of(node)),
        (when(fact.time.text),) if fact.time is not None else (Muted(UNKNOWN),),
    )


def _subject_line(survey: Survey, fact: CommitFact) -> Inline:
    found = survey.messages.get(fact.full or "")
    return found if given(found) else Muted(UNKNOWN)


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
            *_counting(survey, silent),
        )
    )
    if survey.history_cut:
        yield Paragraph(("The history of this clone is cut off (shallow); older commits: ", Strong(UNKNOWN), "."))
    if silent:
        sorts = _sorts(survey)
        rows = tuple(
            (
                (Code(commit.id[:10], commit.id),),
                (commit.subject or Muted("no message"),),
                (when(Instant(commit.seconds).text),),
                (Strong(UNKNOWN), ": nothing is declared"),
                sorts.get(commit.id, (Muted("the history was not counted"),)),
            )
            for commit in silent
        )
        yield Table(("Commit", "Says", "When", "Direction", "In coverage"), rows)


def _counting(survey: Survey, silent: Sequence[Commit]) -> Line:
    """How many of these commits count in coverage: that nothing is declared is one thing, that it should be another."""
    if survey.coverage is None:
        return ()
    counting = {commit.id for commit in survey.coverage.commits if commit.known is not Known.SKIPPED}
    number = sum(commit.id in counting for commit in silent)
    return (f" {number:,} of them {'counts' if number == 1 else 'count'} in ", Ref("coverage", COVERAGE), ".")


def _sorts(survey: Survey) -> Mapping[str, Line]:
    """What coverage says of each commit, by full id: its sort, or why it does not count."""
    if survey.coverage is None:
        return {}
    sorts: dict[str, Line] = {commit.id: (BADGES[commit.known],) for commit in survey.coverage.commits}
    sorts |= {commit.id: (Muted(f"not counted: {commit.reason}"),) for commit in survey.coverage.left_out}
    return sorts


def page(survey: Survey, identifier: str) -> Page:
    """What is known of one commit, as the ledger spells its id."""
    fact = survey.facts.get(identifier, _NOWHERE)
    node = survey.commit_nodes[identifier][0]
    subject = survey.judgements.subject(node)
    threads = survey.judgements.threads(subject)
    judged = survey.judgements.of(node)
    then = {claim.record_id: claim.state_then for claim in judged.claims} if judged is not None else {}
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
        Facts(tuple(_facts(survey, identifier, fact, threads))),
        Heading("The two ladders", searched=False),
        Paragraph((what("The two ladders", "What the two ladders are"),), "muted"),
        ladders_of_subject(survey, node, judged, causal),
        Heading("Causality"),
        Paragraph(
            ("What somebody declared. Nothing is inferred from the diff, the message or the time.",),
            "muted",
        ),
        Declared(
            tuple(declaration(survey, edge, subject.node, then.get(edge.target.id, UNKNOWN)) for edge in causal),
            "No relation and no trailer says what this commit implements or was informed by.",
        ),
        Heading("Availability"),
        Paragraph(
            ("What was there, applied here, and had been delivered or exposed. It does not say what was followed.",),
            "muted",
        ),
        *step_blocks(survey, node, judged, threads),
        Heading("What is unknown"),
        Bullets(tuple(_unknown(fact, threads, bool(causal)))),
    ]
    if others:
        blocks += [Heading("Other relations"), relation_table(survey, others, subject.node)]
    return Page(
        commit_page(identifier),
        message if given(message) else f"Commit {short_id}",
        tuple(blocks),
        survey.command(f"trace {spelled_for_shell(subject.node)}"),
        eyebrow=("Commit ", Code(identifier), " ", resolution_badge(fact.resolution)),
        searched=False,
        wide=True,
        known_as=tuple(dict.fromkeys([identifier, fact.full or identifier])),
    )


def _facts(
    survey: Survey, identifier: str, fact: CommitFact, threads: Sequence[SubjectThread]
) -> Iterator[tuple[str, Line]]:
    yield "Id in the ledger", (Code(identifier),)
    yield "Resolves", (resolution_badge(fact.resolution), " ", Muted(_RESOLUTIONS[fact.resolution][2]))
    if fact.full is not None and fact.full != identifier:
        yield "Full id", (Code(fact.full),)
    for candidate in fact.candidates:
        yield "Candidate", (Code(candidate), " ", Muted("the same patch or the same tree: a candidate, no link"))
    for key, value in fact.trailers:
        if survey.trailers.means(key) is not None:
            yield "Trailer", (Code(f"{key}: {value}"),)
    yield "Committed", (when(fact.time.text),) if fact.time is not None else (Strong(UNKNOWN),)
    if threads:
        yield "Threads", thread_line(survey, threads)
    if named := _named(survey, fact):
        yield "Its message names", (*named, Muted(f". That is no tie: {NO_TIE[:1].lower()}{NO_TIE[1:]}"))
    for node in survey.commit_nodes[identifier]:
        if node.provider:
            yield "Provider", (worded(node.provider),)


def _named(survey: Survey, fact: CommitFact) -> Line:
    """The issues and PRs of the ledger that the first line of a commit's message names."""
    words = [word.strip(".:-/") for word in _NAMES.findall(survey.messages.get(fact.full or "", ""))]
    told = {word[:end] for word in words for end in (*(cut.start() for cut in _CUTS.finditer(word)), len(word))}
    places = [
        (kind, name)
        for kind in ("issue", "pr")
        for name in survey.mentions(kind).paged
        if (f"#{name}" if name.isdigit() else name) in told  # a bare number may be any number
    ]
    parts: list[Inline] = []
    for kind, name in places[:_MOST_NAMED]:
        parts += [", " if parts else "", f"{'PR' if kind == 'pr' else kind} ", place_ref(survey, kind, name)]
    return tuple(part for part in parts if part != "")


def _unknown(fact: CommitFact, threads: tuple[SubjectThread, ...], declared: bool) -> Iterator[Line]:
    if fact.full is None:
        yield (Strong(UNKNOWN), ": what this commit says and when it was made. It is not to be found in this clone.")
    if not declared:
        yield (Strong(UNKNOWN), ": which direction it follows.")
    else:
        yield (Strong(UNKNOWN), ": whether it follows other direction than what is declared.")
    if not threads:
        yield (Strong(UNKNOWN), ": in which thread it was made.")
