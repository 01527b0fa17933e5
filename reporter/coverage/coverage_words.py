"""Coverage in words: what every rendering of it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...ledger.instants import Instant
from ...ledger.wording import counted
from .coverage import Coverage, Known, Row

NO_AREA = "in no area"
COLUMNS = tuple(known.spoken for known in Known)

_BY_RECEIPT = (Known.EXPOSED, Known.DELIVERED)


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its title, what its first column has, the names of the others, and the rows."""

    title: str
    of: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def headline(coverage: Coverage) -> str:
    """The answer in a sentence. What a commit touches is not said where this clone cannot say it."""
    unknown = coverage.totals[Known.UNKNOWN]
    touching = len(coverage.commits) - unknown
    what = f"{counted(touching, 'commit')} {'touches' if touching == 1 else 'touch'} governed paths"
    if coverage.percent is None:
        skipped = " All of them are skipped." if coverage.commits else ""
        return f"{what}: nothing to count.{skipped}"
    if unknown:
        what += f", and of {unknown:,} it is unknown"
    declared = coverage.totals[Known.DECLARED]
    what += f"; {declared} of the {coverage.counted} that count"
    return f"{what} {'declares' if declared == 1 else 'declare'} direction: {coverage.percent} %."


def of_all(coverage: Coverage) -> str:
    """The same, with how many commits there are in all, those that do not count among them."""
    return f"Of {counted(coverage.in_all, 'commit')} in all, {headline(coverage)}"


def about(coverage: Coverage) -> str:
    """Which commits were looked at."""
    mainline = ", by first parents only" if coverage.mainline else ""
    start = f", from {coverage.start[:12]} on" if coverage.start is not None else ""
    return f"{coverage.range} ({coverage.tip[:12]}){start}{mainline}"


def notes(coverage: Coverage) -> Iterator[str]:
    """What else has to be known to read the figures, a sentence each."""
    others = coverage.elsewhere
    if others:
        verb = "touches" if others == 1 else "touch"
        said = f"{counted(others, 'other commit')} of the range {verb} no governed path and {_is(others)} not counted"
        if coverage.declared_elsewhere:
            number = coverage.declared_elsewhere
            said += f"; {number} of them {'declares' if number == 1 else 'declare'} direction all the same"
        yield f"{said}."
    if coverage.merges:
        yield f"{counted(coverage.merges, 'merge')} {_is(coverage.merges)} left out."
    if coverage.disputed:
        verb = "rests" if coverage.disputed == 1 else "rest"
        yield f"{counted(coverage.disputed, 'declared commit')} {verb} on disputed declarations alone."
    if not coverage.runtime_read:
        yield "No receipts were read here, so nobody can say what was delivered or exposed."
    if coverage.unfounded:
        verb = "declares" if coverage.unfounded == 1 else "declare"
        yield f"{counted(coverage.unfounded, 'declared commit')} {verb} only records that nobody created."
    if coverage.doubted:
        yield (
            f"{counted(coverage.doubted, 'commit')} may belong before the range: history is cut off behind "
            "its beginning."
        )
    elif coverage.cut:
        yield "History is cut off in this clone: commits of the range may be missing, and where it ends all is unknown."


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def tables(coverage: Coverage) -> Sequence[Table]:
    """The figures by area, by month, and by who declared; without what is empty."""
    found = [
        Table("By area", "area", COLUMNS, _rows(coverage, coverage.by_area)),
        Table("By month", "month (UTC)", COLUMNS, _rows(coverage, coverage.by_month)),
        Table(
            "Declared, by who said so",
            "kind of actor",
            ("commits",),
            tuple((actor, (str(number),)) for actor, number in coverage.by_actor),
        ),
    ]
    return [table for table in found if table.rows]


def _rows(coverage: Coverage, rows: Sequence[Row]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((NO_AREA if name is None else name, figures(coverage, counts)) for name, counts in rows)


def figures(coverage: Coverage, counts: Mapping[Known, int]) -> tuple[str, ...]:
    """How many commits of each sort; what only receipts could tell is unknown where none were read."""
    return tuple(Known.UNKNOWN.spoken if unread(coverage, known) else f"{counts[known]:,}" for known in Known)


def unread(coverage: Coverage, known: Known) -> bool:
    """True of what only receipts could tell, where none were read: a count of it would be 0 and mean nothing."""
    return known in _BY_RECEIPT and not coverage.runtime_read


def day_of(seconds: int | None) -> str:
    """The day of a commit in UTC, or unknown."""
    return Known.UNKNOWN.spoken if seconds is None else Instant(seconds).day
