"""The front page: a reader's path to what governs a file, what changed, what is in doubt, and how much is declared."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.counting import counts_of, in_force_or_in_dispute
from ...ledger.wording import counted
from ...lint.finding import Severity
from ...repository.source import StoreName
from .address import ABOUT, CHANGES, COMMITS, COVERAGE, FINDINGS, FORKS, HOME, PATHS, RECORDS, REJECTED, STALE
from .blocks import Block, Bullets, Code, Heading, Line, Notice, Page, Paragraph, Picture, Ref, Strong, Table
from .disputes import summary
from .forks import conflicts_of
from .front.coverage_bar import CoverageBar
from .front.front_blocks import Door, Doors
from .front.rejected import given_up, ruling_out
from .front.timeline import lately, week_words
from .places.paths import path_field
from .records import COLUMNS, latest_first, row
from .stale import stale_findings
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
    counts = counts_of(survey.history)
    answer = f"in force or in dispute, of {counted(counts.records, 'record')}"
    if survey.ledger_unreadable:
        answer = "what is in force or in dispute"
    return Door("What holds now?", _number(survey, counts.in_force_or_in_dispute), answer, RECORDS)


def _changed(survey: Survey) -> Door:
    changes = survey.changes
    newest = [change for change in changes if change.week == changes[0].week]
    answer = "no change was read"
    if newest:
        week = week_words(newest[0].week)
        answer = f"{'change' if len(newest) == 1 else 'changes'} in the {week[:1].lower()}{week[1:]}"
    if survey.ledger_unreadable:
        answer = "what changed in the ledger"
    return Door("What changed lately?", _number(survey, len(newest)), answer, CHANGES)


def _contested(survey: Survey) -> Door:
    contested = counts_of(survey.history).contested
    challenges = len(survey.open_challenges)
    answer = f"{'record' if contested == 1 else 'records'} in dispute"
    if challenges:
        answer += f"; {counted(challenges, 'challenge')} open"
    return Door("What is contested?", _number(survey, contested), answer, FORKS, "fork" if contested else "")


def _stale(survey: Survey) -> Door:
    stale = len({finding.record_id for finding in stale_findings(survey) if finding.suppressed is None})
    answer = f"{'record' if stale == 1 else 'records'} that may no longer be true, and who could act"
    return Door("What is stale?", _number(survey, stale), answer, STALE, "warn" if stale else "")


def _rejected(survey: Survey) -> Door:
    ruling, dropped = len(ruling_out(survey)), len(given_up(survey))
    answer = f"{'record rules' if ruling == 1 else 'records rule'} something out; {dropped:,} given up"
    if survey.ledger_unreadable:
        answer = "what the ledger rules out"
    return Door("What was rejected, and why?", _number(survey, ruling), answer, REJECTED)


def _followed(survey: Survey) -> Door:
    named = len(survey.commit_nodes)
    answer = f"{'commit has' if named == 1 else 'commits have'} a declaration or a relation"
    return Door("What was a commit declared to follow?", _number(survey, named), answer, COMMITS)


def _covered(survey: Survey) -> Door:
    question = "How much is declared at all?"
    coverage = survey.coverage
    if coverage is None:
        return Door(question, UNKNOWN, "the history was not counted", COVERAGE)
    if coverage.percent is None:
        return Door(question, "–", "no commit that counts touches a governed path", COVERAGE)
    what = counted(coverage.counted, "commit")
    return Door(question, f"{coverage.percent} %", f"of {what} that touch governed paths", COVERAGE)


def _found(survey: Survey) -> Door:
    errors, warnings = (
        sum(finding.severity is severity for finding in survey.open_findings)
        for severity in (Severity.ERROR, Severity.WARNING)
    )
    answer = f"{'error' if errors == 1 else 'errors'}, {counted(warnings, 'warning')}"
    return Door("Is the ledger sound?", f"{errors:,}", answer, FINDINGS, "bad" if errors else "")


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
        caption = "Commits that touch governed paths, by what is known of each. What nobody declared is unknown."
        yield Picture(CoverageBar(coverage), "coverage-bar", caption)
        yield Paragraph((Ref("By area, by month and by who declared", COVERAGE),))


def _disputes(survey: Survey) -> Iterator[Block]:
    found = [(record, conflict) for record, conflict in conflicts_of(survey) if conflict.settled_by is None]
    if not found and not survey.open_challenges:
        return
    yield Heading("What is contested")
    shown: list[Line] = [
        (record_ref(survey, record.record_id), ": ", summary(conflict), ".")
        for record, conflict in found[:MOST_DISPUTES]
    ]
    challenges = list(survey.open_challenges)[:MOST_DISPUTES]
    shown += [("Open challenge: ", record_ref(survey, challenge), ".") for challenge in challenges]
    yield Bullets(tuple(shown))
    total = len(found) + len(survey.open_challenges)
    more = f"Showing {len(shown)} of {total:,}. " if len(shown) < total else ""
    yield Paragraph((more, Ref("Every branch side by side, and who could settle it", FORKS)))


def _in_force(survey: Survey) -> Iterator[Block]:
    records = latest_first(in_force_or_in_dispute(survey.history))
    yield Heading("In force or in dispute")
    if survey.ledger_unreadable:
        yield Paragraph((Strong(UNKNOWN), f": what the ledger has in force; {UNREADABLE}."))
    elif not records:
        yield Paragraph(("No record that was read is in force or in dispute.",))
    if not records:
        return
    yield Table(COLUMNS, tuple(row(survey, record) for record in records[:IN_FORCE]))
    if len(records) > IN_FORCE:
        yield Paragraph((f"Showing {IN_FORCE} of {len(records):,}, the latest. ", Ref("All records", RECORDS)))


def _read(survey: Survey) -> Line:
    """What the pages were made from."""
    revision: Line = (" at revision ", Code(survey.revision)) if survey.revision else ()
    judged: Line = (", judged as of ", when(survey.as_of.text), ". ")
    return ("Read from ", Code(survey.ledger), *revision, *judged, Ref("What was read, and what was not", ABOUT), ".")
