from __future__ import annotations

import pytest
from support.files import GOOD, only_fault, with_file
from support.lint import codes, findings_of

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (GOOD.replace(b"Direction", b"\\ud800 Direction"), 26),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    only_fault(data, "FP110", Severity.ERROR, line)


def test_good() -> None:
    assert "FP110" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_a_pair_is_fine() -> None:
    assert "FP110" not in codes(findings_of(stores=[with_file(GOOD.replace(b"Direction", b"\\ud83d\\ude80"))]))
