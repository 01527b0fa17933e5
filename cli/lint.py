"""``fingerpost lint``: the gate."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .. import __version__
from ..lint.catalogue import RULES
from ..lint.engine import Selection, fails, selection
from ..lint.finding import Severity
from ..lint.formats.json import render_json
from ..lint.formats.text import render_text
from ..lint.report import Report, examined, stores_read
from ..repository.errors import UsageError
from .output import colour_of, format_options, width_of
from .reading import Ledger, ReadingOptions, open_ledger, reading_options

_FAIL_ON = {"error": Severity.ERROR, "warning": Severity.WARNING, "notice": Severity.NOTICE, "never": None}


@click.command("lint")
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@format_options
@click.option("--select", metavar="CODE,…", default="", help="Only these rules; FP4 means all of that group.")
@click.option("--ignore", metavar="CODE,…", default="", help="All but these rules.")
@click.option(
    "--fail-on", type=click.Choice(list(_FAIL_ON)), default="error", show_default=True, help="What makes exit code 1."
)
@reading_options()
def command(repo: Path | None, as_json: bool, select: str, ignore: str, fail_on: str, options: ReadingOptions) -> int:
    """Check that the ledger is sound, unforked, fresh and honest.

    \b
    fingerpost lint
    fingerpost lint --select FP4,FP5 --fail-on warning
    fingerpost lint --rev v1.2.0 --json

    Exit code 1 if a finding is as bad as --fail-on or worse.
    """
    chosen = _chosen(select, ignore)
    ledger = open_ledger(repo, options, judge_now=True)
    report = report_of(ledger, chosen, verbose=options.verbose)
    if as_json:
        click.echo(render_json(report), nl=False)
    else:
        colour, width = colour_of(sys.stdout), width_of(sys.stdout)
        click.echo(render_text(report, colour=colour, width=width, closing=not options.quiet), nl=False, color=True)
    return 1 if fails(report.findings, _FAIL_ON[fail_on]) else 0


def _chosen(select: str, ignore: str) -> Selection:
    chosen = selection(select, ignore)
    idle = chosen.idle(RULES)
    if idle:
        raise UsageError(f"no rule's code begins with {', '.join(idle)}", hint="'fingerpost rule' lists all codes")
    return chosen


def report_of(ledger: Ledger, chosen: Selection | None = None, *, verbose: bool = False) -> Report:
    """What lint says of an opened ledger, for any format; ``verbose`` adds which stores were read, and whose time."""
    findings = ledger.findings if chosen is None else ledger.examine(chosen.of(RULES))
    return Report(
        version=__version__,
        as_of=ledger.as_of.text,
        ledger=ledger.ledger_path,
        examined=examined(ledger.reading, ledger.history),
        findings=findings,
        revision=ledger.revision,
        stores=stores_read(ledger.stores, ledger.reading) if verbose else (),
        as_of_from=ledger.as_of_from if verbose else "",
    )
