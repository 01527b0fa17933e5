"""Path texts as they are shown and as they may be given."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.repository.paths import inside_path, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a b/é.json", "a b/é.json"), ("\udcff", "\\xff"), ("a\n\x1b[1m", "a\\x0a\\x1b[1m"), ("\u202ex", "\\u202ex")],
)
def test_shown(text: str, expected: str) -> None:
    assert shown(text) == expected


@settings(max_examples=200)
@given(st.binary(max_size=20))
def test_whatever_a_file_is_called_can_be_shown(name: bytes) -> None:
    text = shown(name.decode("utf-8", "surrogateescape"))
    assert text.isprintable()
    text.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a/b", "a/b"),
        ("./a//b/", "a/b"),
        ("a..b/...", "a..b/..."),
        ("/a", None),
        ("a/..", None),
        ("", None),
        ("./", None),
        ("a\nb", None),
    ],
)
def test_inside_path(text: str, expected: str | None) -> None:
    assert inside_path(text) == expected
