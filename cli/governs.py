"""``fingerpost governs``: the direction in force for paths, commits and differences, issues, pull requests, areas."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..ledger.governing import direction_for
from ..reporter.governs.answer import Answer, Question
from ..reporter.governs.governs_json import render_json
from ..reporter.governs.governs_markdown import render_markdown
from ..reporter.governs.governs_text import render_text
from ..repository.errors import UsageError
from .completion import complete_revisions
from .governed_paths import asked_commits, asked_diffs, asked_paths
from .output import colour_of, width_of
from .reading import Place, find_place, read_ledger
from .reading_options import ReadingOptions, reading_options
from .unread import unread_warnings, warn


@click.command("governs")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path())
@click.option("--issue", "issues", multiple=True, metavar="ID", help="Direction for this issue. Repeatable.")
@click.option("--pr", "prs", multiple=True, metavar="ID", help="Direction for this pull request. Repeatable.")
@click.option("--area", "areas", multiple=True, metavar="NAME", help="Direction for this area. Repeatable.")
@click.option(
    "--commit",
    "commits",
    multiple=True,
    metavar="SHA",
    shell_complete=complete_revisions,
    help="The paths that this commit touches, against its first parent. Repeatable.",
)
@click.option(
    "--diff",
    "diffs",
    multiple=True,
    metavar="BASE..HEAD",
    help="The paths that differ; with three dots, since HEAD left BASE. Repeatable.",
)
@click.option(
    "-C",
    "repo",
    metavar="REPO",
    type=click.Path(path_type=Path),
    help="Work in this repository, or folder of one; each PATH is then relative to it.",
)
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@reading_options()
def command(
    paths: tuple[str, ...],
    issues: tuple[str, ...],
    prs: tuple[str, ...],
    areas: tuple[str, ...],
    commits: tuple[str, ...],
    diffs: tuple[str, ...],
    repo: Path | None,
    form: str,
    as_json: bool,
    options: ReadingOptions,
) -> int:
    """Say which direction is in force for these paths, and why.

    \b
    fingerpost governs services/billing/refunds.py
    fingerpost governs docs/ --area billing/tax
    fingerpost governs --commit HEAD
    fingerpost governs --diff main...HEAD --format markdown

    A PATH is a file, which need not exist yet, or a folder: then what governs anything in it. Everything that is named
    is looked at together. The ledger is the one that is here, or with --rev the one of that revision, whatever commits
    are named. The exit code is 0 also where nothing governs.
    """
    if not (paths or issues or prs or areas or commits or diffs):
        hint = (
            "Name a path, or --issue, --pr, --area, --commit, --diff; 'fingerpost list' shows all direction in force."
        )
        raise UsageError("nothing is asked for", hint)
    place = find_place(repo, options)
    git = place.repository.git
    question = Question(
        paths=asked_paths(place, repo or Path(), paths),
        commits=asked_commits(git, commits),
        diffs=asked_diffs(git, diffs),
        issues=tuple(dict.fromkeys(issues)),
        prs=tuple(dict.fromkeys(prs)),
        areas=tuple(dict.fromkeys(areas)),
    )
    answer = _answer(place, question, options)
    if as_json or form == "json":
        click.echo(render_json(answer), nl=False)
    elif form == "markdown":
        click.echo(render_markdown(answer), nl=False)
    else:
        colour, width = colour_of(sys.stdout), width_of(sys.stdout)
        text = render_text(answer, colour=colour, width=width, closing=not options.quiet, whole=options.verbose)
        click.echo(text, nl=False, color=True)
    return 0


def _answer(place: Place, question: Question, options: ReadingOptions) -> Answer:
    """Read the ledger and ask it."""
    ledger = read_ledger(place, place.stores(), options)
    warn(unread_warnings(ledger))
    asked = question.asked
    return Answer(
        question=question,
        asked=asked,
        direction=direction_for(ledger.history, ledger.config.areas, asked),
        records=ledger.history.records,
        ledger=ledger.ledger_path,
        revision=ledger.revision,
        as_of=ledger.as_of,
        areas=frozenset(ledger.config.areas),
        config_at_fault=bool(ledger.config.problems),
        private_read=ledger.reading.private_read,
    )
