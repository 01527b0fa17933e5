from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.events import Wire, changed, created, ident
from support.lint import AS_OF, NO_CONFIG
from support.surroundings import KnownSurroundings, found_by

from fingerpost.ledger.instants import instant
from fingerpost.lint.finding import Finding, Severity
from fingerpost.lint.rules.ttl_passed import RULE
from fingerpost.repository.around.merged_requests import MergedRequest

COMMIT = "9e37" * 10
THEN = instant("2026-03-03T08:00:00Z").seconds
MERGE = MergedRequest(COMMIT, THEN, "Round once (#12)")


def found(*events: Wire, **fields: Any) -> list[Finding]:
    surroundings = KnownSurroundings(merged={"12": MERGE}, closed={"BILL-7": MERGE})
    return found_by(RULE, *events, **{"surroundings": surroundings, **fields})


def until_pr(number: int = 1, **fields: Any) -> Wire:
    return created(number, **{"ttl": "until_pr_closed", "scope": {"repo": "billing", "pr": "12"}, **fields})


@pytest.mark.parametrize(
    "ttl",
    [
        "2026-03-02",
        "until_2026-03-02",
        "until 2026-03-02",
        "2026-03-03T08:59:59Z",
        "2026-03-03T09:00:00Z",
        "until:2026-03-03T05:30:00-03:30",
        " 2026-03-02 ",
    ],
)
def test_a_date_that_has_passed_is_reported_with_or_without_git(ttl: str) -> None:
    for surroundings in (None, KnownSurroundings()):
        [finding] = found(created(1, ttl=ttl), surroundings=surroundings)
        assert finding.severity is Severity.WARNING
        assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
        assert finding.pointer == "/payload/record/ttl"


@pytest.mark.parametrize(
    "ttl",
    [
        "2026-03-03",
        "2026-03-03T09:00:01Z",
        "2026-02-30",
        "2026-03-02T25:00:00Z",
        "until_challenge_resolved",
        "forever",
        "30 days",
        "20260302",
        "9999-12-31",
        "after_2026-03-01",
    ],
)
def test_what_has_not_passed_or_is_no_date_is_not(ttl: str) -> None:
    assert not found(created(1, ttl=ttl))


def test_a_merged_request_ends_the_record_and_the_commit_is_named() -> None:
    [finding] = found(until_pr())
    assert COMMIT in finding.message
    assert "PR 12" in finding.message
    assert [each.record_id for each in found(until_pr(scope={"issue": "X"}, source={"type": "review", "pr": "12"}))]


def test_a_closed_issue_ends_the_record() -> None:
    ttl = "until_issue_closed"
    [finding] = found(created(1, ttl=ttl, scope={"issue": "BILL-7"}), created(2, ttl=ttl, scope={"issue": "BILL-8"}))
    assert finding.record_id == ident("rec", 1)
    assert COMMIT in finding.message


def test_an_open_request_and_none_at_all_are_silent() -> None:
    assert not found(until_pr(scope={"pr": "13"}), until_pr(2, scope={"issue": "12"}))
    assert not found(until_pr(), surroundings=None)


def test_a_merge_after_the_time_of_judgement_has_not_been() -> None:
    assert not found(until_pr(), as_of=instant("2026-03-03T07:59:59Z"))
    assert found(until_pr(), as_of=instant("2026-03-03T08:00:00Z"))


def test_the_numbers_of_another_repository_are_not_of_this_history() -> None:
    elsewhere = until_pr(scope={"repo": "shipping", "pr": "12"})
    assert not found(elsewhere)
    assert found(elsewhere, config=replace(NO_CONFIG, repo=""))
    assert found(until_pr(scope={"pr": "12"}))


def test_what_is_over_or_in_dispute_is_not_judged() -> None:
    for event in (until_pr(), created(1, ttl="2026-03-02")):
        assert not found(event, changed(2, 1, 1, status="expired"))
        assert not found(event, changed(2, 1, 1, status="expired"), changed(3, 1, 1, status="discarded"))
        assert found(event, changed(2, 1, 1, durability="durable"))


def test_nothing_is_asked_where_no_record_waits_for_it() -> None:
    surroundings = KnownSurroundings()
    assert not found_by(RULE, created(1, ttl="forever"), surroundings=surroundings)
    assert surroundings.asked == []
    assert not found_by(RULE, created(1), until_pr(2), until_pr(3), surroundings=surroundings)
    assert surroundings.asked == ["closed_issues", "merged_requests"]
    assert AS_OF.startswith("2026-03-03")
