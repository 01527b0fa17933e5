from __future__ import annotations

from support.events import created, ident
from support.lint import findings_of, only

from fingerpost.ledger.trust import LEVELS
from fingerpost.lint.finding import Severity


def test_the_standard_levels_are_fine() -> None:
    for level in LEVELS:
        assert not only(findings_of(created(1, event={"trust": {"level": level}})), "FP505")


def test_another_word_is_reported() -> None:
    [finding] = only(findings_of(created(1, event={"trust": {"level": "cryptographically_signed"}})), "FP505")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/trust/level"
    assert finding.line is not None
    assert "nearest" not in finding.message


def test_the_nearest_level_is_named() -> None:
    [finding] = only(findings_of(created(1, event={"trust": {"level": "Human-confirmed"}})), "FP505")
    assert finding.message.endswith("the nearest is human_confirmed")
