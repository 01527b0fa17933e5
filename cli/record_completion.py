"""What the shell may offer for a record's id: those of the ledger here."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from ..ledger.display import visible
from ..ledger.title import title_of
from ..repository.errors import FingerpostError
from .completion import MOST
from .reading import find_place, read_ledger
from .reading_options import ReadingOptions

_MOST_FILES = 5_000  # event files; a larger ledger takes longer to read than anybody waits after a Tab


def complete_records(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """Record ids of the ledger here, each with its title; none where the ledger is too large to read in passing."""
    if not (incomplete.startswith("rec_") or "rec_".startswith(incomplete)):
        return []
    options = ReadingOptions(ledger=ctx.params.get("ledger"), revision=ctx.params.get("rev"), runtime=False)
    try:
        place = find_place(None, options)
        if place.revision is None and _files(place.repository.root / place.ledger_path) > _MOST_FILES:
            return []
        records = read_ledger(place, place.stores(), options).history.records
    except FingerpostError:
        return []  # a completion has nowhere to say what is wrong; the command itself will
    return [
        CompletionItem(each, help=visible(title_of(records[each].record.text)) if records[each].text_known else None)
        for each in sorted(records)
        if each.startswith(incomplete)
    ][:MOST]


def _files(folder: Path) -> int:
    """How many entries a folder has, as far as it matters; none where it cannot be looked at."""
    try:
        with os.scandir(folder) as entries:
            return sum(1 for _, _ in zip(range(_MOST_FILES + 1), entries, strict=False))
    except OSError:
        return 0
