from __future__ import annotations

from typing import Any

import pytest
from support.events import created
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, event={"schema_version": "fabric/1.1"}), "/schema_version"),
        (created(1, event={"schema_version": "FABRIC/1.0"}), "/schema_version"),
    ],
)
def test_bad(event: dict[str, Any], pointer: str) -> None:
    findings = only(findings_of(event), "FP202")
    assert pointer in [finding.pointer for finding in findings]
    assert all(finding.severity is Severity.ERROR for finding in findings)
    assert all(finding.line is not None for finding in findings)


@pytest.mark.parametrize(
    "event",
    [
        created(1),
    ],
)
def test_good(event: dict[str, Any]) -> None:
    assert "FP202" not in codes(findings_of(event))
