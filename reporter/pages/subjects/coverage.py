"""The page of coverage: of how many commits that touch governed paths it is known what they follow, and of which."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ....ledger.inert import Safe
from ....ledger.wording import counted
from ...claims.claim import UNKNOWN
from ...coverage.chart import MOST_MONTHS, chart
from ...coverage.coverage import Coverage, CoveredCommit, Known, Row
from ...coverage.coverage_words import NO_AREA, about, day_of, figures, notes, of_all
from ...graph.svg import Href
from ..address import COVERAGE, commit_page
from ..blocks import (
    Badge,
    Block,
    Bullets,
    Code,
    Fold,
    Heading,
    Line,
    Muted,
    Page,
    Paragraph,
    Picture,
    Ref,
    Strong,
    Table,
    Tile,
    Tiles,
    When,
)
from ..glossary import what
from ..survey import Survey
from ..words import badge
from .steps import cut_note
from .uncounted import WHAT_COUNTS, not_counted

MOST_BEHIND = 100  # commits behind the number of one sort
MOST_OF_ONE = 25  # commits behind the numbers of one area, or of one month

_MEANING = {
    Known.DECLARED: "says itself, or a relation says for it, what it implements or was informed by",
    Known.EXPOSED: "declares nothing; direction had been exposed to a thread of it before",
    Known.DELIVERED: "declares nothing; direction had been delivered to a thread of it before",
    Known.IN_SCOPE_ONLY: "declares nothing, and no receipt tells of it; direction in force covered what it touches",
    Known.UNKNOWN: "this clone cannot say what it touches",
    Known.SKIPPED: "its author said that it needs no direction, and why; it does not count",
}
BADGES = {
    Known.DECLARED: Badge(Known.DECLARED.spoken, "●", "good"),
    Known.EXPOSED: Badge(Known.EXPOSED.spoken, "◕", "plain"),
    Known.DELIVERED: Badge(Known.DELIVERED.spoken, "◑", "plain"),
    Known.IN_SCOPE_ONLY: Badge(Known.IN_SCOPE_ONLY.spoken, "◔", "warn"),
    Known.UNKNOWN: Badge(Known.UNKNOWN.told, "?", "plain"),
    Known.SKIPPED: Badge(Known.SKIPPED.spoken, "○", "past"),
}


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart of coverage by month, as a drawing of a page."""

    coverage: Coverage

    def spelled(self, _: Href) -> Safe:
        """The chart as one SVG element; there is one wherever there is a commit."""
        return chart(self.coverage) or Safe("")


def page(survey: Survey) -> Page:
    """How much is declared at all, of which areas, months and by whom, with the commits behind each number."""
    coverage = survey.coverage
    if coverage is None:
        blocks: tuple[Block, ...] = (
            Paragraph((Strong(UNKNOWN), ": how much is declared. The history of the repository could not be counted.")),
        )
        command = survey.command("coverage HEAD")
    else:
        blocks = tuple(_blocks(survey, coverage))
        command = survey.command(f"coverage {shlex.quote(coverage.range)}")
    return Page(COVERAGE, "Coverage", blocks, command, wide=True)


def _blocks(survey: Survey, coverage: Coverage) -> Iterator[Block]:
    yield Paragraph((Strong(of_all(coverage)),))
    yield Paragraph(
        (f"Of {about(coverage)}. What is declared is somebody's word. ", what("Coverage", "What coverage says")),
        "muted",
    )
    yield Paragraph((WHAT_COUNTS,))
    if coverage.commits:
        yield Tiles(tuple(Tile(figure, known.told) for known, figure in _figures(coverage, coverage.totals)))
        months = len(coverage.by_month)
        cut = f" Showing the latest {MOST_MONTHS} of {months} months." if months > MOST_MONTHS else ""
        yield Picture(
            Chart(coverage), "coverage", f"Commits that touch governed paths, by month and what is known.{cut}"
        )
    said = tuple((note,) for note in notes(coverage))
    if said:
        yield Bullets(said)
    where = _Where(survey)
    if not coverage.commits:
        yield from not_counted(where.commit, coverage)
        return
    yield Heading("What is known", searched=False)
    yield from _by_known(where, coverage)
    yield Heading("By area", searched=False)
    yield from _dimension(where, coverage, "Area", coverage.by_area, _has_area)
    yield Heading("By month", searched=False)
    yield from cut_note(len(coverage.by_month), MOST_MONTHS, "months")
    latest = tuple(reversed(coverage.by_month[-MOST_MONTHS:]))
    yield from _dimension(where, coverage, "Month (UTC)", latest, lambda commit, month: commit.month == month)
    yield Heading("By who declared", searched=False)
    yield from _by_actor(where, coverage)
    yield from not_counted(where.commit, coverage)


class _Where:
    """Leads from a commit of the history to its page, if the ledger names it."""

    def __init__(self, survey: Survey) -> None:
        self._pages = {
            fact.full: identifier
            for identifier, fact in sorted(survey.facts.items(), reverse=True)
            if fact.full is not None and identifier in survey.commit_nodes
        }

    def commit(self, identifier: str) -> Ref | Code:
        """The commit by its short id."""
        named = self._pages.get(identifier)
        if named is None:
            return Code(identifier[:10], identifier)
        return Ref(identifier[:10], commit_page(named), identifier, is_code=True)

    def table(self, commits: Sequence[CoveredCommit], most: int) -> Iterator[Block]:
        """These commits as a table, the latest first, at most so many."""
        yield from cut_note(len(commits), most, "commits")
        columns = ("Commit", "Says", "Day", "What is known", "Areas", "Declared by")
        yield Table(columns, tuple(self._row(commit) for commit in commits[:most]))

    def _row(self, commit: CoveredCommit) -> tuple[Line, ...]:
        who: list[str] = [", ".join(commit.actors)] if commit.actors else []
        declared: Line = tuple(who) or (Strong(UNKNOWN),)
        if commit.known is Known.SKIPPED:
            declared = (Muted("skipped: "), commit.reason or "no reason given")
        if commit.disputed:
            declared = (*declared, " ", badge("disputed"))
        day = day_of(commit.seconds)
        return (
            (self.commit(commit.id),),
            (commit.subject if commit.subject.strip() else Muted("no message"),),
            (When(day, day),),
            (BADGES[commit.known],),
            (", ".join(commit.areas) or Muted(NO_AREA),),
            declared,
        )


def _by_known(where: _Where, coverage: Coverage) -> Iterator[Block]:
    totals = _figures(coverage, coverage.totals)
    rows = tuple(((BADGES[known],), (figure,), (_MEANING[known],)) for known, figure in totals)
    yield Table(("Sort", "Commits", "A commit that …"), rows)
    for known in Known:
        found = [commit for commit in coverage.commits if commit.known is known]
        if found:
            yield Fold(_behind(len(found), known.told), tuple(where.table(found, MOST_BEHIND)))


def _dimension(
    where: _Where,
    coverage: Coverage,
    name: str,
    rows: Sequence[Row],
    belongs: Callable[[CoveredCommit, str | None], bool],
) -> Iterator[Block]:
    """A table of numbers, and a fold for each of its lines with the commits behind it."""
    columns = (name, *(known.told for known in Known), "Of those that count")
    yield Table(columns, tuple(_numbers(coverage, value, counts) for value, counts in rows))
    folds: list[Block] = []
    for value, _ in rows:
        found = [commit for commit in coverage.commits if belongs(commit, value)]
        told = Paragraph((Strong(NO_AREA if value is None else value), f": {counted(len(found), 'commit')}."))
        folds += [told, *where.table(found, MOST_OF_ONE)]
    if folds:
        yield Fold("The commits behind these numbers", tuple(folds))


def _figures(coverage: Coverage, counts: Mapping[Known, int]) -> list[tuple[Known, str]]:
    return list(zip(Known, figures(coverage, counts), strict=True))


def _numbers(coverage: Coverage, value: str | None, counts: Mapping[Known, int]) -> tuple[Line, ...]:
    counting = sum(counts.values()) - counts[Known.SKIPPED]
    share = f"{counts[Known.DECLARED]} of {counting} declared" if counting else Muted("none counts")
    return ((NO_AREA if value is None else value,), *((figure,) for _, figure in _figures(coverage, counts)), (share,))


def _has_area(commit: CoveredCommit, area: str | None) -> bool:
    return area in commit.areas if area is not None else not commit.areas


def _by_actor(where: _Where, coverage: Coverage) -> Iterator[Block]:
    if not coverage.by_actor:
        yield Paragraph((Strong(UNKNOWN), ": who declared. No commit of these declares anything."))
        return
    yield Table(
        ("Kind of actor", "Commits"), tuple(((actor,), (f"{number:,}",)) for actor, number in coverage.by_actor)
    )
    told = "A trailer is the word of the commit itself. A commit that several declare for counts with each."
    yield Paragraph((told,), "muted")
    folds: list[Block] = []
    for actor, number in coverage.by_actor:
        found = [commit for commit in coverage.commits if actor in commit.actors]
        folds += [Paragraph((Strong(actor), f": {counted(number, 'commit')}.")), *where.table(found, MOST_OF_ONE)]
    yield Fold("The commits behind these numbers", tuple(folds))


def _behind(number: int, what: str) -> str:
    return f"{what}: {counted(number, 'commit')}"
