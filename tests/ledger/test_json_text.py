import pytest

from fingerpost.ledger.json_text import BrokenText, Lines, clipped, read_number, read_string, shown, unexpected


def ignore(code: str, message: str, offset: int, detail: str) -> None:
    raise AssertionError(code)


def test_every_kind_of_line_end_counts_once() -> None:
    lines = Lines("a\nb\r\nc\rd")
    assert [lines.position(offset) for offset in (0, 1, 2, 5, 7, 8)] == [(1, 1), (1, 2), (2, 1), (3, 1), (4, 1), (4, 2)]


def test_characters_and_long_words_in_messages() -> None:
    assert [shown(character) for character in 'x" \0\u202e'] == ['"x"', '"""', "U+0020", "U+0000", "U+202E"]
    assert clipped("x" * 60) == "x" * 60
    assert clipped("x" * 61) == "x" * 59 + "…"


def test_strings() -> None:
    assert read_string('["a\\n\\u00e9\\ud83d\\ude00\\/"]', 1, ignore) == ("a\né😀/", 26)
    with pytest.raises(BrokenText) as caught:
        read_string('["abc', 1, ignore)
    assert (caught.value.offset, caught.value.detail) == (1, "unterminated-string")


@pytest.mark.parametrize("written", ["01", "-", "1.", ".5", "1e", "1e+", "+1", "0x10", "1_000", "-01", "1.2.3", "1a"])
def test_malformed_numbers(written: str) -> None:
    with pytest.raises(BrokenText, match="a number is not written"):
        read_number(written, 0, ignore)


def test_markers_count_at_the_start_of_a_line_only() -> None:
    assert unexpected("{\n<<<<<<< x", 2, "a key").detail == "merge-conflict"
    assert unexpected("{ <<<<<<< x", 2, "a key").detail == "syntax"
