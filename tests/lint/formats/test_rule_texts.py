from __future__ import annotations

from fingerpost.lint.formats.rule_texts import paragraphs, sample


def test_paragraphs_are_lines() -> None:
    assert paragraphs("  One\n  two.\n\n  Three.\n") == ["One two.", "Three."]


def test_a_sample_keeps_its_lines_and_loses_its_margin() -> None:
    assert sample("\n    {\n      x\n    }\n") == "{\n  x\n}"
