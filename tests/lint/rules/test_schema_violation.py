from __future__ import annotations

from typing import Any

import pytest
from support.events import created, receipt
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, status="archived"), "/payload/record/status"),
        (created(1, scope={}), "/payload/record/scope"),
        (created(1, text=""), "/payload/record/text"),
        ({**created(1), "payload": []}, "/payload"),
        (created(1, event={"actor": {"kind": "robot"}}), "/actor/kind"),
        (receipt(1, 2, "t", [], [], state="seen"), "/payload/receipt/state"),
    ],
)
def test_bad(event: dict[str, Any], pointer: str) -> None:
    findings = only(findings_of(event), "FP201")
    assert pointer in [finding.pointer for finding in findings]
    assert all(finding.severity is Severity.ERROR for finding in findings)
    assert all(finding.line is not None for finding in findings)


@pytest.mark.parametrize(
    "event",
    [
        created(1),
        receipt(1, 2, "t", [], []),
        created(1, scope={"global": True}),
    ],
)
def test_good(event: dict[str, Any]) -> None:
    assert "FP201" not in codes(findings_of(event))


def test_a_missing_field_is_reported_and_the_event_not_interpreted() -> None:
    found = findings_of(created(1, event={"trust": None}), created(2))
    assert len(only(found, "FP201")) == 1
    assert {finding.event_id for finding in found if finding.code == "FP201"} == {created(1)["event_id"]}
