from __future__ import annotations

import pytest
from support.reports import finding

from fingerpost.lint.finding import Severity, Suppressed
from fingerpost.lint.formats.places import checkout_path, place_of, worst_first


@pytest.mark.parametrize("path", ["a", ".fabric/ledger/events/x.json", "a/..b/c", "a:b", "databases/base:x", "é ü"])
def test_files_of_the_checkout(path: str) -> None:
    assert checkout_path(path) == path


@pytest.mark.parametrize("path", [None, "", "/etc/passwd", "../x", "a/../b", "git-common:fabric/e.json", "base:a/b"])
def test_what_lies_elsewhere(path: str | None) -> None:
    assert checkout_path(path) is None


def test_a_place_is_one_line() -> None:
    assert place_of("a\nb", 3) == "a[U+000A]b:3"
    assert place_of("a") == "a"
    assert place_of(None) == "(the ledger as a whole)"


def test_open_before_accepted_before_milder_and_new_before_old() -> None:
    accepted = finding("accepted", suppressed=Suppressed("config", "x"))
    old = finding("old", introduced=False)
    new = finding("new", introduced=True)
    mild = finding("mild", severity=Severity.NOTICE)
    ordered = sorted([accepted, mild, old, new], key=worst_first)
    assert [each.message for each in ordered] == ["new", "old", "mild", "accepted"]
