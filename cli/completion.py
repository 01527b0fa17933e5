"""What the shell may offer for an option: codes of rules, revisions. Loads little, since it runs at every Tab."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from ..lint.catalogue import RULES
from ..repository.errors import FingerpostError
from ..repository.locate import find_repository

MOST = 200  # more is no help to anybody


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
    return [CompletionItem(name) for name in names if name.startswith(incomplete)][:MOST]
