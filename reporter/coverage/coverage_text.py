"""Coverage as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...ledger.display import cut, visible, wrap
from .coverage import Coverage, CoveredCommit, Known
from .coverage_words import Table, about, day_of, figures, headline, notes, tables
from .left_out import LeftOut

_COLOURS = {Known.DECLARED: "green", Known.UNKNOWN: "yellow"}
_LONGEST = 40  # characters of an area's name
_INDENT = "  "


def render_text(coverage: Coverage, *, colour: bool, width: int, closing: bool = True, whole: bool = False) -> str:
    """The answer, ending with a newline. ``closing`` adds what has to be known to read it, ``whole`` each commit."""
    return "\n".join(_lines(coverage, colour=colour, width=width, closing=closing, whole=whole)) + "\n"


def _lines(coverage: Coverage, *, colour: bool, width: int, closing: bool, whole: bool) -> Iterator[str]:
    def style(text: str, foreground: str | None = None, *, bold: bool = False, dim: bool = False) -> str:
        if not colour or not (foreground or bold or dim):
            return text
        return click.style(text, fg=foreground, bold=bold or None, dim=dim or None)

    yield style(f"coverage of {visible(about(coverage))}", dim=True)
    for line in wrap(headline(coverage), width):
        yield style(line, bold=True)
    if coverage.commits:
        yield ""
        totals = coverage.totals
        for known, figure in zip(Known, figures(coverage, totals), strict=True):
            left_out = "  (does not count)" if known is Known.SKIPPED and totals[known] else ""
            yield f"{_INDENT}{style(f'{known.spoken:<14}', _COLOURS.get(known))}{figure:>7}{left_out}"
    for table in tables(coverage):
        yield ""
        yield style(table.title, bold=True)
        yield from _table(table)
    for name, colour_name, listed in _whole(coverage, width) if whole else ():
        yield ""
        yield style(name, colour_name, bold=True)
        yield from (_INDENT + line for line in listed)
    said = list(notes(coverage)) if closing else []
    if said:
        yield ""
        for note in said:
            yield from (style(line, dim=True) for line in wrap(note, width))


def _whole(coverage: Coverage, width: int) -> Iterator[tuple[str, str | None, list[str]]]:
    """Every commit of the range by sort, those that do not count last: the sort, its colour, and its lines."""
    for known in Known:
        commits = [commit for commit in coverage.commits if commit.known is known]
        if commits:
            yield known.spoken, _COLOURS.get(known), [_commit(commit, width) for commit in commits]
    if coverage.left_out:
        yield "not counted", None, [line for commit in coverage.left_out for line in _other(commit, width)]


def _table(table: Table) -> Iterator[str]:
    names = [cut(visible(name), _LONGEST) for name, _ in table.rows]
    first = max(map(len, (table.of, *names)))
    columns = zip(*(cells for _, cells in table.rows), strict=True)
    widths = [max(5, len(column), *map(len, found)) for column, found in zip(table.columns, columns, strict=True)]
    yield _INDENT + _row(table.of, first, table.columns, widths)
    for name, (_, cells) in zip(names, table.rows, strict=True):
        yield _INDENT + _row(name, first, cells, widths)


def _row(name: str, first: int, cells: tuple[str, ...], widths: list[int]) -> str:
    return f"{name:<{first}}" + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _commit(commit: CoveredCommit, width: int) -> str:
    reason = f" ({commit.reason})" if commit.reason else ""
    disputed = " (disputed)" if commit.disputed else ""
    return _line(commit, f"{reason}{disputed}", width)


def _other(commit: LeftOut, width: int) -> tuple[str, str]:
    return _line(commit, "", width), _INDENT + commit.reason


def _line(commit: CoveredCommit | LeftOut, more: str, width: int) -> str:
    line = f"{commit.id[:12]}  {day_of(commit.seconds)}  {commit.subject}{more}"
    return cut(visible(line), max(width - len(_INDENT), 60))
