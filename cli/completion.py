"""What the shell may offer for a value: rule codes, revisions, record ids. Loads little, since it runs at every Tab."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from ..lint.catalogue import RULES
from ..repository.errors import FingerpostError
from ..repository.locate import find_repository

_MOST = 200  # more is no help to anybody
_MOST_FILES = 5_000  # event files; a larger ledger takes longer to read than anybody waits after a Tab


def complete_codes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """Codes of rules, the last of a comma-separated list, each with its name."""
    before, comma, last = incomplete.rpartition(",")
    start = last.upper()
    return [
        CompletionItem(f"{before}{comma}{rule.code}", help=rule.name) for rule in RULES if rule.code.startswith(start)
    ]


def complete_revisions(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """Branches and tags of the repository here."""
    try:
        git = find_repository(Path()).git
        names = git.reference_names() if git is not None else []
    except FingerpostError:
        return []  # a completion has nowhere to say what is wrong; the command itself will
    return [CompletionItem(name) for name in names if name.startswith(incomplete)][:_MOST]


def complete_records(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """Record ids of the ledger here, each with its title; none where the ledger is too large to read in passing."""
    from ..ledger.display import visible
    from ..ledger.title import title_of
    from .reading import ReadingOptions, find_place, read_ledger

    if not (incomplete.startswith("rec_") or "rec_".startswith(incomplete)):
        return []
    options = ReadingOptions(ledger=ctx.params.get("ledger"), revision=ctx.params.get("rev"), runtime=False)
    try:
        place = find_place(None, options)
        if place.revision is None and _files(place.repository.root / place.ledger_path) > _MOST_FILES:
            return []
        records = read_ledger(place, place.stores(), options).history.records
    except FingerpostError:
        return []  # as above
    return [
        CompletionItem(each, help=visible(title_of(records[each].record.text)) if records[each].text_known else None)
        for each in sorted(records)
        if each.startswith(incomplete)
    ][:_MOST]


def _files(folder: Path) -> int:
    """How many entries a folder has, as far as it matters; none where it cannot be looked at."""
    try:
        with os.scandir(folder) as entries:
            return sum(1 for _, _ in zip(range(_MOST_FILES + 1), entries, strict=False))
    except OSError:
        return 0
