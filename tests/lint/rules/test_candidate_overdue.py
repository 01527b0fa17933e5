from __future__ import annotations

from typing import Any

import pytest
from support.events import Wire, changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity

OLD = {"occurred_at": "2026-03-02T09:00:00Z"}


def overdue(*events: Wire, as_of: str = "2026-06-01T09:00:00Z", **options: Any) -> list[Finding]:
    return only(findings_of(*events, as_of=as_of, **options), "FP604")


@pytest.mark.parametrize(
    ("as_of", "count"),
    [
        ("2026-04-01T08:59:59Z", 0),
        ("2026-04-01T09:00:00Z", 1),
        ("2026-04-01T10:00:00+02:00", 0),
        ("2026-01-01T00:00:00Z", 0),
    ],
)
def test_thirty_days_are_allowed(as_of: str, count: int) -> None:
    assert len(overdue(created(1, event=OLD), as_of=as_of)) == count


def test_the_place_and_the_age_are_told_but_the_age_is_no_part_of_the_fingerprint() -> None:
    [finding] = overdue(created(1, event=OLD))
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/occurred_at"
    assert finding.line is not None
    assert "91 days ago, on 2026-03-02" in finding.message
    [later] = overdue(created(1, event=OLD), as_of="2026-07-01T09:00:00Z")
    assert later.message != finding.message
    assert later.fingerprint == finding.fingerprint


def test_any_curation_starts_the_days_again() -> None:
    recent = {"occurred_at": "2026-05-20T09:00:00Z"}
    assert not overdue(created(1, event=OLD), changed(2, 1, 1, recent, status="active"))
    assert not overdue(created(1, event=OLD), changed(2, 1, 1, OLD, reviewed_at="2026-05-20T09:00:00Z"))
    assert not overdue(created(1, event=OLD, reviewed_at="2026-05-20T09:00:00Z"))
    assert overdue(created(1, event=OLD), changed(2, 1, 1, OLD, status="active"))


def test_a_contested_candidate_is_not_judged_since_a_change_would_only_add_a_competitor() -> None:
    fork = created(1, event=OLD), changed(2, 1, 1, OLD), changed(3, 1, 1, OLD, status="active")
    found = findings_of(*fork, as_of="2026-06-01T09:00:00Z")
    assert (len(only(found, "FP401")), len(only(found, "FP604"))) == (1, 0)


def test_a_cycle_that_no_chain_reaches_hides_no_age() -> None:
    assert len(overdue(created(1, event=OLD), changed(2, 1, 3, OLD), changed(3, 1, 2, OLD))) == 1


def test_only_candidates_in_force_are_judged() -> None:
    assert not overdue(created(1, event=OLD, durability="durable"))
    assert not overdue(created(1, event=OLD), changed(2, 1, 1, OLD, status="expired"))


def test_the_number_of_days_can_be_set() -> None:
    assert not overdue(created(1, event=OLD), days={"FP604": 92})
    assert overdue(created(1, event=OLD), days={"FP604": 91})


def test_a_record_created_twice_is_not_judged_by_one_of_its_creations() -> None:
    assert not overdue(created(1, event=OLD), created(2, rec=1, event=OLD, durability="durable"))


def test_a_date_that_an_offset_moves_a_day_ahead_is_not_taken_for_young() -> None:
    event = created(1, event={"occurred_at": "2026-03-12T01:00:00+14:00"})
    found = only(findings_of(event, as_of="2026-04-10T12:00:00Z"), "FP604")
    assert "30 days ago" in found[0].message
    assert not only(findings_of(event, as_of="2026-04-10T10:59:59Z"), "FP604")
