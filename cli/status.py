"""``fingerpost status``: what the ledger holds, and how it is."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click

from ..ledger.counting import counts_of
from ..lint.finding import Severity
from ..lint.report import examined
from .output import colour_of, envelope
from .reading import ReadingOptions, open_ledger, reading_options


@click.command("status")
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The protocol's envelope.")
@reading_options()
def command(repo: Path | None, as_json: bool, options: ReadingOptions) -> None:
    """Say how many records stand where, what is in dispute, and how many findings lint has.

    \b
    fingerpost status
    fingerpost status --json
    """
    ledger = open_ledger(repo, options)
    counts = counts_of(ledger.history)
    read = examined(ledger.reading, ledger.history)
    severities = Counter(finding.severity for finding in ledger.findings)
    findings = {str(severity): severities[severity] for severity in Severity}
    if as_json:
        data = {"as_of": ledger.as_of.text, "counts": asdict(counts), "read": asdict(read), "findings": findings}
        click.echo(envelope("status", data))
        return
    rows = [
        ("records", f"{counts.records}  {_spread(counts.by_state)}"),
        ("durability", _spread(counts.by_durability)),
        ("contested", f"{counts.contested}  ({counts.forks} forks open, {counts.settled} settled)"),
        ("not placed", f"{counts.unplaced} state changes that no chain reaches"),
        ("read", f"{read.events} events in {read.files} files; {_runtime(read.runtime_read)}"),
        ("not read", f"{read.uninterpreted} files whose event is not used"),
        ("findings", f"{_spread(findings)}, as of {ledger.as_of.text}"),
    ]
    colour = colour_of(sys.stdout)
    for name, text in rows:
        click.echo(f"{click.style(f'{name:<11}', bold=True)} {text}", color=colour)


def _spread(numbers: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in numbers.items()) or "none"


def _runtime(read: bool) -> str:
    return "threads and receipts read too" if read else "threads and receipts were not read"
