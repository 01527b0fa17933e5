from __future__ import annotations

import pytest
from support.events import created
from support.files import GOOD, only_fault, with_file
from support.lint import codes, findings_of

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (GOOD.replace(b'"payload"', b'"extensions": {"a.b": 1e999},\n  "payload"'), 14),
        (GOOD.replace(b'"payload"', b'"extensions": {"a.b": ' + b"9" * 400 + b'},\n  "payload"'), 14),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    only_fault(data, "FP106", Severity.WARNING, line)


def test_good() -> None:
    assert "FP106" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_the_event_is_interpreted_all_the_same() -> None:
    data = GOOD.replace(b'"payload"', b'"extensions": {"priority": 1e999},\n  "payload"')
    assert {"FP106", "FP209"} <= codes(findings_of(stores=[with_file(data)]))


def test_ordinary_numbers_are_fine() -> None:
    numbers = {"a.b": [0, -1, 1.5, 1e10, 2**53]}
    assert "FP106" not in codes(findings_of(created(1, event={"extensions": numbers})))
