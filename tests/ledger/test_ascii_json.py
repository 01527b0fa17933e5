from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.ledger.ascii_json import ascii_json

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=10,
)


@given(VALUES, st.booleans())
def test_every_value_comes_back_and_all_of_it_is_printable_ascii(value: Any, indent: bool) -> None:
    text = ascii_json(value, indent=indent)
    assert json.loads(text) == value
    assert text.replace("\n", "").isascii()
    assert text.replace("\n", "").isprintable()


def test_keys_keep_their_order() -> None:
    assert ascii_json({"b": 1, "a": "é\u202e😀\x7f"}, indent=False) == (
        '{"b":1,"a":"\\u00e9\\u202e\\ud83d\\ude00\\u007f"}'
    )


@pytest.mark.parametrize("value", [10**400, ["\ud800"], {"x": [-(2**80), "é"]}], ids=["long", "surrogate", "inner"])
@pytest.mark.parametrize("indent", [True, False])
def test_what_the_fast_writer_refuses_is_written_all_the_same(value: Any, indent: bool) -> None:
    text = ascii_json(value, indent=indent)
    assert text.isascii()
    assert json.loads(text) == value
