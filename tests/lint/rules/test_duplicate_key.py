from __future__ import annotations

import pytest
from support.events import created
from support.files import GOOD, only_fault, with_file
from support.lint import codes, findings_of

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (GOOD.replace(b'"event_type"', b'"event_type": "record.created",\n  "event_type"'), 5),
    ],
)
def test_bad(data: bytes, line: int | None) -> None:
    only_fault(data, "FP105", Severity.ERROR, line)


def test_good() -> None:
    assert "FP105" not in codes(findings_of(stores=[with_file(GOOD)]))


def test_equal_keys_of_two_objects_are_fine() -> None:
    assert "FP105" not in codes(findings_of(created(1), created(3)))
