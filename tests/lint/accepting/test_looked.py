"""Where a run could not look, it says nothing of what is not there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import pytest
from support.events import MemoryStore, created, ident, stores_of, thread
from support.lint import examination_of

from fingerpost.lint.accepting.looked import Looked, looked_at
from fingerpost.lint.rule import Examination
from fingerpost.lint.surroundings import Surroundings

CODES = ("FP001", "FP104", "FP301", "FP306", "FP601", "FP702", "FP704")


@dataclass
class Clone:
    """As much of what is around a ledger as is asked here."""

    history_complete: bool


def around(examination: Examination, *, complete: bool) -> Examination:
    clone = cast("Surroundings", Clone(complete))
    return replace(examination, tracked_paths=frozenset({"a"}), surroundings=clone)


BARE = examination_of(stores=[MemoryStore().add(created(1))])
FULL = around(examination_of(created(1), thread(2, "thr-1")), complete=True)


@pytest.mark.parametrize(
    ("examination", "full_history", "silent"),
    [
        (FULL, True, set()),
        (FULL, False, {"FP306"}),
        (around(FULL, complete=False), True, {"FP702"}),
        (BARE, False, {"FP306", "FP601", "FP702", "FP704"}),
    ],
)
def test_which_rules_could_look(examination: Examination, full_history: bool, silent: set[str]) -> None:
    looked = looked_at(CODES, examination, full_history=full_history, as_of_commit=False)
    assert set(CODES) - looked.codes == silent


def test_a_rule_that_did_not_run_saw_nothing() -> None:
    assert not Looked(frozenset({"FP301"})).at("FP401", "event", "evt_1")
    assert Looked(frozenset({"FP301"})).at("FP301", "event", "evt_1")


@pytest.mark.parametrize(
    ("subject", "value", "without_the_private_stores"),
    [
        ("event", ident("evt", 1), True),
        ("event", ident("evt", 9), True),
        ("record", ident("rec", 1), True),
        ("record", ident("rec", 9), True),
        ("path", ".fabric/ledger/events/x.json", True),
        ("path", ".fabric/**", True),
        ("path", "git-common:fabric/events/x.json", False),
        ("path", "git-common:fabric/runtime/threads/*.json", False),
        ("path", ".fabric/active/**", False),
    ],
)
def test_what_lies_in_stores_that_were_not_read(subject: str, value: str, without_the_private_stores: bool) -> None:
    assert looked_at(CODES, FULL, full_history=False, as_of_commit=False).at("FP301", subject, value)
    looked = looked_at(CODES, BARE, full_history=False, as_of_commit=False)
    assert looked.at("FP301", subject, value) is without_the_private_stores


def test_an_event_that_cannot_be_used_is_judged_as_a_file_only() -> None:
    ledger, *others = stores_of(thread(2, "thr-1"))
    ledger.files[f"{ident('evt', 5)}.json"] = b"{"
    looked = looked_at(CODES, examination_of(stores=[ledger, *others]), full_history=False, as_of_commit=False)
    assert looked.at("FP104", "event", ident("evt", 5))
    assert not looked.at("FP301", "event", ident("evt", 5))
    assert looked.at("FP301", "event", ident("evt", 6))


def test_ages_that_are_judged_as_of_a_commit_say_nothing_of_those_by_the_clock() -> None:
    codes = (*CODES, "FP604", "FP605")
    by_the_clock = looked_at(codes, FULL, full_history=True, as_of_commit=False)
    of_a_commit = looked_at(codes, FULL, full_history=True, as_of_commit=True)
    assert by_the_clock.codes - of_a_commit.codes == {"FP604", "FP605"}
