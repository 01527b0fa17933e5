from __future__ import annotations

import pytest
from support.events import AGENT, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


def test_a_confidence_above_the_trust_is_a_notice() -> None:
    event = {"actor": AGENT, "trust": {"level": "agent_asserted"}}
    [finding] = only(findings_of(created(1, event=event, confidence="human_confirmed")), "FP506")
    assert finding.severity is Severity.NOTICE
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/payload/record/confidence"
    assert finding.line is not None


@pytest.mark.parametrize(
    ("confidence", "level"),
    [
        ("human_confirmed", "human_confirmed"),
        ("agent_asserted", "human_confirmed"),
        ("very sure", "agent_asserted"),
        ("human_confirmed", "signed"),
    ],
)
def test_equal_less_and_words_without_a_rank_are_fine(confidence: str, level: str) -> None:
    assert not only(findings_of(created(1, event={"trust": {"level": level}}, confidence=confidence)), "FP506")
