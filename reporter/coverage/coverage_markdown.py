"""Coverage as a page of Markdown, with the chart in it."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.inert import text
from .chart import chart
from .coverage import Coverage
from .coverage_words import COLUMNS, Table, about, headline, notes, tables


def render_markdown(coverage: Coverage) -> str:
    """The page, ending with a newline. Whatever the ledger and the commits say stands in it as inert text."""
    return "\n".join(_lines(coverage)) + "\n"


def _lines(coverage: Coverage) -> Iterator[str]:
    yield "# Coverage"
    yield ""
    yield f"{text(about(coverage))}, as of {text(coverage.as_of.text)}"
    yield ""
    yield f"**{text(headline(coverage))}**"
    drawing = chart(coverage)
    if drawing is not None:
        yield ""
        yield str(drawing)
        yield ""
        yield from _table(Table("", "all", COLUMNS, (("commits", tuple(coverage.totals.values())),)))
    for table in tables(coverage):
        yield ""
        yield f"## {table.title}"
        yield ""
        yield from _table(table)
    said = list(notes(coverage))
    if said:
        yield ""
        yield from (f"- {text(note)}" for note in said)


def _table(table: Table) -> Iterator[str]:
    yield f"| {table.of} | {' | '.join(table.columns)} |"
    yield f"|---|{'---:|' * len(table.columns)}"
    for name, numbers in table.rows:
        yield f"| {text(name)} | {' | '.join(map(str, numbers))} |"
