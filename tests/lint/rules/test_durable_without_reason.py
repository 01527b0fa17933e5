from __future__ import annotations

import pytest
from support.events import changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


def test_a_reason_anywhere_is_enough() -> None:
    assert not only(findings_of(created(1, durability="durable")), "FP502")
    assert not only(findings_of(created(1, durability="durable", reason=None, lifecycle_reason="Held.")), "FP502")
    assert not only(findings_of(created(1), changed(2, 1, 1, durability="durable")), "FP502")
    promoted = created(1, reason=None), changed(2, 1, 1, durability="durable", lifecycle_reason="Held.")
    assert not only(findings_of(*promoted), "FP502")


def test_a_candidate_needs_none() -> None:
    assert not only(findings_of(created(1, reason=None)), "FP502")


def test_a_durable_creation_without_one_is_reported() -> None:
    [finding] = only(findings_of(created(1, durability="durable", reason=None)), "FP502")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/payload/record/durability"
    assert finding.line is not None


@pytest.mark.parametrize("reason", [None, " \t"])
def test_a_promotion_without_one_is_reported_at_the_promotion(reason: str | None) -> None:
    events = (
        created(1, reason=reason),
        changed(2, 1, 1, durability="durable"),
        changed(3, 1, 2, reviewed_at="2026-03-02T09:00:00Z"),
    )
    [finding] = only(findings_of(*events), "FP502")
    assert finding.event_id == ident("evt", 2)
    assert finding.pointer == "/payload/durability"


def test_the_fix_is_to_append_a_reason() -> None:
    events = (created(1, durability="durable", reason=None), changed(2, 1, 1, lifecycle_reason="Two incidents."))
    assert not only(findings_of(*events), "FP502")


def test_a_fork_leaves_the_state_of_its_parent() -> None:
    events = (
        created(1, durability="durable", reason=None),
        changed(2, 1, 1, durability="candidate"),
        changed(3, 1, 1, status="expired"),
        changed(4, 1, 2, durability="durable"),
    )
    assert [finding.event_id for finding in only(findings_of(*events), "FP502")] == [ident("evt", 1)]


def test_what_versions_of_a_record_differ_about_is_not_judged() -> None:
    events = created(1, durability="durable", reason=None), created(2, rec=1, durability="durable")
    assert not only(findings_of(*events), "FP502")
