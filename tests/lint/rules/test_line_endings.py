from __future__ import annotations

import pytest
from support.events import created
from support.files import GOOD, only_fault, with_file
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (GOOD.replace(b"\n", b"\r\n"), 1),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    only_fault(data, "FP109", Severity.WARNING, line)


def test_good() -> None:
    assert "FP109" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_an_escaped_carriage_return_in_a_text_is_no_line_ending() -> None:
    assert "FP109" not in codes(findings_of(created(1, text="one\r\ntwo")))


def test_many_lines_are_one_finding() -> None:
    assert len(only(findings_of(stores=[with_file(GOOD.replace(b"\n", b"\r\n"))]), "FP109")) == 1
