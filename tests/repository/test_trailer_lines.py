"""The lines in which git gives trailers."""

from __future__ import annotations

from fingerpost.repository.trailer_lines import trailers_in


def test_a_line_is_a_key_and_a_value_without_the_blanks_that_git_takes_for_such() -> None:
    assert list(trailers_in([" Key \x1f one two\t", "Key\x1f", "\x1fvalue", "no trailer", ""])) == [("Key", "one two")]


def test_a_blank_that_git_does_not_know_is_part_of_the_value() -> None:
    assert list(trailers_in(["Fabric-Thread\x1f\u00a0t1"])) == [("Fabric-Thread", "\u00a0t1")]
