from __future__ import annotations

from support.events import created, projection
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


def test_null_lists_as_the_go_client_writes_them_are_notices_and_nothing_worse() -> None:
    event = projection(1, "t", [], [])
    event["payload"]["projection"] |= {"event_ids": None, "record_ids": None}
    found = findings_of(event)
    assert {finding.pointer for finding in only(found, "FP208")} == {
        "/payload/projection/event_ids",
        "/payload/projection/record_ids",
    }
    assert {finding.severity for finding in only(found, "FP208")} == {Severity.NOTICE}
    assert not codes(found) & {"FP201", "FP206"}


def test_a_null_where_a_field_should_be_left_out_is_one() -> None:
    event = created(1)
    event["payload"]["record"]["lifecycle_reason"] = None
    assert [finding.pointer for finding in only(findings_of(event), "FP208")] == ["/payload/record/lifecycle_reason"]


def test_good() -> None:
    assert "FP208" not in codes(findings_of(projection(1, "t", [], []), created(2)))
