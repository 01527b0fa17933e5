from __future__ import annotations

from typing import Any

import pytest
from support.events import Wire, changed, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity

OLD = {"occurred_at": "2026-03-02T09:00:00Z"}
TARGET = "fabric.direction.challenges"


def challenge(number: int, **fields: Any) -> Wire:
    more = {"kind": "challenge", "status": "open", "extensions": {TARGET: ident("rec", 90)}, **fields}
    return created(number, event=OLD, **more)


def resolution(number: int, of: int | None, status: str = "accepted", **fields: Any) -> Wire:
    extensions = {TARGET: ident("rec", of)} if of is not None else None
    return created(number, event=OLD, kind="challenge_resolution", status=status, extensions=extensions, **fields)


def overdue(*events: Wire, as_of: str = "2026-06-01T09:00:00Z", **options: Any) -> list[Finding]:
    return only(findings_of(*events, as_of=as_of, **options), "FP607")


@pytest.mark.parametrize(
    ("as_of", "count"), [("2026-03-16T08:59:59Z", 0), ("2026-03-16T09:00:00Z", 1), ("2026-01-01T00:00:00Z", 0)]
)
def test_fourteen_days_are_allowed(as_of: str, count: int) -> None:
    assert len(overdue(challenge(1), as_of=as_of)) == count


def test_the_place_and_the_age_are_told_but_the_age_is_no_part_of_the_fingerprint() -> None:
    [finding] = overdue(challenge(1))
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id, finding.pointer) == (ident("evt", 1), ident("rec", 1), "/occurred_at")
    assert finding.line is not None
    assert "91 days, since 2026-03-02" in finding.message
    assert overdue(challenge(1), as_of="2026-07-01T09:00:00Z")[0].fingerprint == finding.fingerprint


def test_a_resolution_answers_it_by_its_extension_or_by_a_relation() -> None:
    assert not overdue(challenge(1), resolution(2, 1))
    link = relation(3, "resolves", record_node(2), record_node(1))
    assert not overdue(challenge(1), resolution(2, None), link)
    assert not overdue(challenge(1), created(2), link)
    assert overdue(challenge(1), resolution(2, 7))
    assert overdue(challenge(1), resolution(2, None))


def test_an_answer_that_is_over_still_answers_unless_it_was_taken_back() -> None:
    assert not overdue(challenge(1), resolution(2, 1, status="superseded"))
    assert not overdue(challenge(1), resolution(2, 1), changed(3, 2, 2, status="expired"))
    assert overdue(challenge(1), resolution(2, 1), changed(3, 2, 2, status="discarded"))


def test_a_challenge_that_its_own_chain_answers_or_ends_is_not_open() -> None:
    for status in ("accepted", "rejected", "expired", "discarded", "superseded"):
        assert not overdue(challenge(1), changed(2, 1, 1, status=status))


def test_a_challenge_that_was_opened_again_is_open_since_then() -> None:
    again = {"occurred_at": "2026-05-25T09:00:00Z"}
    events = challenge(1), changed(2, 1, 1, OLD, status="rejected"), changed(3, 1, 2, again, status="open")
    assert not overdue(*events)
    [finding] = overdue(*events, as_of="2026-06-20T09:00:00Z")
    assert finding.event_id == ident("evt", 3)
    # A change that leaves it open does not start the days again.
    assert overdue(challenge(1), changed(2, 1, 1, again, status="open"))
    assert overdue(challenge(1), changed(2, 1, 1, again, durability="durable"))


def test_other_records_and_contested_challenges_are_not_judged() -> None:
    assert not overdue(created(1, event=OLD))
    assert not overdue(challenge(1), changed(2, 1, 1, OLD), changed(3, 1, 1, OLD, status="open"))


def test_the_number_of_days_can_be_set() -> None:
    assert not overdue(challenge(1), days={"FP607": 92})
    assert overdue(challenge(1), days={"FP607": 91})
