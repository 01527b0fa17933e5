"""``fingerpost lint``: the gate."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import click

from .. import __version__
from ..lint.catalogue import RULES
from ..lint.engine import Selection, fails, selection
from ..lint.finding import Finding, Severity
from ..lint.formats.text import render_statistics, render_text
from ..lint.report import Report, examined, stores_read
from ..lint.surroundings import READ_MESSAGES
from ..repository.errors import UsageError
from .acceptance import AcceptanceOptions, judge
from .completion import complete_codes, complete_revisions
from .gate import Gate, GateOptions, open_gate
from .output import colour_of, width_of
from .outputs import Output, OutputCommand, check_outputs, output_options, write_outputs
from .reading import hold
from .reading_options import ReadingOptions, reading_options
from .step_summary import add_step_summary

_FAIL_ON = {"error": Severity.ERROR, "warning": Severity.WARNING, "notice": Severity.NOTICE, "never": None}


@click.command("lint", cls=OutputCommand)
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@output_options
@click.option(
    *("--select", "select"),
    metavar="CODE,…",
    default="",
    shell_complete=complete_codes,
    help="Only these rules; FP4 means all of that group.",
)
@click.option(
    *("--ignore", "ignore"), metavar="CODE,…", default="", shell_complete=complete_codes, help="All but these rules."
)
@click.option(
    "--fail-on", type=click.Choice(list(_FAIL_ON)), default="error", show_default=True, help="What makes exit code 1."
)
@click.option(
    "--base",
    metavar="REV",
    shell_complete=complete_revisions,
    help="Compare with this branch: old event files must be as they were, and the merge with it must be sound. "
    "[default: what GitHub Actions, GitLab or pre-commit tells]",
)
@click.option("--no-base", is_flag=True, help="Compare with nothing, whatever a CI tells.")
@click.option("--new-only", is_flag=True, help="Only what the change introduces makes exit code 1.")
@click.option("--history", is_flag=True, help="Old event files must be as every commit of this branch left them.")
@click.option("--staged", is_flag=True, help="Lint what is about to be committed, not what lies here.")
@click.option(
    *("--baseline", "baseline"),
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Accept the findings that this file lists. [default: baseline in the config]",
)
@click.option("--write-baseline", is_flag=True, help="Write the baseline: a first one, else only what is left of it.")
@click.option("--force", is_flag=True, help="Let --write-baseline take new findings too.")
@click.option("--no-suppressions", is_flag=True, help="Show what the config and the baseline accept too.")
@click.option("--statistics", is_flag=True, help="Count findings by rule in place of listing them.")
@reading_options()
def command(
    repo: Path | None,
    outputs: Sequence[Output],
    select: str,
    ignore: str,
    fail_on: str,
    base: str | None,
    no_base: bool,
    new_only: bool,
    history: bool,
    staged: bool,
    baseline: Path | None,
    write_baseline: bool,
    force: bool,
    no_suppressions: bool,
    statistics: bool,
    options: ReadingOptions,
) -> int:
    """Check that the ledger is sound, append-only, unforked, fresh and honest.

    \b
    fingerpost lint
    fingerpost lint --base origin/main --new-only
    fingerpost lint --history --format text --format sarif --output lint.sarif

    Exit code 1 if a finding is as bad as --fail-on or worse.
    """
    chosen = _chosen(select, ignore)
    _agree(
        (no_base and base is not None, "--no-base and --base"),
        (staged and options.revision is not None, "--staged and --rev"),
        (statistics and any(output.format != "text" for output in outputs), "--statistics and a format but text"),
    )
    check_outputs(outputs)
    gate = open_gate(repo, options, GateOptions(base, no_base, history, staged, _reads_messages(chosen)))
    hold(gate)  # with all that the rules worked out
    if new_only and gate.base is None:
        click.echo("fingerpost: no base to compare with, so --new-only lets every finding count", err=True)
    asked = AcceptanceOptions(baseline, write_baseline, force, suppressions=not no_suppressions)
    judged = judge(gate, chosen, asked)
    report = _report(gate, judged.findings, verbose=options.verbose)
    if report.adds is not None:
        report = replace(report, adds=(*report.adds, *judged.loosened))
    if judged.written and not options.quiet:
        click.echo(judged.written, err=True)
    if any(output.format == "github" for output in outputs):
        report = replace(report, governing=gate.governing())
        add_step_summary(report, os.environ)
    new_only = new_only and gate.base is not None
    render = _renderer(report, statistics=statistics, closing=not options.quiet, new_only=new_only)
    click.echo(write_outputs(outputs, render), nl=False, color=True)
    return 1 if fails(report.findings, _FAIL_ON[fail_on], new_only=new_only) else 0


def _agree(*disagreements: tuple[bool, str]) -> None:
    for disagreeing, what in disagreements:
        if disagreeing:
            raise UsageError(f"{what} do not go together", "Leave one of them out.")


def _chosen(select: str, ignore: str) -> Selection:
    chosen = selection(select, ignore)
    idle = chosen.idle(RULES)
    if idle:
        raise UsageError(
            f"no rule's code begins with {', '.join(idle)}", hint="Run 'fingerpost rule' to see all codes."
        )
    return chosen


def _reads_messages(chosen: Selection) -> bool:
    return any(chosen.takes(code) for code in READ_MESSAGES)


def _renderer(report: Report, *, statistics: bool, closing: bool, new_only: bool) -> Callable[[Output], str]:
    """What spells the report in the format of an output."""

    def spelled(output: Output) -> str:
        if output.format != "text":
            return rendered(output.format, report)
        colour, width = (colour_of(sys.stdout), width_of(sys.stdout)) if output.path is None else (False, 100)
        if statistics:
            return render_statistics(report, colour=colour, width=width, closing=closing)
        return render_text(report, colour=colour, width=width, closing=closing, new_only=new_only)

    return spelled


def rendered(form: str, report: Report) -> str:
    """The report in one of the formats for machines. Each is loaded when called for."""
    if form == "json":
        from ..lint.formats.json import render_json as render
    elif form == "sarif":
        from ..lint.formats.sarif import render_sarif as render
    elif form == "github":
        from ..lint.formats.github import render_github as render
    elif form == "gitlab":
        from ..lint.formats.gitlab import render_gitlab as render
    else:
        from ..lint.formats.junit import render_junit as render
    return render(report)


def _report(gate: Gate, findings: Sequence[Finding], *, verbose: bool) -> Report:
    """The report for any format; ``verbose`` adds which stores were read, and whose time it was judged as of."""
    ledger = gate.ledger
    return Report(
        version=__version__,
        as_of=ledger.as_of.text,
        ledger=ledger.ledger_path,
        examined=examined(ledger.reading, ledger.history, git_history="full" if gate.history else "none"),
        findings=findings,
        revision=ledger.revision,
        base=None if gate.base is None else gate.base.name,
        stores=stores_read(ledger.stores, ledger.reading) if verbose else (),
        as_of_from=ledger.as_of_from if verbose else "",
        adds=gate.adds(),
    )
