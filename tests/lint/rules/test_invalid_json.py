from __future__ import annotations

import pytest
from support.files import GOOD, only_fault, with_file
from support.lint import codes, findings_of

from fingerpost.lint.finding import Severity


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
    only_fault(data, "FP104", Severity.ERROR, line)


def test_good() -> None:
    assert "FP104" not in codes(findings_of(stores=[with_file(GOOD)]))
