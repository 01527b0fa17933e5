from __future__ import annotations

from support.events import changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


def test_a_change_that_repeats_its_parent_is_a_notice() -> None:
    events = (
        created(1),
        changed(2, 1, 1, durability="durable", lifecycle_reason="It held."),
        changed(3, 1, 2, status="active", lifecycle_reason="It held."),
    )
    [finding] = only(findings_of(*events), "FP409")
    assert finding.severity is Severity.NOTICE
    assert (finding.event_id, finding.record_id) == (ident("evt", 3), ident("rec", 1))
    assert finding.pointer == "/payload"


def test_a_review_time_or_a_reason_alone_is_a_change() -> None:
    events = (
        created(1),
        changed(2, 1, 1, status="active", reviewed_at="2026-03-02T09:00:00Z"),
        changed(3, 1, 2, lifecycle_reason="Still true."),
    )
    assert not only(findings_of(*events), "FP409")
