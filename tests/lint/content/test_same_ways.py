"""Many ways at a time are compared as each is by itself."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.lint.content.same_ways import all_folded, folded

PIECES = st.lists(st.sampled_from(["a", "B", "ß", " ", "  ", "\n", "\t", "./", ".", "\u3000", "\x1f", "İ"]), max_size=5)
WAYS = PIECES.map("".join) | st.text(max_size=6)


def test_white_space_case_and_a_leading_step_do_not_count() -> None:
    assert folded("  One  Converter\nhere ") == "one converter here"
    assert folded("./SRC/a") == "src/a"


@settings(max_examples=200, deadline=None)
@given(st.lists(WAYS, max_size=8))
def test_many_at_a_time_are_what_each_is(ways: list[str]) -> None:
    assert all_folded(ways) == [folded(way) for way in ways]


def test_one_odd_way_changes_no_other() -> None:
    ways = [f"way Number {number}" for number in range(1_000)]
    ways[300] = " odd\nway "
    assert all_folded(ways) == [folded(way) for way in ways]
