from __future__ import annotations

from typing import Any

from support.events import Wire, changed, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity

CHALLENGE = created(2, kind="challenge", status="open", extensions={"fabric.direction.challenges": ident("rec", 1)})


def resolution(number: int, status: str, challenge: int | None = 2) -> Wire:
    named: dict[str, Any] = (
        {"extensions": {"fabric.direction.challenges": ident("rec", challenge)}} if challenge else {}
    )
    return created(number, kind="challenge_resolution", status=status, **named)


def test_one_resolution_is_fine_however_often_it_is_named() -> None:
    link = relation(5, "resolves", record_node(3), record_node(2))
    assert not only(findings_of(created(1), CHALLENGE, resolution(3, "accepted"), link), "FP412")


def test_two_resolutions_are_reported_at_the_challenge() -> None:
    link = relation(5, "resolves", record_node(4), record_node(2))
    events = (created(1), CHALLENGE, resolution(3, "accepted"), resolution(4, "rejected", None), link)
    [finding] = only(findings_of(*events), "FP412")
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.record_id) == (ident("evt", 2), ident("rec", 2))
    assert finding.pointer == "/payload/record/record_id"
    assert finding.detail == f"{ident('rec', 3)},{ident('rec', 4)}"
    assert len(finding.related) == 2
    assert "says accepted" in finding.message
    assert "says rejected" in finding.message


def test_the_fix_is_to_end_one_of_them() -> None:
    events = (created(1), CHALLENGE, resolution(3, "accepted"), resolution(4, "rejected"))
    assert only(findings_of(*events), "FP412")
    assert not only(findings_of(*events, changed(5, 4, 4, status="expired")), "FP412")


def test_a_resolution_that_was_born_superseded_does_not_compete() -> None:
    events = (created(1), CHALLENGE, resolution(3, "accepted"), resolution(4, "superseded"))
    assert not only(findings_of(*events), "FP412")


def test_where_the_challenge_is_not_there_the_first_resolution_is_pointed_at() -> None:
    [finding] = only(findings_of(resolution(3, "accepted"), resolution(4, "accepted")), "FP412")
    assert finding.event_id == ident("evt", 3)
