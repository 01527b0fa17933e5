from __future__ import annotations

from typing import Any

import pytest
from support.events import created
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, event={"extensions": {"priority": 1}}), "/extensions/priority"),
        (created(1, extensions={"priority": 1}), "/payload/record/extensions/priority"),
        (created(1, extensions={"": 1}), "/payload/record/extensions/"),
        (created(1, extensions={"/x~": 1}), "/payload/record/extensions/~1x~0"),
        (created(1, extensions={".x": 1}), "/payload/record/extensions/.x"),
    ],
)
def test_bad(event: dict[str, Any], pointer: str) -> None:
    findings = only(findings_of(event), "FP209")
    assert pointer in [finding.pointer for finding in findings]
    assert all(finding.severity is Severity.WARNING for finding in findings)
    assert all(finding.line is not None for finding in findings)


@pytest.mark.parametrize(
    "event",
    [
        created(1),
        created(1, extensions={"fabric.direction.challenges": "x", "example.org/key": 1}),
        created(1, event={"extensions": {"tool/key": {"inner": 1}}}),
    ],
)
def test_good(event: dict[str, Any]) -> None:
    assert "FP209" not in codes(findings_of(event))
