"""``fingerpost coverage``: the commits that touch governed paths, by what is known of them."""

from __future__ import annotations

import re
import sys
from decimal import Decimal
from itertools import chain
from pathlib import Path

import click

from ..ledger.collector import collector_paused
from ..ledger.display import visible
from ..ledger.events import Record
from ..ledger.wording import counted
from ..reporter.coverage.coverage import Asked, Coverage, Known, commits_asked, measure
from ..reporter.coverage.coverage_json import render_json
from ..reporter.coverage.coverage_markdown import render_markdown
from ..reporter.coverage.coverage_text import render_text
from ..reporter.coverage.declarations import short_spellings, ties_of
from ..reporter.coverage.governed import find_governed
from ..reporter.coverage.ledger_tree import LedgerFiles
from ..repository.errors import CannotExamine
from ..repository.git import Git
from ..repository.growth.commit_graph import SHALLOW_FIX
from ..repository.trees.history_walk import Span, walk_history
from ..repository.trees.spans import find_span
from .commit_facts import examined_ledger
from .completion import complete_revisions
from .coverage_files import ledger_files
from .output import colour_of, width_of
from .reading import Ledger, open_ledger
from .reading_options import ReadingOptions, reading_options
from .unread import unread_warnings, warn

_PLAIN = re.compile("[0-9]+([.][0-9]+)?")
_LACKS_OBJECTS = "Fetch what was left out (git fetch --refetch --no-filter), or use a complete clone."


def _percent(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Decimal | None:
    """A percentage from 0 to 100 in plain digits, exact as it was written."""
    if value is None:
        return None
    if _PLAIN.fullmatch(value) is None or not 0 <= (found := Decimal(value)) <= 100:
        raise click.BadParameter(f"{visible(value)} is no percentage from 0 to 100, such as 80 or 99.5")
    return found


@click.command("coverage")
@click.argument("span", metavar="[RANGE]", required=False, shell_complete=complete_revisions)
@click.option(
    "-C",
    "repo",
    metavar="REPO",
    type=click.Path(path_type=Path),
    help="The repository. [default: the current folder's]",
)
@click.option("--first-parent", "mainline", is_flag=True, help="Follow first parents only, and count merges.")
@click.option(
    "--since-commit",
    "start",
    metavar="SHA",
    help="The first commit that counts; what lies behind it does not. [default: the config's coverage.start]",
)
@click.option(
    "--min-declared",
    "minimum",
    metavar="PERCENT",
    callback=_percent,
    help="Exit code 1 if fewer of those that count declare.",
)
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@reading_options()
def command(
    span: str | None,
    repo: Path | None,
    mainline: bool,
    start: str | None,
    minimum: Decimal | None,
    form: str,
    as_json: bool,
    options: ReadingOptions,
) -> int:
    """Count the commits that touch governed paths, by what is known of the direction behind them.

    \b
    fingerpost coverage v1.2..HEAD
    fingerpost coverage --first-parent --since-commit 1a2b3c4 --min-declared 80
    fingerpost coverage -C ../billing v1.2..v1.3 --format markdown > coverage.md

    RANGE is A..B, or one revision for all that it reaches; HEAD by default. Each commit is judged by its own trees, as
    trace does it: declared, exposed, delivered, in scope only, unknown, or skipped (Fabric-Skip: why). Merges are left
    out. The exit code is 0 whatever the figures are, but for --min-declared.
    """
    ledger = open_ledger(repo, options)
    found = coverage_of(ledger, options, span, start=start, mainline=mainline)
    met = None if minimum is None else _gate(found, minimum, ledger.repository.git)
    warn(unread_warnings(ledger))
    if as_json or form == "json":
        click.echo(render_json(found, minimum=minimum, met=met), nl=False)
    elif form == "markdown":
        click.echo(render_markdown(found), nl=False)
    else:
        text = render_text(
            found,
            colour=colour_of(sys.stdout),
            width=width_of(sys.stdout),
            closing=not options.quiet,
            whole=options.verbose,
        )
        click.echo(text, nl=False, color=True)
    if minimum is not None:
        click.echo(_told(found, minimum, met=bool(met)), err=True)
    return 1 if met is False else 0


def coverage_of(
    ledger: Ledger, options: ReadingOptions, span: str | None, *, start: str | None = None, mainline: bool = False
) -> Coverage:
    """The coverage of a range, as a command line names it, from ``start`` on, else from what the config says.

    Raises CannotExamine where there is no git to ask, and where it does not have what is named.
    """
    git = ledger.repository.git
    if git is None:
        raise CannotExamine("there is no git repository here, and so no commit to count", "Name a clone with -C REPO.")
    given = span if span is not None else (options.revision or "HEAD")
    first = start if start is not None else ledger.place.settings.start
    asked = find_span(git, given, start=first, mainline=mainline)
    with collector_paused():
        return _measured(ledger, git, given, asked, options)


def _measured(ledger: Ledger, git: Git, given: str, span: Span, options: ReadingOptions) -> Coverage:
    reading, history, areas = ledger.reading, ledger.history, ledger.config.areas
    walk = walk_history(git, span)
    files = ledger_files(git, walk, reading, examined_ledger(ledger.place, options))
    short = short_spellings(history, len(span.tip))
    resolved = {text: found.id for text, found in git.resolve_commits(short).items() if found.id} if short else {}
    trailers = {commit.id: commit.trailers for commit in walk.commits}
    counting = commits_asked(walk, mainline=span.mainline)
    return measure(
        Asked(ledger.as_of, given, span.tip, span.start, span.mainline, reading.runtime_read),
        walk,
        history,
        governed=find_governed(walk, history, reading.divergent, files, areas, counting),
        ties=ties_of(history, trailers, resolved, ledger.place.settings.trailers),
        areas=areas,
        created=_created(ledger, files),
    )


def _created(ledger: Ledger, files: LedgerFiles) -> frozenset[str]:
    """The records that an event creates, as it was read, or as a tree of the range has it."""
    versions = chain(ledger.reading.events, *ledger.reading.divergent.values(), filter(None, files.events.values()))
    return frozenset(event.payload.record_id for event in versions if isinstance(event.payload, Record))


def _gate(coverage: Coverage, minimum: Decimal, git: Git | None) -> bool:
    """Whether the gate is met. Raises CannotExamine where this clone cannot say."""
    if coverage.doubted:
        doubted = counted(coverage.doubted, "commit")
        raise CannotExamine(
            f"the range cannot be counted: history is cut off behind its beginning, and {doubted} may lie there",
            SHALLOW_FIX,
        )
    if coverage.cut:
        raise CannotExamine("the range cannot be counted whole: history is cut off inside of it", SHALLOW_FIX)
    unknown = coverage.totals[Known.UNKNOWN]
    if unknown and git is not None and git.is_partial():
        raise CannotExamine(f"{counted(unknown, 'commit')} of the range cannot be judged in this clone", _LACKS_OBJECTS)
    return coverage.meets(minimum)


def _told(coverage: Coverage, minimum: Decimal, *, met: bool) -> str:
    """What became of the gate, for a log."""
    if coverage.percent is None:
        return f"gate met: nothing to count, so nothing is below {minimum:f} %"
    declared = f"{coverage.totals[Known.DECLARED]} of {coverage.counted} declared ({coverage.percent} %)"
    return f"gate {'met' if met else 'not met'}: {declared}, at least {minimum:f} % asked for"
