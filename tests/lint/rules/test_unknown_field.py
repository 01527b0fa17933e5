from __future__ import annotations

from typing import Any

import pytest
from support.events import changed, created
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, scope={"issue": "B-1", "pathes": ["a/**"]}), "/payload/record/scope/pathes"),
        (created(1, event={"Causation_ID": "x"}), "/Causation_ID"),
        (changed(2, 1, 1, status="expired", text="new"), "/payload/text"),
    ],
)
def test_bad(event: dict[str, Any], pointer: str) -> None:
    findings = only(findings_of(event), "FP206")
    assert pointer in [finding.pointer for finding in findings]
    assert all(finding.severity is Severity.ERROR for finding in findings)
    assert all(finding.line is not None for finding in findings)


@pytest.mark.parametrize(
    "event",
    [
        created(1),
        created(1, event={"extensions": {"a.b": 1}}),
    ],
)
def test_good(event: dict[str, Any]) -> None:
    assert "FP206" not in codes(findings_of(event))


def test_the_nearest_field_is_named() -> None:
    [finding] = only(findings_of(created(1, scope={"issue": "B-1", "pathes": ["a/**"]})), "FP206")
    assert "paths" in finding.message
