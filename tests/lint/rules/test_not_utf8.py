from __future__ import annotations

import pytest
from support.events import created
from support.files import GOOD, only_fault, with_file
from support.lint import codes, findings_of

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (GOOD.replace(b"Direction", b"Gr\xfc\xdfe"), 26),
        (GOOD.replace(b"Direction", b"\xc0\xaf"), 26),
        ("x".encode("utf-16"), 1),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    only_fault(data, "FP102", Severity.ERROR, line)


def test_good() -> None:
    assert "FP102" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_other_languages_are_fine() -> None:
    assert codes(findings_of(created(1, text="Gebühr 料金 👍"))) & {"FP102", "FP104"} == set()
