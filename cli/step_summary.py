"""The summary that GitHub Actions shows of a step: a Markdown file that the runner names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..lint.formats.summary import render_summary
from ..lint.report import Report
from ..repository.errors import CannotExamine

VARIABLE = "GITHUB_STEP_SUMMARY"


def add_step_summary(report: Report, environ: Mapping[str, str]) -> None:
    """Add the report to the file that ``GITHUB_STEP_SUMMARY`` names; outside of such a step there is none.

    Raises CannotExamine where the file cannot be written.
    """
    named = environ.get(VARIABLE)
    if not named:
        return
    try:
        with Path(named).open("a", encoding="utf-8", newline="\n") as summary:
            summary.write(render_summary(report))
    except OSError as error:
        raise CannotExamine(
            f"the step's summary could not be written: {error.strerror}", f"Unset {VARIABLE} to do without."
        ) from error
