from __future__ import annotations

import pytest
from support.events import changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize("status", ["expired", "discarded", "superseded"])
def test_a_record_that_begins_as_over_is_reported(status: str) -> None:
    [finding] = only(findings_of(created(1, status=status)), "FP410")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/payload/record/status"
    assert finding.line is not None


@pytest.mark.parametrize("status", ["open", "accepted", "rejected"])
def test_an_answer_belongs_to_challenges_and_resolutions(status: str) -> None:
    assert only(findings_of(created(1, status=status)), "FP410")
    for kind in ("challenge", "challenge_resolution"):
        assert not only(findings_of(created(1, kind=kind, status=status)), "FP410")


def test_a_creation_with_a_parent_is_reported_at_the_parent() -> None:
    [finding] = only(findings_of(created(1), created(2, event={"parent_event_id": ident("evt", 1)})), "FP410")
    assert finding.event_id == ident("evt", 2)
    assert finding.pointer == "/parent_event_id"


def test_no_more_is_said_than_that_it_began_as_over_since_it_may_have_been_revived() -> None:
    [finding] = only(findings_of(created(1, status="expired"), changed(2, 1, 1, status="active")), "FP410")
    assert finding.message.endswith("was expired from the start, so it was not in force when it was created")


def test_a_status_that_comes_later_is_fine() -> None:
    assert not only(findings_of(created(1), changed(2, 1, 1, status="expired")), "FP410")
