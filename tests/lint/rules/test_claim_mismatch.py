from __future__ import annotations

import pytest
from support.events import created, ident, thread
from support.lint import findings_of, only

from fingerpost.ledger.trust import LEVELS
from fingerpost.lint.finding import Severity

MOST = {"human": 4, "reviewer": 3, "tool": 2, "agent": 1}


@pytest.mark.parametrize("kind", MOST)
def test_each_kind_may_claim_its_own_level_and_less(kind: str) -> None:
    reported = [
        level
        for level in LEVELS
        if only(findings_of(created(1, event={"actor": {"kind": kind}, "trust": {"level": level}})), "FP504")
    ]
    assert reported == list(LEVELS[: 4 - MOST[kind]])


def test_the_claim_is_pointed_at() -> None:
    [finding] = only(findings_of(created(1, event={"actor": {"kind": "agent", "id": "a"}})), "FP504")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/trust/level"
    assert finding.line is not None
    assert "agent_asserted" in finding.message


def test_every_kind_of_event_is_judged_and_an_unknown_level_is_another_rules() -> None:
    odd = thread(5, "thread-1")
    odd["trust"] = {"level": "reviewer_confirmed"}
    [finding] = only(findings_of(odd), "FP504")
    assert finding.record_id is None
    assert not only(findings_of(created(1, event={"trust": {"level": "signed"}})), "FP504")
