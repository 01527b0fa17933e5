from __future__ import annotations

from typing import Any

import pytest
from support.events import changed, created, ident, thread
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, record_id="rec_1"), "/payload/record/record_id"),
        (changed(2, 1, 1, event={"parent_event_id": "head"}), "/parent_event_id"),
        (created(1, record_id=ident("evt", 1)), "/payload/record/record_id"),
        (created(1, record_id=ident("rec", 171).upper()), "/payload/record/record_id"),
        (created(1, record_id=ident("rec", 1).replace("-7000-", "-4000-")), "/payload/record/record_id"),
    ],
)
def test_bad(event: dict[str, Any], pointer: str) -> None:
    findings = only(findings_of(event), "FP204")
    assert pointer in [finding.pointer for finding in findings]
    assert all(finding.severity is Severity.ERROR for finding in findings)
    assert all(finding.line is not None for finding in findings)


@pytest.mark.parametrize(
    "event",
    [
        created(1),
        changed(2, 1, 1),
        thread(3, "any text at all"),
    ],
)
def test_good(event: dict[str, Any]) -> None:
    assert "FP204" not in codes(findings_of(event))
