from __future__ import annotations

from support.events import changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


def test_a_record_that_ends_is_fine() -> None:
    assert not only(findings_of(created(1), changed(2, 1, 1), changed(3, 1, 2, status="discarded")), "FP407")


def test_a_record_that_comes_back_is_reported_where_it_does() -> None:
    [finding] = only(findings_of(created(1), changed(2, 1, 1), changed(3, 1, 2, status="active")), "FP407")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 3), ident("rec", 1))
    assert finding.pointer == "/payload/status"
    assert finding.line is not None
    assert [place.line is not None for place in finding.related] == [True]
    assert "was expired and is made active again by human mara (human_confirmed)" in finding.message


def test_a_change_between_that_leaves_the_status_does_not_hide_it() -> None:
    events = (created(1), changed(2, 1, 1), changed(3, 1, 2, durability="durable"), changed(4, 1, 3, status="open"))
    assert [finding.event_id for finding in only(findings_of(*events), "FP407")] == [ident("evt", 4)]


def test_each_branch_of_a_fork_starts_from_its_own_parent() -> None:
    events = (created(1), changed(2, 1, 1), changed(3, 1, 1, status="active", lifecycle_reason="It holds."))
    assert not only(findings_of(*events), "FP407")
    assert len(only(findings_of(*events, changed(4, 1, 2, status="active")), "FP407")) == 1
