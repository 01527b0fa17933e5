from __future__ import annotations

import pytest
from support.events import changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.lint.rules.parent_cycle import RULE


def test_a_chain_is_no_cycle() -> None:
    assert not only(findings_of(created(1), changed(2, 1, 1), changed(3, 1, 2, status="active")), "FP404")


def test_a_cycle_is_one_finding_at_its_least_event_and_names_the_others() -> None:
    [finding] = only(findings_of(created(1), changed(2, 1, 3), changed(3, 1, 2), changed(4, 1, 3)), "FP404")
    assert finding.event_id == ident("evt", 2)
    assert finding.severity is Severity.ERROR
    assert finding.pointer == "/parent_event_id"
    assert finding.record_id == ident("rec", 1)
    assert f"one of 2 on a cycle, and extends {ident('evt', 3)}" in finding.message
    [other] = finding.related
    assert other.path.endswith(f"{ident('evt', 3)}.json")
    assert other.line is not None


def test_a_change_that_is_its_own_parent_is_said_to_be() -> None:
    [finding] = only(findings_of(created(1), changed(2, 1, 2)), "FP404")
    assert "names itself" in finding.message
    assert finding.related == ()


def test_two_cycles_are_two_findings() -> None:
    events = (created(1), changed(2, 1, 3), changed(3, 1, 2), changed(4, 1, 5), changed(5, 1, 4))
    found = only(findings_of(*events), "FP404")
    assert [finding.event_id for finding in found] == [ident("evt", 2), ident("evt", 4)]
    assert all(len(finding.related) == 1 for finding in found)


@pytest.mark.parametrize(("length", "more"), [(11, None), (12, "and 1 more"), (5_000, "and 4,989 more")])
def test_a_long_cycle_is_told_in_few_words(length: int, more: str | None) -> None:
    last = length + 1
    events = [changed(number, 1, number - 1 if number > 2 else last) for number in range(2, last + 1)]
    [finding] = only(findings_of(created(1), *events, rules=[RULE]), "FP404")
    assert finding.event_id == ident("evt", 2)
    assert f"one of {length:,} on a cycle" in finding.message
    assert len(finding.related) == 10
    assert not any(" more" in place.message for place in finding.related[:-1])
    assert finding.related[-1].message.endswith(more or ident("evt", last - 10))
