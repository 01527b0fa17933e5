"""What is wrong with a time is said exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.ledger.instants import parse_instant
from fingerpost.ledger.time_faults import time_fault


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("2026-03-02T09:00:00Z\n", "white-space"),
        (" 2026-03-02T09:00:00Z", "white-space"),
        ("2026-03-02T09:00:00\u221203:00", "characters"),
        ("\u0662026-03-02T09:00:00Z", "characters"),
        ("2026-03-02", "date-only"),
        ("yesterday", "form"),
        ("1796119200", "form"),
        ("2026-W49-2T10:00:00Z", "form"),
        ("2026-03-02T09:00:00z", "letter-case"),
        ("2026-03-02t09:00:00Z", "letter-case"),
        ("2026-03-02 09:00:00Z", "separator"),
        ("2026-03-02T09:00Z", "no-seconds"),
        ("2026-03-02T09:00:00,5Z", "comma"),
        ("2026-03-02T09:00:00.Z", "no-fraction"),
        ("26-03-02T09:00:00Z", "year"),
        ("0000-03-02T09:00:00Z", "year"),
        ("10000-03-02T09:00:00Z", "year"),
        ("-2026-03-02T09:00:00Z", "year"),
        ("2026-3-02T09:00:00Z", "width"),
        ("2026-03-02T9:00:00Z", "width"),
        ("2026-03-02T09:00:0Z", "width"),
        ("2026-02-30T09:00:00Z", "date"),
        ("2026-13-01T09:00:00Z", "date"),
        ("2026-00-01T09:00:00Z", "date"),
        ("2026-03-02T24:00:00Z", "hour"),
        ("2026-03-02T09:60:00Z", "minute"),
        ("2026-12-31T23:59:60Z", "second"),
        ("2026-03-02T09:00:00", "no-offset"),
        ("2026-03-02T09:00:00+03", "offset-form"),
        ("2026-03-02T09:00:00+0300", "offset-form"),
        ("2026-03-02T09:00:00Z+00:00", "offset-form"),
        ("2026-03-02T09:00:00+24:00", "offset-range"),
        ("2026-03-02T09:00:00+03:60", "offset-range"),
    ],
)
def test_the_reason(text: str, reason: str) -> None:
    assert parse_instant(text) is None
    assert time_fault(text)[0] == reason


@given(
    st.text(max_size=30)
    | st.from_regex(r"\A[0-9]{1,5}-[0-9]{1,3}-[0-9]{1,3}[Tt ][0-9]{1,3}:[0-9]{1,3}:[0-9]{1,3}[.,Zz+0-9:-]{0,9}\Z")
)
def test_any_refused_text_gets_a_reason_and_a_clause(text: str) -> None:
    if parse_instant(text) is None:
        reason, clause = time_fault(text)
        assert reason
        assert clause.isprintable()
        assert len(clause) < 6_000
