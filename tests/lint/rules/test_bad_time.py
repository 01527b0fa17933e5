from __future__ import annotations

from typing import Any

import pytest
from support.events import created
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, event={"occurred_at": "2026-02-30T10:00:00Z"}), "/occurred_at"),
        (created(1, event={"occurred_at": "2026-03-02T1:00:00Z"}), "/occurred_at"),
        (created(1, event={"occurred_at": "2026-03-02T10:00:00,5Z"}), "/occurred_at"),
        (created(1, event={"occurred_at": "2026-03-02T10:00:00z"}), "/occurred_at"),
        (created(1, event={"occurred_at": "2026-03-02T10:00:00"}), "/occurred_at"),
        (created(1, event={"occurred_at": "2026-03-02T10:00:00+24:00"}), "/occurred_at"),
        (created(1, event={"occurred_at": "2026-03-02T23:59:60Z"}), "/occurred_at"),
        (created(1, event={"occurred_at": "0000-01-01T00:00:00Z"}), "/occurred_at"),
        (created(1, created_at="yesterday"), "/payload/record/created_at"),
    ],
)
def test_bad(event: dict[str, Any], pointer: str) -> None:
    findings = only(findings_of(event), "FP205")
    assert pointer in [finding.pointer for finding in findings]
    assert all(finding.severity is Severity.ERROR for finding in findings)
    assert all(finding.line is not None for finding in findings)


@pytest.mark.parametrize(
    "event",
    [
        created(1),
        created(1, event={"occurred_at": "2026-03-02T10:00:00.123456789012+05:30"}),
    ],
)
def test_good(event: dict[str, Any]) -> None:
    assert "FP205" not in codes(findings_of(event))
