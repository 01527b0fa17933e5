from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.canonical import canonical
from fingerpost.lint.growth.differing import differing

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab/~", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab/~", max_size=2), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("before", "after", "pointers"),
    [
        ({"a": 1}, {"a": 1}, ()),
        ({"a": 1}, {"a": 2}, ("/a",)),
        ({"a": 1}, {"a": 1.0}, ("/a",)),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}}, ("/a/c",)),
        ({"b": 1}, {"a": 1}, ("/a", "/b")),
        ({"a": [1, 2]}, {"a": [1, 3]}, ("/a/1",)),
        ({"a": [1, 2]}, {"a": [1]}, ("/a",)),
        ({"a/b": 1}, {}, ("/a~1b",)),
        ([], {}, ("",)),
    ],
)
def test_pointers(before: Any, after: Any, pointers: tuple[str, ...]) -> None:
    assert differing(before, after) == pointers


@settings(max_examples=150)
@given(VALUES, VALUES)
def test_values_differ_somewhere_exactly_if_their_content_does(before: Any, after: Any) -> None:
    found = differing(before, after)
    assert (found == ()) == (canonical(before) == canonical(after))
    assert found == differing(after, before)
    assert differing(before, copy.deepcopy(before)) == ()
