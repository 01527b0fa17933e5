from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.display import cut, storable, visible, wrap


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Gebühr – 料金 👍", "Gebühr – 料金 👍"),
        ("a\nb", "a[U+000A]b"),
        ("a\tb\r", "a[U+0009]b[U+000D]"),
        ("\x1b[2J\x1b]0;title\x07", "[U+001B][2J[U+001B]]0;title[U+0007]"),
        ("\x9b31m\x7f", "[U+009B]31m[U+007F]"),
        ("\u202eevil\u2066\u2069\u200f", "[U+202E]evil[U+2066][U+2069][U+200F]"),
        ("a\u200bb\u200d\ufeff\u2060", "a[U+200B]b[U+200D][U+FEFF][U+2060]"),
        ("\U000e0041\U000e007f", "[U+E0041][U+E007F]"),
        ("\u2028\u2029\x85", "[U+2028][U+2029][U+0085]"),
        ("\ud800 \udcff", "[U+D800] [U+DCFF]"),
        ("\U0001fffe\U000dffff\ufff0", "[U+1FFFE][U+DFFFF][U+FFF0]"),
        ("\u2764\ufe0f a\ufe00\ufe01\ufe0f", "\u2764\ufe0f a\ufe00[U+FE01][U+FE0F]"),
    ],
)
def test_what_acts_or_hides_is_shown_as_its_code_point(text: str, shown: str) -> None:
    assert visible(text) == shown


@settings(max_examples=200)
@given(st.text(alphabet=st.characters(), max_size=60))
def test_nothing_that_acts_is_left_and_nothing_else_is_touched(text: str) -> None:
    shown = visible(text)
    assert not {unicodedata.category(character) for character in shown} & {"Cc", "Cs", "Zl", "Zp"}
    assert not any(unicodedata.bidirectional(character) in BIDI for character in shown)
    kept = "".join(character for character in text if visible(character) == character)
    assert [c for c in kept if c not in shown] == []
    shown.encode("utf-8")


BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def test_every_format_control_of_unicode_is_marked_but_those_that_are_drawn() -> None:
    drawn = {0x0600, 0x0601, 0x0602, 0x0603, 0x0604, 0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2}
    missed = [
        f"{point:04X}"
        for point in range(0x110000)
        if unicodedata.category(chr(point)) == "Cf" and point not in drawn and visible(chr(point)) == chr(point)
    ]
    assert missed == []


def test_storable_changes_lone_surrogates_only() -> None:
    assert storable("a\ud83d\x1b\u202e") == "a[U+D83D]\x1b\u202e"


def test_lines_break_at_spaces_and_never_inside_a_word() -> None:
    path = "services/billing/" + "x" * 40
    assert wrap(f"see {path} for more", 20) == ["see", path, "for more"]
    assert wrap("", 20) == [""]


def test_wide_characters_count_as_two_cells() -> None:
    assert wrap("料金 料金 料金", 9) == ["料金 料金", "料金"]


@settings(max_examples=200)
@given(st.text(alphabet="ab ", max_size=80), st.integers(5, 30))
def test_wrapping_loses_no_word(text: str, width: int) -> None:
    assert " ".join(wrap(text, width)).split() == text.split()


def test_what_styles_a_word_takes_no_cell() -> None:
    assert wrap("\x1b[1mab\x1b[0m cd ef", 5) == ["\x1b[1mab\x1b[0m cd", "ef"]


def test_a_text_is_left_alone_where_its_beginning_would_be_no_shorter() -> None:
    for length in range(11, 60):
        shown = cut("x" * length, 10)
        assert len(shown) <= length
        assert shown == "x" * length or shown == f"xxxxxxxxxx... ({length - 10} more characters)"
    assert cut("x" * 11, 10) == "x" * 11


def test_a_long_text_says_how_much_is_missing() -> None:
    assert cut("x" * 10, 10) == "x" * 10
    assert cut("x" * 2010, 10) == "xxxxxxxxxx... (2,000 more characters)"
