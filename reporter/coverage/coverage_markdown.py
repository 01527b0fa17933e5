"""Coverage as a page of Markdown, with the chart in it."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.inert import mention_free
from .chart import chart
from .coverage import Coverage
from .coverage_words import COLUMNS, Table, about, figures, headline, notes, tables


def render_markdown(coverage: Coverage) -> str:
    """The page, ending with a newline. What the ledger and the commits say stands in it as inert text."""
    return "\n".join(_lines(coverage)) + "\n"


def _lines(coverage: Coverage) -> Iterator[str]:
    yield "# Coverage"
    yield ""
    yield f"{mention_free(about(coverage))}, as of {mention_free(coverage.as_of.text)}"
    yield ""
    yield f"**{mention_free(headline(coverage))}**"
    drawing = chart(coverage)
    if drawing is not None:
        yield ""
        yield str(drawing)
        yield ""
        yield from _table(Table("", "all", COLUMNS, (("commits", figures(coverage, coverage.totals)),)))
    for table in tables(coverage):
        yield ""
        yield f"## {table.title}"
        yield ""
        yield from _table(table)
    said = list(notes(coverage))
    if said:
        yield ""
        yield from (f"- {mention_free(note)}" for note in said)


def _table(table: Table) -> Iterator[str]:
    yield f"| {table.of} | {' | '.join(table.columns)} |"
    yield f"|---|{'---:|' * len(table.columns)}"
    for name, cells in table.rows:
        yield f"| {mention_free(name)} | {' | '.join(cells)} |"
