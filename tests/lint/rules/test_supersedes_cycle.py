from __future__ import annotations

from support.events import Wire, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


def supersedes(number: int, source: int, target: int) -> Wire:
    return relation(number, "supersedes", record_node(source), record_node(target))


RECORDS = tuple(created(number) for number in (1, 2, 3, 4))


def test_a_line_and_a_diamond_are_no_circle() -> None:
    events = (*RECORDS, supersedes(10, 4, 3), supersedes(11, 4, 2), supersedes(12, 3, 1), supersedes(13, 2, 1))
    assert not only(findings_of(*events), "FP708")


def test_a_circle_is_reported_once_at_its_first_relation() -> None:
    events = (*RECORDS, supersedes(10, 2, 3), supersedes(11, 3, 1), supersedes(12, 1, 2), supersedes(13, 4, 1))
    [finding] = only(findings_of(*events), "FP708")
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.record_id) == (ident("evt", 12), ident("rec", 1))
    assert finding.pointer == "/payload/relation"
    assert finding.line is not None
    assert finding.detail == ",".join(ident("rec", number) for number in (1, 2, 3))
    assert " -> ".join(ident("rec", number) for number in (1, 2, 3, 1)) in finding.message
    assert len(finding.related) == 2
    assert [finding] == only(findings_of(*reversed(events)), "FP708")


def test_two_circles_are_two_findings_and_circles_that_touch_are_one() -> None:
    apart = (supersedes(10, 1, 2), supersedes(11, 2, 1), supersedes(12, 3, 4), supersedes(13, 4, 3))
    assert len(only(findings_of(*RECORDS, *apart), "FP708")) == 2
    [finding] = only(findings_of(*RECORDS, *apart, supersedes(14, 2, 3), supersedes(15, 3, 2)), "FP708")
    assert f"further circles with these go through {ident('rec', 3)}, {ident('rec', 4)}" in finding.message


def test_a_self_loop_and_other_relations_are_other_rules() -> None:
    loops = (supersedes(10, 1, 1), relation(11, "derived_from", record_node(1), record_node(2)), supersedes(12, 2, 1))
    assert not only(findings_of(*RECORDS, *loops), "FP708")
