from __future__ import annotations

import time

import pytest
from support.events import Wire, changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity

LONG = "Words. " * 286  # 2,002 characters


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, text=LONG), "/payload/record/text"),
        (created(1, scope={"issue": LONG}), "/payload/record/scope/issue"),
        (changed(1, 2, 2, lifecycle_reason=LONG), "/payload/lifecycle_reason"),
    ],
)
def test_a_text_over_the_length_is_reported(event: Wire, pointer: str) -> None:
    [finding] = only(findings_of(event), "FP804")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.pointer) == (ident("evt", 1), pointer)
    assert "2,002 characters" in finding.message
    assert len(finding.message) < 200


def test_two_thousand_characters_are_fine_and_so_are_extensions() -> None:
    assert only(findings_of(created(1, text="é" * 2_000)), "FP804") == []
    assert only(findings_of(created(1, extensions={"example.org/x": LONG})), "FP804") == []


@pytest.mark.parametrize("piece", ["a", "(", "`", " ", "<", "\u202e", "\n- ", "password="])
def test_a_text_of_nearly_a_megabyte_is_judged_in_seconds(piece: str) -> None:
    event = created(1, text=piece * (400_000 // len(piece.encode())))
    before = time.process_time()
    assert len(only(findings_of(event), "FP804")) == 1
    assert time.process_time() - before < 20
