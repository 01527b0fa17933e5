"""``lint --format json`` (contract, version 1): pure ASCII, and free of lone surrogates that parsers refuse."""

from __future__ import annotations

from typing import Any

from ...ledger.ascii_json import ascii_json
from ...ledger.display import storable
from ..finding import Finding, Severity
from ..report import Report, introduced

VERSION = 1


def render_json(report: Report) -> str:
    """The report as one JSON object, keys in the order of the contract; ends with a newline."""
    return ascii_json(as_value(report)) + "\n"


def as_value(report: Report) -> dict[str, Any]:
    """The report as the JSON value that ``schemas/lint-report.schema.json`` describes."""
    looked = report.examined
    summary: dict[str, int | None] = {severity.value: report.count(severity) for severity in Severity}
    # A comparison after which nothing is open has introduced nothing; without a base nobody can say.
    new = introduced(report.open) if report.open or report.base is None else 0
    return {
        "version": VERSION,
        "tool": {"name": "fingerpost", "version": report.version},
        "as_of": report.as_of,
        "ledger": storable(report.ledger),
        "revision": _text(report.revision),
        "base": _text(report.base),
        "examined": {
            "files": looked.files,
            "events": looked.events,
            "records": looked.records,
            "relations": looked.relations,
            "threads": looked.threads,
            "projections": looked.projections,
            "receipts": looked.receipts,
            "history": looked.git_history,
        },
        "summary": {**summary, "suppressed": report.suppressed, "introduced": new},
        "findings": [finding_value(finding) for finding in report.findings],
    }


def finding_value(finding: Finding) -> dict[str, Any]:
    """One finding as the JSON value that the schema describes."""
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "message": storable(finding.message),
        "path": _text(finding.path),
        "line": finding.line,
        "column": finding.column,
        "pointer": _text(finding.pointer),
        "event_id": _text(finding.event_id),
        "record_id": _text(finding.record_id),
        "related": [
            {"path": storable(place.path), "line": place.line, "message": storable(place.message)}
            for place in finding.related
        ],
        "fingerprint": finding.fingerprint,
        "introduced": finding.introduced,
        "suppressed": _suppressed(finding),
    }


def _suppressed(finding: Finding) -> dict[str, str] | None:
    if finding.suppressed is None:
        return None
    return {"by": finding.suppressed.by, "reason": storable(finding.suppressed.reason)}


def _text(value: str | None) -> str | None:
    return None if value is None else storable(value)
