"""What coverage counts, and the commits that it does not count, each with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....ledger.wording import counted
from ...coverage.coverage import Coverage
from ...coverage.coverage_words import day_of
from ..blocks import Block, Fold, Heading, Inline, Line, Muted, Paragraph, Table, When
from .steps import cut_note

MOST_UNCOUNTED = 100  # commits that the table lists
MOST_OPEN = 12  # that it lists without being asked

WHAT_COUNTS = (
    "A commit counts if it touches a governed path: one that the paths or the areas in a record's scope take in, where "
    "that record was in force for the commit, by the ledger as the commit found it and as it changed it. What holds "
    "everywhere, or for an issue or a PR without a path, governs no path in particular: else every commit would "
    "count. Merges are left out."
)


def not_counted(ref: Callable[[str], Inline], coverage: Coverage) -> Iterator[Block]:
    """The commits of the range that do not count; ``ref`` leads from a full id to the commit's page, if it has one."""
    if not coverage.left_out:
        return
    yield Heading("Not counted", searched=False)
    rows = tuple(
        (
            (ref(commit.id),),
            (commit.subject if commit.subject.strip() else Muted("no message"),),
            (When(day_of(commit.seconds), day_of(commit.seconds)),),
            (commit.reason,),
        )
        for commit in coverage.left_out[:MOST_UNCOUNTED]
    )
    number = len(coverage.left_out)
    said: Line = (f"{number:,} of {counted(coverage.in_all, 'commit')}, the latest first.",)
    table: tuple[Block, ...] = (
        *cut_note(number, MOST_UNCOUNTED, "commits"),
        Table(("Commit", "Says", "Day", "Why it does not count"), rows),
    )
    yield Paragraph(said)
    if number <= MOST_OPEN:
        yield from table
    else:
        yield Fold(f"{counted(number, 'commit')} and why", table)
