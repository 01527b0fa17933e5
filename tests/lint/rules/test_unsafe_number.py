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
        (GOOD.replace(b'"payload"', b'"extensions": {"a.b": 1e999},\n  "payload"'), 14),
        (GOOD.replace(b'"payload"', b'"extensions": {"a.b": ' + b"9" * 400 + b'},\n  "payload"'), 14),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    found = findings_of(stores=[with_file(data)])
    finding = only(found, "FP106")[0]
    assert finding.severity is Severity.WARNING
    assert finding.path is not None
    assert finding.path.endswith(NAME)
    assert finding.line == line
    assert not [other for other in found if other.path != finding.path and other.code < "FP3"]


def test_good() -> None:
    assert "FP106" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_the_event_is_interpreted_all_the_same() -> None:
    data = GOOD.replace(b'"payload"', b'"extensions": {"priority": 1e999},\n  "payload"')
    assert {"FP106", "FP209"} <= codes(findings_of(stores=[with_file(data)]))


def test_ordinary_numbers_are_fine() -> None:
    numbers = {"a.b": [0, -1, 1.5, 1e10, 2**53]}
    assert "FP106" not in codes(findings_of(created(1, event={"extensions": numbers})))
