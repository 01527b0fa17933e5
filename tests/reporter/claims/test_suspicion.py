"""What is suspect about a declaration."""

from __future__ import annotations

from itertools import product

import pytest
from support.events import created, ident, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.load import load
from fingerpost.reporter.claims.suspicion import suspicion

RECORD = build_history(load(stores_of(created(1)))).records[ident("rec", 1)]
FINE = ("active", "open", "accepted", "rejected")
OVER = ("expired", "discarded", "superseded", "settled")


@pytest.mark.parametrize(
    ("then", "now", "words"),
    [
        ("superseded", "superseded", "was already superseded then"),
        ("superseded", "active", "was already superseded then"),
        ("settled", "contested", "was already settled then"),
        ("contested", "contested", "contested then"),
        ("contested", "active", "contested then"),
        ("contested", "settled", "contested then, settled since"),
        ("active", "expired", "expired since"),
        ("open", "settled", "settled since"),
        ("active", "contested", "contested now"),
        ("unknown", "discarded", "discarded now"),
        ("unknown", "contested", "contested now"),
    ],
)
def test_what_is_said(then: str, now: str, words: str) -> None:
    assert suspicion(RECORD, then, now) == words


def test_nothing_is_said_of_what_is_in_force_then_and_now_or_unknown() -> None:
    for then, now in product((*FINE, "unknown"), (*FINE, "unknown")):
        assert suspicion(RECORD, then, now) is None


def test_whatever_was_or_is_over_or_contested_is_said() -> None:
    states = (*FINE, *OVER, "contested", "unknown")
    for then, now in product(states, states):
        doubtful = {then, now} & {*OVER, "contested"}
        assert bool(suspicion(RECORD, then, now)) == bool(doubtful)


def test_a_record_that_nobody_created_is_another_matter() -> None:
    assert suspicion(None, "unknown", "unknown") is None
