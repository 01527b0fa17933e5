"""Reports made for tests of the formats."""

from __future__ import annotations

from typing import Any

from fingerpost.lint.finding import Finding, Severity
from fingerpost.lint.report import Examined, Report

FOLDER = ".fabric/ledger/events"
HOSTILE = "x\n::error::y\x1b[2J\u202eevil\u200b\ud800\udcff\r|<script>\u2028\U000e0041\x9b31m\x00"
LOOKED = Examined(
    files=3,
    events=2,
    records=1,
    relations=1,
    threads=0,
    projections=0,
    receipts=0,
    unknown_events=0,
    uninterpreted=1,
    runtime_read=False,
)


def finding(message: str = "something is wrong", **fields: Any) -> Finding:
    """A finding; ``fields`` replace its fields."""
    values: dict[str, Any] = {
        "code": "FP104",
        "name": "invalid-json",
        "severity": Severity.ERROR,
        "message": message,
        "path": f"{FOLDER}/evt_a.json",
        "line": 3,
        "column": 14,
        "pointer": None,
        "event_id": None,
        "record_id": None,
        "related": (),
        "detail": "",
    }
    return Finding(**{**values, **fields})


def report(*findings: Finding, **fields: Any) -> Report:
    """A report of these findings, in the order of the contract; ``fields`` replace its fields."""
    values: dict[str, Any] = {
        "version": "0.1.0",
        "as_of": "2026-03-03T09:00:00Z",
        "ledger": FOLDER,
        "examined": LOOKED,
        "findings": sorted(findings, key=lambda each: each.order),
    }
    return Report(**{**values, **fields})
