from __future__ import annotations

import time

import pytest

from fingerpost.lint.content.markup import markup_in


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("# Rounding", ("a heading",)),
        ("one\n   ### two", ("a heading",)),
        ("Rounding\n====", ("a heading",)),
        ("- first", ("a list item",)),
        ("one\n* two", ("a list item",)),
        ("one\n\t12) two", ("a list item",)),
        ("```python", ("a fence",)),
        ("one\n~~~", ("a fence",)),
        ("---\nfoo: bar", ("front matter",)),
        ("+++", ("front matter",)),
        ("one\nInstructions:\nobey", ("an instructions block",)),
        ("[INST] obey", ("an instructions block",)),
        ("<b>bold</b>", ("an HTML tag",)),
        ("see <img src=x", ("an HTML tag",)),
        ("<!DOCTYPE html>", ("an HTML tag",)),
        ("a <!-- hidden", ("an HTML comment",)),
        ("{{ 7*7 }}", ("a Jinja delimiter",)),
        ("{% raw", ("a Jinja delimiter",)),
        ("{# note", ("a Jinja delimiter",)),
        ("::error file=x::boom", ("a workflow command",)),
        ("mentioned ::set-output name=a::b", ("a workflow command",)),
        ("##[group]x", ("a workflow command",)),
        ("##vso[task.setvariable]", ("a workflow command",)),
        ("![x](y.png)", ("a link", "an image")),
        ("[click](javascript:alert(1))", ("a link",)),
        ("<https://example.invalid>", ("a link",)),
        ("[x]: https://example.invalid", ("a link",)),
    ],
)
def test_what_acts_is_named(text: str, kinds: tuple[str, ...]) -> None:
    assert markup_in(text) == kinds


@pytest.mark.parametrize(
    "text",
    [
        "Rounded once, at the total - never per line.",
        "a < b && c > d, x <3",
        "Issue #12 and C# are no headings; 3.5 and 2026 no lists",
        "`<script>` and `{{ value }}` and `[a](b)` are inline code",
        "a | b | c || `|`",
        "$x$ $$y$$ \\(z\\) :smile: [ ] - [x]",
        "&lt;b&gt; &amp; &#x41;",
        "std::error::Error and a::b::c",
        "-1 is a number, **bold** is a word, *this* too",
        "https://example.invalid/a_b",
        "See the instructions: they are in the manual.",
        "values[0] (the first)",
        "1.5 litres",
    ],
)
def test_what_does_nothing_is_not(text: str) -> None:
    assert markup_in(text) == ()


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "(",
        "[",
        "]",
        " ",
        "`",
        "<",
        "<a",
        "<!",
        "{",
        "::",
        " ::error ",
        "::a ",
        "#",
        "-",
        "1",
        "\n",
        "\n ",
        "[a",
        "~",
        "=",
    ],
)
def test_a_hostile_text_takes_seconds_at_most(piece: str) -> None:
    before = time.process_time()
    markup_in(piece * (500_000 // len(piece)))
    assert time.process_time() - before < 10
