"""Coverage as JSON (``schemas/coverage.schema.json``)."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from orjson import Fragment

from ...ledger.ascii_json import ascii_json
from ...ledger.display import storable
from ...ledger.instants import Instant
from .coverage import Coverage, CoveredCommit, Known
from .coverage_words import unread

Json = dict[str, Any]


def render_json(coverage: Coverage, *, minimum: Decimal | None, met: bool | None) -> str:
    """The answer as one JSON object in pure ASCII, ending with a newline.

    ``minimum`` is the percentage that a gate asks for, which is written with all its digits, and ``met`` whether it is
    reached: None where none is asked for.
    """
    percent = coverage.percent
    value = {
        "version": 1,
        "as_of": coverage.as_of.text,
        "range": {
            "given": storable(coverage.range),
            "tip": coverage.tip,
            "start": coverage.start,
            "first_parent": coverage.mainline,
            "history": "shallow" if coverage.cut else "full",
            "doubted": coverage.doubted,
        },
        "runtime_read": coverage.runtime_read,
        "totals": {"commits": len(coverage.commits), **_counts(coverage, coverage.totals)},
        "counted": coverage.counted,
        "declared_percent": None if percent is None else float(percent),
        "disputed": coverage.disputed,
        "unfounded": coverage.unfounded,
        "gate": None if minimum is None else {"min_declared": Fragment(f"{minimum:f}"), "met": met},
        "by_area": [
            {"area": None if area is None else storable(area), **_counts(coverage, counts)}
            for area, counts in coverage.by_area
        ],
        "by_month": [{"month": month, **_counts(coverage, counts)} for month, counts in coverage.by_month],
        "by_actor": [{"actor": storable(actor), "declared": number} for actor, number in coverage.by_actor],
        "not_counted": {
            "no_governed_path": coverage.elsewhere,
            "declared": coverage.declared_elsewhere,
            "merges": coverage.merges,
        },
        "commits": [_commit(commit) for commit in coverage.commits],
    }
    return ascii_json(value) + "\n"


def _counts(coverage: Coverage, counts: Mapping[Known, int]) -> Json:
    """How many commits of each sort; null for what only receipts could tell where none were read."""
    return {known.value: None if unread(coverage, known) else counts[known] for known in Known}


def _commit(commit: CoveredCommit) -> Json:
    return {
        "id": commit.id,
        "time": None if commit.seconds is None else Instant(commit.seconds).text,
        "subject": storable(commit.subject),
        "known": commit.known.value,
        "areas": [storable(area) for area in commit.areas],
        "actors": [storable(actor) for actor in commit.actors],
        "disputed": commit.disputed,
        "unfounded": commit.unfounded,
        "skip_reason": None if commit.reason is None else storable(commit.reason),
    }
