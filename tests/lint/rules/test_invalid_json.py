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
        (b"", 1),
        (b" \n\n", 3),
        (GOOD[:200], 7),
        (GOOD + b"{}", 35),
        (GOOD.replace(b"}\n", b"},\n", 1), 32),
        (b"<<<<<<< HEAD\n" + GOOD, 1),
        (b"// note\n" + GOOD, 1),
        (GOOD.replace(b'"payload"', b'"extensions": {"a.b": NaN},\n  "payload"'), 14),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    found = findings_of(stores=[with_file(data)])
    finding = only(found, "FP104")[0]
    assert finding.severity is Severity.ERROR
    assert finding.path is not None
    assert finding.path.endswith(NAME)
    assert finding.line == line
    assert not [other for other in found if other.path != finding.path and other.code < "FP3"]


def test_good() -> None:
    assert "FP104" not in codes(findings_of(stores=[with_file(GOOD)]))
