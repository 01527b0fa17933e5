"""``lint --format sarif``: SARIF 2.1.0 (OASIS, with errata 01), for code scanning.

Sections named here are those of that standard. Text is escaped as its messages want it (3.11), so that nothing in a
ledger becomes a link or a placeholder. Every result has a physical location, since code hosts refuse a whole file in
which one result has none: what lies in no file of the checkout is placed at the folder of the ledger, and a logical
location says where it is.

``primaryLocationLineHash`` is left to the uploading program: it compares that with its own, and warns for each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ...ledger.ascii_json import ascii_json
from ...ledger.display import cut, storable, visible
from ..catalogue import RULES
from ..finding import Finding, Related, Severity
from ..report import Report
from ..rule import Rule
from .places import NO_FILE, checkout_path, worst_first
from .rule_texts import paragraphs, sample

MOST_RESULTS = 5_000
MOST_RELATED = 100  # code hosts refuse a result with a thousand
LONGEST_MESSAGE = 1_000  # characters; the whole message is in the JSON
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "fingerpost/v1"
LEFT_OUT = "results-left-out"

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTICE: "note"}
_BASE = "SRCROOT"
_SPECIAL = re.compile(r"[\[\]\\]")


def render_sarif(report: Report) -> str:
    """The report as a SARIF log of one run, in pure ASCII; ends with a newline.

    It holds the 5,000 worst findings. Those that are accepted stand in it with their suppression.
    """
    return ascii_json(as_log(report)) + "\n"


def as_log(report: Report) -> dict[str, Any]:
    """The report as the JSON value that the SARIF 2.1.0 schema describes."""
    findings = sorted(report.findings, key=worst_first)[:MOST_RESULTS]
    named = {finding.code: finding.name for finding in findings}
    codes = sorted(named)
    known = {rule.code: rule for rule in RULES}
    index = {code: number for number, code in enumerate(codes)}
    compared = any(_compared(finding) for finding in findings)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "Fingerpost",
                        "version": report.version,
                        "rules": [_rule(known.get(code), code, named[code]) for code in codes],
                        "notifications": [
                            {
                                "id": LEFT_OUT,
                                "shortDescription": _message("There were more findings than this file holds."),
                            }
                        ],
                    }
                },
                "automationDetails": {"id": "fingerpost/"},
                "originalUriBaseIds": {_BASE: {"description": _message("The root of the repository.")}},
                "columnKind": "unicodeCodePoints",
                "invocations": [_invocation(len(report.findings) - len(findings))],
                "results": [_result(each, index[each.code], report.ledger, compared=compared) for each in findings],
                "properties": _present(
                    {
                        "ledger": report.ledger,
                        "asOf": report.as_of,
                        "revision": report.revision,
                        "base": report.base,
                    }
                ),
            }
        ],
    }


def _message(text: str) -> dict[str, str]:
    """A message object (3.11): brackets and backslashes escaped, braces doubled."""
    escaped = _SPECIAL.sub(r"\\\g<0>", text)
    return {"text": escaped.replace("{", "{{").replace("}", "}}")}


def _said(text: str) -> dict[str, str]:
    """A message that may hold text of the ledger: one line of bounded length, in which nothing hides."""
    return _message(cut(visible(text), LONGEST_MESSAGE))


def _rule(rule: Rule | None, code: str, name: str) -> dict[str, Any]:
    """A reporting descriptor (3.49). These are strings for display, not messages: they hold no ledger text."""
    if rule is None:
        return {"id": code, "name": name}
    summary, why, fix = (" ".join(paragraphs(text)) for text in (rule.summary, rule.why, rule.fix))
    return {
        "id": code,
        "name": name,
        "shortDescription": {"text": summary},
        "fullDescription": {"text": why},
        "help": {
            "text": f"{summary}\n\nWhy it matters: {why}\n\nHow to fix it: {fix}",
            "markdown": _help(rule),
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _help(rule: Rule) -> str:
    parts = paragraphs(rule.summary)
    for title, text in (("Why it matters", rule.why), ("How to fix it", rule.fix)):
        parts += [f"## {title}", *paragraphs(text)]
    for title, text in (("This is reported", rule.bad), ("This is fine", rule.good)):
        parts += [f"## {title}", f"```text\n{sample(text)}\n```"]
    return "\n\n".join(parts)


def _invocation(dropped: int) -> dict[str, Any]:
    """How the run ended (3.20): it was successful whatever it found, and says what the file leaves out."""
    notifications = []
    if dropped:
        more = "1 finding more was" if dropped == 1 else f"{dropped:,} findings more were"
        notifications.append(
            {
                "descriptor": {"id": LEFT_OUT, "index": 0},
                "level": "warning",
                "message": _message(
                    f"{more} made than the {MOST_RESULTS:,} worst that stand here. The formats text and json hold all."
                ),
            }
        )
    return {"executionSuccessful": True, "toolExecutionNotifications": notifications}


def _result(finding: Finding, rule: int, ledger: str, *, compared: bool) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": _said(finding.message),
        "locations": [_location(finding, ledger)],
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
        "suppressions": _suppressions(finding),  # given for every result, or it says nothing of any (3.27.23)
    }
    if finding.related:
        places = enumerate(finding.related[:MOST_RELATED], start=1)
        result["relatedLocations"] = [_related(number, place) for number, place in places]
    if compared:
        result["baselineState"] = "new" if finding.introduced is not False and not _accepted(finding) else "unchanged"
    details = _present(
        {
            "eventId": finding.event_id,
            "recordId": finding.record_id,
            "pointer": finding.pointer,
            "relatedLeftOut": max(len(finding.related) - MOST_RELATED, 0) or None,
        }
    )
    if details:
        result["properties"] = details
    return result


def _compared(finding: Finding) -> bool:
    """True if the finding shows that something earlier was compared: a base, or a baseline."""
    return finding.introduced is not None or _accepted(finding)


def _accepted(finding: Finding) -> bool:
    return finding.suppressed is not None and finding.suppressed.by == "baseline"


def _suppressions(finding: Finding) -> list[dict[str, Any]]:
    if finding.suppressed is None:
        return []
    reason = cut(visible(finding.suppressed.reason), LONGEST_MESSAGE)
    return [
        {
            "kind": "external",
            "status": "accepted",
            "justification": reason,
            "properties": {"by": storable(finding.suppressed.by)},
        }
    ]


def _location(finding: Finding, ledger: str) -> dict[str, Any]:
    path = checkout_path(finding.path)
    if path is not None:
        return {"physicalLocation": _physical(path, finding.line, finding.column)}
    elsewhere = _logical(finding.path, finding.line) if finding.path else {"fullyQualifiedName": NO_FILE}
    return {
        "physicalLocation": _physical(checkout_path(ledger) or ".", None, None),
        "logicalLocations": [elsewhere],
    }


def _related(number: int, place: Related) -> dict[str, Any]:
    path = checkout_path(place.path)
    shown: dict[str, Any] = {"id": number, "message": _said(place.message)}
    if path is not None:
        return {**shown, "physicalLocation": _physical(path, place.line, None)}
    return {**shown, "logicalLocations": [_logical(place.path, place.line)]}


def _logical(path: str, line: int | None) -> dict[str, Any]:
    """A file that is not in the checkout, as a logical location (3.33)."""
    shown = visible(path)
    return {
        "name": shown.rpartition("/")[2] or shown or NO_FILE,
        "fullyQualifiedName": (shown if line is None else f"{shown}:{line}") or NO_FILE,
        "kind": "resource",
    }


def _physical(path: str, line: int | None, column: int | None) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(path), "uriBaseId": _BASE}}
    if line is not None:
        physical["region"] = _present({"startLine": line, "startColumn": column})
    return physical


def uri(path: str) -> str:
    """A path of the checkout as a relative URI reference: the bytes of its name, percent-encoded, ``/`` kept."""
    try:
        name = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a surrogate pair, which no file name gives
        name = storable(path).encode("utf-8")
    return quote(name, safe="/")


def _present(values: Mapping[str, str | int | None]) -> dict[str, str | int]:
    return {
        key: storable(value) if isinstance(value, str) else value for key, value in values.items() if value is not None
    }
