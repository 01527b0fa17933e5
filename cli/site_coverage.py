"""The coverage that a site tells of: of the whole history behind what was read."""

from __future__ import annotations

from ..reporter.coverage.coverage import Coverage
from ..repository.errors import CannotExamine
from .coverage import coverage_of
from .reading import Ledger
from .reading_options import ReadingOptions


def site_coverage(ledger: Ledger, options: ReadingOptions) -> Coverage | None:
    """The coverage of the revision that was read, of HEAD by default; None where there is no history to count."""
    git = ledger.repository.git
    if git is None or git.head() is None:
        return None
    try:
        return coverage_of(ledger, options, None)
    except CannotExamine:  # the page says that it could not be counted, and names the command that says why
        return None
