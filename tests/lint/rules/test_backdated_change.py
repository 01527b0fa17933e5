from __future__ import annotations

import dataclasses

import pytest
from support.events import changed, created, ident
from support.lint import examination_of, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.lint.rules.backdated_change import RULE


def dated(parent: str, change: str) -> list[object]:
    events = created(1, event={"occurred_at": parent}), changed(2, 1, 1, {"occurred_at": change})
    return [*only(findings_of(*events), "FP406")]


def test_a_change_dated_well_before_its_parent_is_a_notice() -> None:
    events = (
        created(1, event={"occurred_at": "2026-03-02T12:00:00Z"}),
        changed(2, 1, 1, {"occurred_at": "2026-03-02T11:54:59.9Z"}),
    )
    [finding] = only(findings_of(*events), "FP406")
    assert finding.severity is Severity.NOTICE
    assert (finding.event_id, finding.record_id) == (ident("evt", 2), ident("rec", 1))
    assert finding.pointer == "/occurred_at"
    assert finding.line is not None


@pytest.mark.parametrize(
    ("parent", "change", "count"),
    [
        ("2026-03-02T12:00:00Z", "2026-03-02T12:00:00Z", 0),
        ("2026-03-02T12:00:00Z", "2026-03-02T11:55:00Z", 0),
        ("2026-03-02T12:00:00Z", "2026-03-02T11:54:59Z", 1),
        ("2026-03-02T12:00:00+02:00", "2026-03-02T10:30:00Z", 0),
        ("2026-03-02T10:30:00Z", "2026-03-02T12:00:00+02:00", 1),
        ("2026-03-02T09:30:00-03:00", "2026-03-02T12:20:00Z", 1),
        ("2026-03-02T12:00:00.5Z", "2026-03-02T12:00:00Z", 0),
    ],
)
def test_times_are_compared_as_instants(parent: str, change: str, count: int) -> None:
    assert len(dated(parent, change)) == count


def test_a_branch_of_a_fork_is_judged_as_well() -> None:
    late, early = {"occurred_at": "2026-03-02T12:00:00Z"}, {"occurred_at": "2026-03-02T08:00:00Z"}
    found = findings_of(created(1, event=late), changed(2, 1, 1, late), changed(3, 1, 1, late), changed(4, 1, 3, early))
    assert [finding.event_id for finding in only(found, "FP406")] == [ident("evt", 4)]


def test_the_tolerance_is_the_configs() -> None:
    events = (
        created(1, event={"occurred_at": "2026-03-02T12:00:00Z"}),
        changed(2, 1, 1, {"occurred_at": "2026-03-02T11:58:00Z"}),
    )
    examination = dataclasses.replace(examination_of(*events), minutes={"FP406": 1})
    [seen] = RULE.check(examination)
    assert "more than 1 minute before" in seen.message
    assert list(RULE.check(dataclasses.replace(examination, minutes={"FP406": 2}))) == []
    assert RULE.parameters == {"minutes": 5}
