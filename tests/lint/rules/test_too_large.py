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
        (GOOD.replace(b"Direction", b"x" * 1_100_000), 1),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    found = findings_of(stores=[with_file(data)])
    finding = only(found, "FP107")[0]
    assert finding.severity is Severity.ERROR
    assert finding.path is not None
    assert finding.path.endswith(NAME)
    assert finding.line == line
    assert not [other for other in found if other.path != finding.path and other.code < "FP3"]


def test_good() -> None:
    assert "FP107" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_deep_nesting_is_refused_before_it_is_parsed() -> None:
    deep = b'"extensions": {"a.b": ' + b"[" * 10_000 + b"]" * 10_000 + b'},\n  "payload"'
    found = findings_of(stores=[with_file(GOOD.replace(b'"payload"', deep))])
    assert len(only(found, "FP107")) == 1
    assert "FP104" not in codes(found)
