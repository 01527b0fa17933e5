from __future__ import annotations

import pytest
from support.events import as_bytes, created
from support.files import GOOD, only_fault, with_file
from support.lint import codes, findings_of

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"\xef\xbb\xbf" + GOOD, 1),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    only_fault(data, "FP103", Severity.ERROR, line)


def test_good() -> None:
    assert "FP103" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_what_follows_the_mark_is_still_read() -> None:
    found = findings_of(stores=[with_file(b"\xef\xbb\xbf" + as_bytes(created(1, text=" ")))])
    assert {"FP103", "FP210"} <= codes(found)
