from __future__ import annotations

from typing import Any

import pytest
from support.events import changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity

TEXT = "Invoices are rounded once, at the total."


def test_the_later_record_is_reported_with_the_first() -> None:
    events = [created(number, text=TEXT) for number in (1, 2, 3)]
    found = only(findings_of(*events), "FP807")
    assert [finding.record_id for finding in found] == [ident("rec", 2), ident("rec", 3)]
    assert {finding.severity for finding in found} == {Severity.NOTICE}
    assert {finding.pointer for finding in found} == {"/payload/record/text"}
    assert all(ident("rec", 1) in finding.message for finding in found)
    assert all(finding.line and finding.related[0].line for finding in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"text": TEXT}, {"text": f" {TEXT.upper()} ".replace(" ", "  ")}),
        ({"scope": {"areas": ["a", "b"]}}, {"scope": {"areas": ["b", "a"]}}),
        ({"scope": {"issue": "B-1"}}, {"scope": {"issue": "B-1", "pr": ""}}),
        ({"kind": "decision"}, {"kind": "direction"}),
    ],
)
def test_what_is_the_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    events = [created(1, **{"text": TEXT, **one}), created(2, **{"text": TEXT, **other})]
    assert len(only(findings_of(*events), "FP807")) == 1


@pytest.mark.parametrize(
    "other", [{"text": f"{TEXT} Always."}, {"scope": {"issue": "B-1", "repo": "x"}}, {"scope": {"pr": "BILL-1"}}]
)
def test_what_is_not(other: dict[str, Any]) -> None:
    events = [created(1, text=TEXT), created(2, **{"text": TEXT, **other})]
    assert only(findings_of(*events), "FP807") == []


def test_what_is_over_does_not_count() -> None:
    events = [created(1, text=TEXT), created(2, text=TEXT)]
    assert only(findings_of(*events, changed(3, 1, 1)), "FP807") == []
    assert only(findings_of(*events, changed(3, 2, 2)), "FP807") == []


def test_a_record_in_dispute_has_to_be_settled_first() -> None:
    fork = (changed(3, 2, 2, durability="durable"), changed(4, 2, 2, lifecycle_reason="No."))
    assert only(findings_of(created(1, text=TEXT), created(2, text=TEXT), *fork), "FP807") == []


def test_a_settlement_may_repeat_what_it_settles() -> None:
    settles = {"record_id": ident("rec", 1), "parent_event_id": ident("evt", 1), "competing_event_ids": []}
    settles["competing_event_ids"] = [ident("evt", 3), ident("evt", 4)]
    settlement = created(2, text=TEXT, extensions={"fingerpost.settles": settles})
    third = created(5, text=TEXT)
    found = only(findings_of(created(1, text=TEXT), settlement), "FP807")
    assert found == []
    found = only(findings_of(created(1, text=TEXT), settlement, third), "FP807")
    assert [finding.record_id for finding in found] == [ident("rec", 5)]
