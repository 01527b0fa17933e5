"""``fingerpost list``: records by scope, state and durability."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..ledger.display import visible, wrap
from ..ledger.history import RecordHistory
from ..ledger.instants import instant
from ..ledger.selection import STATES, Wanted, select_records
from ..ledger.title import title_of
from ..ledger.wire import listed_value
from ..ledger.wording import claimed_with_basis, counted, spoken_scope
from .output import colour_of, envelope, format_options, width_of
from .reading import open_ledger
from .reading_options import ReadingOptions, reading_options
from .unread import unread_warnings, warn

STATE_COLOURS = {"contested": "red", "active": "green", "open": "yellow", "settled": "cyan"}


@click.command("list")
@click.argument("repo", required=False, type=click.Path(path_type=Path))
@click.option("--status", type=click.Choice(STATES), default="active", show_default=True)
@click.option("--durability", type=click.Choice(["live", "candidate", "durable"]))
@click.option("--issue", metavar="ID", help="Direction that holds for this issue.")
@click.option("--pr", metavar="ID", help="Direction that holds for this pull request.")
@click.option("--area", "areas", multiple=True, metavar="NAME", help="Direction for this area. Repeatable.")
@click.option("--path", "paths", multiple=True, metavar="PATH", help="Direction for this path. Repeatable.")
@format_options
@reading_options()
def command(
    repo: Path | None,
    status: str,
    durability: str | None,
    issue: str | None,
    pr: str | None,
    areas: tuple[str, ...],
    paths: tuple[str, ...],
    as_json: bool,
    options: ReadingOptions,
) -> None:
    """List records, oldest first.

    \b
    fingerpost list
    fingerpost list --status any --durability durable
    fingerpost list --path services/billing/refunds.py --json
    """
    ledger = open_ledger(repo, options)
    wanted = Wanted(status, durability, issue, pr, areas, paths)
    chosen, omitted = select_records(ledger.history, wanted, ledger.config.areas)
    warnings = unread_warnings(ledger)
    warn(warnings)
    if as_json:
        data = {"records": [listed_value(item) for item in chosen], "omitted": omitted}
        click.echo(envelope("list", data, warnings=warnings))
        return
    width = width_of(sys.stdout)
    colour = colour_of(sys.stdout)
    for item in chosen:
        click.echo(_entry(item, width, verbose=options.verbose), color=colour)
    if not options.quiet:
        more = f"; {omitted} more with --status any and no other filter" if omitted else ""
        click.echo(f"{counted(len(chosen), 'record')}{more}")


def _entry(item: RecordHistory, width: int, *, verbose: bool) -> str:
    """Two lines or more: state, durability, date and id, then the title, then where it holds, then who said so."""
    head = click.style(f"{item.state:<11}", fg=STATE_COLOURS.get(item.state), bold=item.contested)
    if item.text_known:
        line = f"{head}{item.durability:<10} {instant(item.record.created_at).day}  {item.record_id}"
        title = visible(title_of(item.record.text))
        about = [visible(spoken_scope(item.record.scope))]
    else:
        # Nothing of one version may be shown as the record's: neither durability nor date.
        line = f"{head}{'-':<10} {'-':<10}  {item.record_id}"
        title = f"({counted(len(item.creations), 'version')}: none is chosen)"
        about = []
    if item.conflict is not None and item.conflict.settled_by:
        about.append(f"settled by {item.conflict.settled_by}")
    if verbose:
        about += [f"created: {visible(claimed_with_basis(event))}" for event in item.creations]
        about += [f"last changed: {visible(claimed_with_basis(item.head))}"] if item.head is not item.creation else []
    lines = [line, *(f"    {click.style(part, bold=True)}" for part in wrap(title, width - 4))]
    lines += [f"    {click.style(part, dim=True)}" for text in about for part in wrap(text, width - 4)]
    return "\n".join(lines) + "\n"
