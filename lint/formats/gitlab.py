"""``lint --format gitlab``: GitLab's code quality report, a JSON list that a merge request compares with its target's.

GitLab takes two entries with one fingerprint for one, and wants a path in each.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...ledger.ascii_json import ascii_json
from ...ledger.display import cut, storable, visible
from ..finding import Finding, Severity
from ..report import Report
from .places import checkout_path, place_of

LONGEST_MESSAGE = 1_000  # characters

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.NOTICE: "info"}


def render_gitlab(report: Report) -> str:
    """The open findings in the order of the contract, in pure ASCII; ends with a newline.

    The report has no word for accepted findings, so they are not in it. A finding in no file of the checkout stands at
    the folder of the ledger.
    """
    seen: Counter[str] = Counter()
    return ascii_json([_entry(finding, report.ledger, seen) for finding in report.open]) + "\n"


def _entry(finding: Finding, ledger: str, seen: Counter[str]) -> dict[str, Any]:
    path = checkout_path(finding.path)
    message = cut(visible(finding.message), LONGEST_MESSAGE)
    if path is None and finding.path:
        message = f"{place_of(finding.path, finding.line)}: {message}"
    seen[finding.fingerprint] += 1
    repeated = seen[finding.fingerprint]
    return {
        "description": f"{finding.code} {finding.name}: {message}",
        "check_name": finding.code,
        "fingerprint": finding.fingerprint if repeated == 1 else f"{finding.fingerprint}-{repeated}",
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": storable(ledger if path is None else path),
            "lines": {"begin": finding.line or 1 if path is not None else 1},
        },
    }
