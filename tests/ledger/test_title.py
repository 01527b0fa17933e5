from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.ledger.title import title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Round once. Then sum.", "Round once"),
        ("Round once", "Round once"),
        ("Keep v1.2 of the format until June.", "Keep v1.2 of the format until June"),
        ("  Is it true?  Yes. ", "Is it true?"),
        ("First line\nsecond line", "First line"),
        ("Wait for it...", "Wait for it..."),
        ("tabs\tand   blanks. x", "tabs and blanks"),
        ("windows\r\nline", "windows"),
        ("\r\n\u00a0no-break\u00a0 \u2003blanks\u3000", "no-break blanks"),
        ("next\x85line\u2028and\x1b\x1cmore\x0b.\u2029Then", "next\x85line\u2028and\x1b\x1cmore\x0b.\u2029Then"),
        ("   ", ""),
        ("\u00a0\u2003\n", ""),
    ],
)
def test_the_title_is_the_first_sentence(text: str, title: str) -> None:
    assert title_of(text) == title


def test_a_long_sentence_is_cut_at_a_word() -> None:
    title = title_of("word " * 60)
    assert title.endswith("word…")
    assert len(title) <= 120


@given(st.text())
def test_a_title_is_one_short_line(text: str) -> None:
    title = title_of(text)
    assert len(title) <= 120
    assert "\n" not in title
