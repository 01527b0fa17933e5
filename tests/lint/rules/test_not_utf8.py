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
        (GOOD.replace(b"Direction", b"Gr\xfc\xdfe"), 26),
        (GOOD.replace(b"Direction", b"\xc0\xaf"), 26),
        ("x".encode("utf-16"), 1),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    found = findings_of(stores=[with_file(data)])
    finding = only(found, "FP102")[0]
    assert finding.severity is Severity.ERROR
    assert finding.path is not None
    assert finding.path.endswith(NAME)
    assert finding.line == line
    assert not [other for other in found if other.path != finding.path and other.code < "FP3"]


def test_good() -> None:
    assert "FP102" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_other_languages_are_fine() -> None:
    assert codes(findings_of(created(1, text="Gebühr 料金 👍"))) & {"FP102", "FP104"} == set()
