from __future__ import annotations

import pytest
from support.files import GOOD, only_fault, with_file
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (GOOD.replace(b"Direction", b"x" * 1_100_000), 1),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    only_fault(data, "FP107", Severity.ERROR, line)


def test_good() -> None:
    assert "FP107" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_deep_nesting_is_refused_before_it_is_parsed() -> None:
    deep = b'"extensions": {"a.b": ' + b"[" * 10_000 + b"]" * 10_000 + b'},\n  "payload"'
    found = findings_of(stores=[with_file(GOOD.replace(b'"payload"', deep))])
    assert len(only(found, "FP107")) == 1
    assert "FP104" not in codes(found)
