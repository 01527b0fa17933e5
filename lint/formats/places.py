"""Where a finding is, for programs that open files: only what lies in the checkout can be opened there."""

from __future__ import annotations

from ...ledger.display import visible
from ..finding import Finding

# The store that sibling worktrees share, and a copy that only the base has: shown to people, but no file here.
_ELSEWHERE = ("git-common:", "base:")
NO_FILE = "(the ledger as a whole)"


def checkout_path(path: str | None) -> str | None:
    """``path`` if it names a file of the checkout, relative with ``/``; None for anything else."""
    if not path or path.startswith(("/", *_ELSEWHERE)) or ".." in path.split("/"):
        return None
    return path


def place_of(path: str | None, line: int | None = None) -> str:
    """A place as people read it, on one line: ``path``, ``path:line``, or that it is the whole ledger."""
    if path is None:
        return NO_FILE
    return visible(path) if line is None else f"{visible(path)}:{line}"


def worst_first(finding: Finding) -> tuple[bool, int, bool]:
    """A sort key for reports that have room for some findings only; the order of the contract decides the rest.

    What nothing accepts comes before what is accepted, errors before warnings, what a change brought before the rest.
    """
    return finding.suppressed is not None, finding.severity.rank, finding.introduced is not True
