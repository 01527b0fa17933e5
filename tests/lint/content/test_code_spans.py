from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from fingerpost.lint.content.code_spans import without_code_spans


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("no code", "no code"),
        ("a `b` c", "a     c"),
        ("a ``b ` c`` d", "a           d"),
        ("a `b", "a `b"),
        ("a ``b` c", "a ``b` c"),
        ("`a`` `b`", "      b`"),
        ("`a\nb` c", "      c"),
        ("`a\n\nb` c", "`a\n\nb` c"),
    ],
)
def test_spans_are_taken_out_by_the_length_of_their_runs(text: str, left: str) -> None:
    assert without_code_spans(text) == left


@settings(max_examples=200, deadline=None)
@given(st.text("`ab ", max_size=30))
def test_it_agrees_with_a_markdown_parser(text: str) -> None:
    text = f"x{text}x"  # so that no line begins a block
    inline = MarkdownIt().disable("escape").parse(text)[1]
    left = without_code_spans(text)
    assert len(left) == len(text)
    found = re.findall(r"`+", left)
    rest = "".join(child.content for child in inline.children or [] if child.type == "text")
    assert found == re.findall(r"`+", rest)


@pytest.mark.parametrize("piece", ["`", "` ", "`a", "``", "`\n\n", "`` `"])
def test_a_hostile_text_takes_seconds_at_most(piece: str) -> None:
    before = time.process_time()
    without_code_spans(piece * (500_000 // len(piece)))
    without_code_spans(" ".join("`" * length for length in range(1_000)))
    assert time.process_time() - before < 10
