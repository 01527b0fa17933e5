"""The front page: a reader's path to what governs a file, what changed, what is in doubt, and how much is declared."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.counting import counts_of, in_force_or_in_dispute
from ...ledger.wording import counted
from ...lint.finding import Severity
from ...repository.source import StoreName
from ..coverage.coverage import Known
from .address import ABOUT, CHANGES, COMMITS, COVERAGE, FINDINGS, FORKS, HOME, PATHS, RECORDS, REJECTED, STALE
from .blocks import Block, Bullets, Code, Heading, Line, Notice, Page, Paragraph, Picture, Ref, Strong, Table
from .disputes import summary
from .forks import conflicts_of
from .front.coverage_bar import CoverageBar
from .front.front_blocks import Door, Doors
from .front.rejected import given_up, ruling_out
from .front.timeline import lately, week_words
from .places.paths import path_field
from .records import COLUMNS, HOLDING, latest_first, row
from .stale import stale_findings
from .state_words import Holding
from .survey import Survey
from .words import UNKNOWN, UNREADABLE, record_ref, when, why_no_receipt

MOST_DISPUTES = 6
IN_FORCE = 8


def page(survey: Survey) -> Page:
    """What somebody sees first."""
    blocks = (
        Paragraph(tuple(_read(survey)), "muted"),
        *_unreadable(survey),
        Heading("What governs a path?", searched=False),
        path_field(survey),
        Paragraph((Ref("The tree of paths", PATHS), ": every folder that direction tells apart."), "muted"),
        _doors(survey),
        *_private(survey),
        *_declared(survey),
        *_disputes(survey),
        *lately(survey),
        *_in_force(survey),
    )
    return Page(HOME, f"Direction of {survey.name}", blocks, survey.command("status"), wide=True)


def _doors(survey: Survey) -> Doors:
    return Doors(
        (
            _held(survey),
            _changed(survey),
            _contested(survey),
            _stale(survey),
            _rejected(survey),
            _followed(survey),
            _covered(survey),
            _found(survey),
        )
    )


def _held(survey: Survey) -> Door:
    holding = Holding.of(in_force_or_in_dispute(survey.history))
    answer = f"{_noun(holding.in_force, 'record')} in force, of {len(survey.history.records):,} in all"
    if holding.besides:
        answer += f"; besides, {holding.besides}"
    if survey.ledger_unreadable:
        answer = "what is in force or in dispute"
    return Door("What holds now?", _number(survey, holding.in_force), answer, RECORDS)


def _changed(survey: Survey) -> Door:
    changes = survey.changes
    newest = [change for change in changes if change.week == changes[0].week]
    answer = "changes were read"
    if newest:
        week = week_words(newest[0].week)
        answer = f"{_noun(len(newest), 'change')} in the {week[:1].lower()}{week[1:]}"
    if survey.ledger_unreadable:
        answer = "what changed in the ledger"
    return Door("What changed lately?", _number(survey, len(newest)), answer, CHANGES)


def _contested(survey: Survey) -> Door:
    contested = counts_of(survey.history).contested
    challenges = len(survey.unanswered)
    answer = f"{_noun(contested, 'record is', 'records are')} in dispute"
    if challenges:
        answer += f"; {counted(challenges, 'challenge is', 'challenges are')} unanswered"
    return Door("What is contested?", _number(survey, contested), answer, FORKS, "fork" if contested else "")


def _stale(survey: Survey) -> Door:
    stale = len({finding.record_id for finding in stale_findings(survey) if finding.suppressed is None})
    answer = f"{_noun(stale, 'record')} may no longer be true{'; the page says who could act' if stale else ''}"
    return Door("What is stale?", _number(survey, stale), answer, STALE, "warn" if stale else "")


def _rejected(survey: Survey) -> Door:
    ruling, dropped = len(ruling_out(survey)), len(given_up(survey))
    what = "something" if ruling else "anything"
    given = counted(dropped, "was", "were") if dropped else "none was"
    answer = f"{_noun(ruling, 'record rules', 'records rule')} {what} out; {given} given up"
    if survey.ledger_unreadable:
        answer = "what the ledger rules out"
    return Door("What was rejected, and why?", _number(survey, ruling), answer, REJECTED)


def _followed(survey: Survey) -> Door:
    named = len(survey.commit_nodes)
    answer = f"{_noun(named, 'commit is', 'commits are')} named by a relation or a trailer"
    return Door("What was a commit declared to follow?", _number(survey, named), answer, COMMITS)


def _covered(survey: Survey) -> Door:
    question = "How much is declared at all?"
    coverage = survey.coverage
    if coverage is None:
        return Door(question, UNKNOWN, "the history was not counted", COVERAGE)
    if coverage.percent is None:
        none = f"none of {counted(coverage.in_all, 'commit')} counts" if coverage.in_all else "there is no commit"
        return Door(question, "–", f"nothing to say: {none}", COVERAGE)
    counting = _noun(coverage.counted, "commit that counts", "commits that count")
    declared = f"{coverage.totals[Known.DECLARED]:,} of {coverage.counted:,} {counting}, of {coverage.in_all:,} in all"
    return Door(question, f"{coverage.percent} %", declared, COVERAGE)


def _found(survey: Survey) -> Door:
    errors, warnings = (
        sum(finding.severity is severity for finding in survey.open_findings)
        for severity in (Severity.ERROR, Severity.WARNING)
    )
    answer = f"{_noun(errors, 'error')}, {counted(warnings, 'warning')}"
    return Door("Is the ledger sound?", f"{errors:,}", answer, FINDINGS, "bad" if errors else "")


def _noun(number: int, one: str, many: str | None = None) -> str:
    """What follows a number: the noun, or noun and verb, that agrees with it."""
    return counted(number, one, many).partition(" ")[2]


def _number(survey: Survey, number: int) -> str:
    """A count; one that the ledger has its part in is unknown where that could not be read."""
    return UNKNOWN if survey.ledger_unreadable else f"{number:,}"


def _unreadable(survey: Survey) -> Iterator[Block]:
    for problem in survey.unlisted.values():
        what: Line = (Code(problem.origin.path), f": {problem.message}. Whatever it holds is ", Strong(UNKNOWN), ".")
        store = "The ledger" if survey.unlisted.get(StoreName.LEDGER) is problem else "A store of this machine"
        yield Notice("problem", f"{store} could not be read", (Paragraph(what),))
    if survey.reading.uninterpreted:
        yield Notice(
            "problem",
            f"{counted(len(survey.reading.uninterpreted), 'file')} could not be used",
            (Paragraph(("Everything else was read. ", Ref("What is wrong with them", FINDINGS), ".")),),
        )


def _private(survey: Survey) -> Iterator[Block]:
    if survey.private_read:
        held = "Live records, threads and receipts" if survey.runtime_read else "Records that only this machine has"
        private = f"{held} are in these pages. They are private until somebody publishes them."
        yield Notice("live", "Made with what only this machine holds", (Paragraph((private,)),))
    if survey.runtime_asked and not survey.runtime_read:
        told = ("Deliveries and exposures are ", Strong(UNKNOWN), ": ", *why_no_receipt(survey), ".")
        yield Notice("unknown", "No threads or receipts are here", (Paragraph(told),))


def _declared(survey: Survey) -> Iterator[Block]:
    """How much is declared, drawn as one bar."""
    coverage = survey.coverage
    if coverage is not None and coverage.commits:
        yield Heading("How much is declared", searched=False)
        counting = counted(len(coverage.commits), "commit touches", "commits touch")
        caption = f"{counting} governed paths, of {coverage.in_all:,} in all; by what is known of each."
        yield Picture(CoverageBar(coverage), "coverage-bar", caption)
        yield Paragraph((Ref("What counts, and by area, by month and by who declared", COVERAGE),))


def _disputes(survey: Survey) -> Iterator[Block]:
    found = [(record, conflict) for record, conflict in conflicts_of(survey) if conflict.settled_by is None]
    if not found and not survey.unanswered:
        return
    yield Heading("What is contested")
    shown: list[Line] = [
        (record_ref(survey, record.record_id), ": ", summary(conflict), ".")
        for record, conflict in found[:MOST_DISPUTES]
    ]
    challenges = list(survey.unanswered)[:MOST_DISPUTES]
    shown += [("Unanswered challenge: ", record_ref(survey, challenge), ".") for challenge in challenges]
    yield Bullets(tuple(shown))
    total = len(found) + len(survey.unanswered)
    more = f"Showing {len(shown)} of {total:,}. " if len(shown) < total else ""
    yield Paragraph((more, Ref("Every branch side by side, and who could settle it", FORKS)))


def _in_force(survey: Survey) -> Iterator[Block]:
    records = latest_first(in_force_or_in_dispute(survey.history))
    yield Heading(HOLDING)
    if survey.ledger_unreadable:
        yield Paragraph((Strong(UNKNOWN), f": what the ledger has in force; {UNREADABLE}."))
    elif not records:
        yield Paragraph(("No record that was read is in force or in dispute.",))
    if not records:
        return
    yield Table(COLUMNS, tuple(row(survey, record) for record in records[:IN_FORCE]))
    if len(records) > IN_FORCE:
        told = f"Showing {IN_FORCE} of {len(records):,}, the latest: {Holding.of(records).told}. "
        yield Paragraph((told, Ref("All records", RECORDS)))


def _read(survey: Survey) -> Line:
    """What the pages were made from."""
    revision: Line = (" at revision ", Code(survey.revision)) if survey.revision else ()
    judged: Line = (", judged as of ", when(survey.as_of.text), ". ")
    return ("Read from ", Code(survey.ledger), *revision, *judged, Ref("What was read, and what was not", ABOUT), ".")
