from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.lint.content.same_words import all_folded, squeezed

SPACES = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2009\u2028\u2029\u202f\u205f\u3000"


@given(st.text(st.sampled_from("ab" + SPACES), max_size=12) | st.text(max_size=20))
def test_it_is_what_taking_the_text_apart_gives(text: str) -> None:
    assert squeezed(text) == " ".join(text.split())


@pytest.mark.parametrize("space", SPACES)
def test_no_white_space_but_a_blank_prints(space: str) -> None:
    assert squeezed(f"a{space}b") == "a b"
    assert squeezed(f"{space}a") == squeezed(f"a{space}") == "a"


@given(st.lists(st.text(st.sampled_from("aBß" + SPACES), max_size=8), max_size=6))
def test_many_at_a_time_are_what_each_is_by_itself(texts: list[str]) -> None:
    assert all_folded(texts) == [squeezed(text).casefold() for text in texts]
