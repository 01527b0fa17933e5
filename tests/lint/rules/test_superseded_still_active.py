from __future__ import annotations

from support.events import changed, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity

SUPERSEDES = relation(9, "supersedes", record_node(2), record_node(1))


def test_a_target_in_force_is_reported_at_the_relation() -> None:
    [finding] = only(findings_of(created(1), created(2), SUPERSEDES), "FP606")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 9), ident("rec", 1))
    assert finding.pointer == "/payload/relation/to"
    assert finding.line is not None
    assert "still active" in finding.message
    assert [place.line is not None for place in finding.related] == [True, True]


def test_the_fix_is_a_state_change_of_the_old_record() -> None:
    events = (created(1), created(2), SUPERSEDES, changed(3, 1, 1, status="superseded"))
    assert not only(findings_of(*events), "FP606")


def test_a_contested_target_is_not_judged_before_its_fork_is_settled() -> None:
    events = (created(1), changed(3, 1, 1), changed(4, 1, 1, status="discarded"), created(2), SUPERSEDES)
    found = findings_of(*events)
    assert (len(only(found, "FP401")), len(only(found, "FP606"))) == (1, 0)


def test_a_self_loop_and_unknown_ends_are_other_rules() -> None:
    assert not only(findings_of(created(1), relation(9, "supersedes", record_node(1), record_node(1))), "FP606")
    assert not only(findings_of(created(1), SUPERSEDES), "FP606")
    assert not only(findings_of(created(2), SUPERSEDES), "FP606")


def test_other_relations_end_nothing() -> None:
    link = relation(9, "derived_from", record_node(2), record_node(1))
    assert not only(findings_of(created(1), created(2), link), "FP606")


def test_a_target_of_which_no_version_is_chosen_is_not_judged() -> None:
    assert not only(findings_of(created(1), created(3, rec=1, status="expired"), created(2), SUPERSEDES), "FP606")
