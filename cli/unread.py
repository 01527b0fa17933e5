"""Folders of events that could not be listed: an empty answer must not pass for an empty ledger."""

from __future__ import annotations

import click

from ..ledger.display import visible
from .reading import Ledger


def unread_warnings(ledger: Ledger) -> tuple[str, ...]:
    """One sentence for each store that is no folder or may not be read, in the order of their paths."""
    folders = {store.path for store in ledger.stores}
    return tuple(
        f"{visible(problem.origin.path)} could not be read: {visible(problem.message)}; 'fingerpost lint' says more"
        for problem in ledger.reading.problems
        if problem.code == "FP101" and problem.origin.path in folders
    )


def warn(warnings: tuple[str, ...]) -> None:
    """Say them on stderr, where they disturb no answer."""
    for warning in warnings:
        click.echo(f"fingerpost: {warning}", err=True)
