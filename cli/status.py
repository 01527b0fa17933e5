"""``fingerpost status``: what the ledger holds, and how it is."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

import click

from ..ledger.counting import Counts, counts_of, unlisted_stores
from ..ledger.display import visible
from ..ledger.problem import Problem
from ..ledger.wording import counted
from ..lint.finding import Severity
from ..lint.report import Examined, examined, stores_read
from ..repository.paths import shown
from ..repository.source import StoreName
from .accepted import accepted_findings
from .output import colour_of, envelope, format_options
from .reading import Ledger, open_ledger
from .reading_options import ReadingOptions, reading_options


@click.command("status")
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@format_options
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
    unlisted = unlisted_stores(ledger.reading, shown(ledger.ledger_path))
    found = accepted_findings(ledger)
    severities = Counter(finding.severity for finding in found if finding.suppressed is None)
    accepted = len(found) - severities.total()
    if as_json:
        findings = {**{str(severity): severities[severity] for severity in Severity}, "suppressed": accepted}
        data = {
            "as_of": ledger.as_of.text,
            "counts": asdict(counts),
            "read": asdict(read),
            "ledger_read": StoreName.LEDGER not in unlisted,
            "findings": findings,
        }
        click.echo(envelope("status", data))
        return
    rows = [(name, visible(text)) for name, text in _unread(unlisted)]
    rows += _unknown(counts) if StoreName.LEDGER in unlisted else _standing(counts)
    if not options.quiet:
        rows += _read(read, unlisted)
    if options.verbose:
        rows += _stores(ledger)
    source = f" ({ledger.as_of_from})" if options.verbose else ""
    parts = [counted(severities[severity], str(severity)) for severity in Severity]
    parts += [f"{accepted} accepted"] if accepted else []
    rows.append(("findings", f"{', '.join(parts)}, as of {ledger.as_of.text}{source}"))
    colour = colour_of(sys.stdout)
    for name, text in rows:
        click.echo(f"{click.style(f'{name:<11}', bold=True)} {text}", color=colour)


def _standing(counts: Counts) -> Iterator[tuple[str, str]]:
    yield "records", f"{counts.records}  {_spread(counts.by_state)}"
    yield "in force", f"{counts.in_force_or_in_dispute} in force or in dispute"
    yield "durability", _spread(counts.by_durability)
    yield "contested", f"{counts.contested}  ({counted(counts.forks, 'fork')} open, {counts.settled} settled)"
    yield "not placed", f"{counted(counts.unplaced, 'state change')} that no chain reaches"


def _unread(unlisted: Mapping[StoreName, Problem]) -> Iterator[tuple[str, str]]:
    for problem in unlisted.values():
        yield "unknown", f"what {problem.origin.path} holds: {problem.message} ({problem.code})"


def _unknown(counts: Counts) -> Iterator[tuple[str, str]]:
    """The rows of :func:`_standing` where the ledger's own part in them is unknown."""
    for name, number in (
        ("records", counts.records),
        ("in force", counts.in_force_or_in_dispute),
        ("durability", counts.records),
        ("contested", counts.contested),
        ("not placed", counts.unplaced),
    ):
        yield name, "unknown in the ledger" + (f"; {number} elsewhere" if number and name != "durability" else "")


def _read(read: Examined, unlisted: Mapping[StoreName, Problem]) -> Iterator[tuple[str, str]]:
    yield "read", f"{counted(read.events, 'event')} in {counted(read.files, 'file')}; {read.beyond_the_ledger}"
    unused = f"{counted(read.uninterpreted, 'file')} whose event is not used"
    yield "not read", f"{unused}, and the files of {counted(len(unlisted), 'folder')}" if unlisted else unused


def _stores(ledger: Ledger) -> Iterator[tuple[str, str]]:
    for store in stores_read(ledger.stores, ledger.reading):
        yield "store", f"{counted(store.files, 'file')} in {visible(store.path)}"


def _spread(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in numbers.items()) or "none"
