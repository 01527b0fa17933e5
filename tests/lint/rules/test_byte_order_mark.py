from __future__ import annotations

import pytest
from support.events import MemoryStore, as_bytes, created, ident
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity

NAME = f"{ident('evt', 1)}.json"
GOOD = as_bytes(created(1))


def with_file(data: bytes) -> MemoryStore:
    store = MemoryStore().add(created(2))
    store.files[NAME] = data
    return store


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"\xef\xbb\xbf" + GOOD, 1),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    found = findings_of(stores=[with_file(data)])
    finding = only(found, "FP103")[0]
    assert finding.severity is Severity.ERROR
    assert finding.path is not None
    assert finding.path.endswith(NAME)
    assert finding.line == line
    assert not [other for other in found if other.path != finding.path and other.code < "FP3"]


def test_good() -> None:
    assert "FP103" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_what_follows_the_mark_is_still_read() -> None:
    found = findings_of(stores=[with_file(b"\xef\xbb\xbf" + as_bytes(created(1, text=" ")))])
    assert {"FP103", "FP210"} <= codes(found)
