from __future__ import annotations

import time

import pytest

from fingerpost.ledger.hidden import hidden_in


@pytest.mark.parametrize(
    "text",
    [
        "plain, with a tab\tand\nlines\r\nof both kinds",
        "björn, Ελλάδα, 東京, שלום, مرحبا",
        "family \U0001f469\u200d\U0001f469\u200d\U0001f467,",
        "\U0001f469\U0001f3fd\u200d\U0001f4bb and a heart \u2764\ufe0f\u200d\U0001f525",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f is a flag",
        "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian is spelled with a non-joiner
        "\u0915\u094d\u200d\u0937",  # and Devanagari with a joiner
        "e\u0301 \ufdfd \ufffd\ufffd",
    ],
)
def test_what_shows_as_it_should_is_fine(text: str) -> None:
    assert hidden_in(text) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a\u202eb\u2066c", [1, 3]),
        ("a\u200bb", [1]),
        ("a\u200db", [1]),
        ("a\u200cb", [1]),
        ("\ufeffa", [0]),
        ("a\u00adb", [1]),
        ("a\x00b\x1bc\x7fd\x9b", [1, 3, 5, 7]),
        ("over\rwritten", [4]),
        ("a\U000e0041\U000e0042", [1, 2]),
        ("a\ufe0f\ufe01\ufe02", [2, 3]),
        ("a\u2028b\u3164", [1, 3]),
        ("\u202e", [0]),
    ],
)
def test_what_hides_or_reorders_is_found_at_its_place(text: str, places: list[int]) -> None:
    assert hidden_in(text) == places


@pytest.mark.parametrize(
    "piece", ["\U0001f469\u200d", "\u200d", "\U0001f3f4\U000e0067", "\r", "\ufe0f", "\u0646\u200c", "é"]
)
def test_a_hostile_text_takes_seconds_at_most(piece: str) -> None:
    before = time.process_time()
    hidden_in(piece * (500_000 // len(piece)))
    assert time.process_time() - before < 10
