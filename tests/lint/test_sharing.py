from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace

import pytest
from support.events import changed, created
from support.lint import examination_of

from fingerpost.lint import sharing
from fingerpost.lint.catalogue import RULES
from fingerpost.lint.engine import examine
from fingerpost.lint.finding import Observation
from fingerpost.lint.rule import Examination, Rule
from fingerpost.lint.sharing import examine_together, pieces_of


@pytest.fixture
def examination(monkeypatch: pytest.MonkeyPatch) -> Examination:
    monkeypatch.setattr(sharing, "WORTH_SHARING", 1)
    events = [created(number, text=" " if number % 5 == 0 else f"Text {number % 7}") for number in range(1, 60)]
    events += [changed(100 + number, number, number, status=status) for number in (3, 4) for status in ("expired",)]
    events += [changed(200 + number, number, number, status="discarded") for number in (3, 4)]
    return examination_of(*events)


def test_two_processes_find_what_one_finds(examination: Examination) -> None:
    alone = examine(examination, lambda *_: (1, 1), rules=RULES)
    assert {finding.code for finding in alone} >= {"FP210", "FP401"}
    for _ in range(3):
        assert examine_together(examination, lambda *_: (1, 1), rules=RULES, processes=2) == alone


def test_a_second_process_that_dies_takes_no_finding_with_it(examination: Examination) -> None:
    parent = os.getpid()

    def deadly(_: Examination) -> Iterator[Observation]:
        if os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        yield Observation("seen")

    rules = [replace(rule, check=deadly) for rule in RULES[:9]]
    found = examine_together(examination, lambda *_: None, rules=rules, processes=2)
    assert sorted(finding.code for finding in found) == [rule.code for rule in rules]


def test_what_a_rule_raises_is_raised_here(examination: Examination) -> None:
    def broken(_: Examination) -> Iterator[Observation]:
        raise LookupError("no such thing")

    rules = [replace(rule, check=broken) for rule in RULES[:5]]
    with pytest.raises(LookupError, match="no such thing"):
        examine_together(examination, lambda *_: None, rules=rules, processes=2)


@pytest.mark.parametrize(("worth", "most", "processes"), [(1000, 10_000, 2), (1, 10, 2), (1, 1000, 1)])
def test_few_events_and_very_many_are_examined_by_one_process(
    examination: Examination, monkeypatch: pytest.MonkeyPatch, worth: int, most: int, processes: int
) -> None:
    monkeypatch.setattr(sharing, "WORTH_SHARING", worth)
    monkeypatch.setattr(sharing, "MOST_SHARED", most)
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("a second process"))
    assert examine_together(examination, lambda *_: None, rules=RULES, processes=processes)


def test_every_rule_is_in_one_piece_whichever_are_chosen() -> None:
    for chosen in (RULES, RULES[::2], RULES[:1], ()):
        pieces = pieces_of(chosen)
        assert sorted((rule for piece in pieces for rule in piece), key=lambda rule: rule.code) == list(chosen)
        assert all(pieces)


def test_rules_that_are_kept_together_exist() -> None:
    codes = [code for together in sharing._TOGETHER for code in together]
    assert len(set(codes)) == len(codes)
    assert set(codes) <= {rule.code for rule in RULES}


def test_rules_of_no_rule_find_nothing(examination: Examination) -> None:
    none: tuple[Rule, ...] = ()
    assert examine_together(examination, lambda *_: None, rules=none, processes=2) == []
