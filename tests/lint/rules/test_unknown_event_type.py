from __future__ import annotations

import pytest
from support.events import created
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("event_type", "severity"),
    [
        ("decision.voted", Severity.WARNING),
        ("record.create", Severity.WARNING),
        ("case", Severity.WARNING),
        ("Record.Created", Severity.ERROR),
        ("RECORD.CREATED", Severity.ERROR),
    ],
)
def test_bad(event_type: str, severity: Severity) -> None:
    found = findings_of({**created(1), "event_type": event_type}, created(2))
    [finding] = only(found, "FP203")
    assert finding.severity is severity
    assert finding.pointer == "/event_type"
    assert finding.line is not None


def test_a_misspelt_type_is_told_the_nearest_one() -> None:
    [finding] = only(findings_of({**created(1), "event_type": "record.create"}), "FP203")
    assert "record.created" in finding.message


def test_good() -> None:
    assert "FP203" not in codes(findings_of(created(1)))
