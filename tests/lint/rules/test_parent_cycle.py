from __future__ import annotations

from support.events import changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


def test_a_chain_is_no_cycle() -> None:
    assert not only(findings_of(created(1), changed(2, 1, 1), changed(3, 1, 2, status="active")), "FP404")


def test_each_event_of_a_cycle_is_reported_with_the_one_it_extends() -> None:
    found = only(findings_of(created(1), changed(2, 1, 3), changed(3, 1, 2), changed(4, 1, 3)), "FP404")
    assert [finding.event_id for finding in found] == [ident("evt", 2), ident("evt", 3)]
    assert {finding.severity for finding in found} == {Severity.ERROR}
    assert {finding.pointer for finding in found} == {"/parent_event_id"}
    assert {finding.record_id for finding in found} == {ident("rec", 1)}
    assert ident("evt", 3) in found[0].message
    assert [len(finding.related) for finding in found] == [1, 1]


def test_a_change_that_is_its_own_parent_is_said_to_be() -> None:
    [finding] = only(findings_of(created(1), changed(2, 1, 2)), "FP404")
    assert "names itself" in finding.message
    assert finding.related == ()


def test_two_cycles_are_kept_apart() -> None:
    events = (created(1), changed(2, 1, 3), changed(3, 1, 2), changed(4, 1, 5), changed(5, 1, 4))
    found = only(findings_of(*events), "FP404")
    assert len(found) == 4
    assert all(len(finding.related) == 1 for finding in found)


def test_a_long_cycle_is_told_in_few_words() -> None:
    last = 300
    events = [changed(number, 1, number - 1 if number > 2 else last) for number in range(2, last + 1)]
    found = only(findings_of(created(1), *events), "FP404")
    assert len(found) == last - 1
    assert all(len(finding.related) == 1 and len(finding.message) < 250 for finding in found)
    assert "one of 299" in found[0].message
