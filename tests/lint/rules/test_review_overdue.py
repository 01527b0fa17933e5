from __future__ import annotations

from typing import Any

import pytest
from support.events import Wire, changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity

OLD = {"occurred_at": "2026-03-02T09:00:00Z"}
DURABLE = created(1, event=OLD, durability="durable")


def overdue(*events: Wire, as_of: str = "2027-06-01T09:00:00Z", **options: Any) -> list[Finding]:
    return only(findings_of(*events, as_of=as_of, **options), "FP605")


@pytest.mark.parametrize(("as_of", "count"), [("2027-03-02T08:59:59Z", 0), ("2027-03-02T09:00:00Z", 1)])
def test_a_year_is_allowed(as_of: str, count: int) -> None:
    assert len(overdue(DURABLE, as_of=as_of)) == count


def test_the_last_revision_is_pointed_at() -> None:
    [finding] = overdue(created(1, event=OLD), changed(2, 1, 1, OLD, durability="durable"))
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 2), ident("rec", 1))
    assert finding.pointer == "/occurred_at"
    assert finding.line is not None
    assert finding.detail == ""


def test_a_review_starts_the_year_again() -> None:
    assert not overdue(DURABLE, changed(2, 1, 1, OLD, reviewed_at="2027-01-01T09:00:00Z"))
    assert not overdue(created(1, event=OLD, durability="durable", reviewed_at="2027-01-01T09:00:00Z"))


def test_only_durable_records_in_force_are_judged_and_the_days_can_be_set() -> None:
    assert not overdue(created(1, event=OLD))
    assert not overdue(DURABLE, changed(2, 1, 1, OLD))
    assert not overdue(DURABLE, days={"FP605": 1000})


def test_a_contested_record_is_not_judged() -> None:
    assert not overdue(DURABLE, changed(2, 1, 1, OLD, reviewed_at=OLD["occurred_at"]), changed(3, 1, 1, OLD))


def test_a_record_created_twice_is_not_judged_by_one_of_its_creations() -> None:
    assert not overdue(DURABLE, created(2, rec=1, event=OLD))
