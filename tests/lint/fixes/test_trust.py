"""What the rules about trust (FP5) tell people to do is legal, and ends what they report."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    HUMAN,
    HUMAN_CONFIRMED,
    REVIEWER,
    REVIEWER_CONFIRMED,
    Wire,
    changed,
    created,
    record_node,
    relation,
)
from support.fix_events import accepted_event, accepted_record, check_all, ended, forked, settled, supersedes
from support.fixes import Fix, events

BY_AGENT: Wire = {"actor": AGENT, "trust": AGENT_ASSERTED}
BY_REVIEWER: Wire = {"actor": REVIEWER, "trust": REVIEWER_CONFIRMED}
BY_HUMAN: Wire = {"actor": HUMAN, "trust": HUMAN_CONFIRMED}
# An agent that claims what only a person can, and a word of its own.
PRETENDED: Wire = {"actor": AGENT, "trust": HUMAN_CONFIRMED}
SIGNED: Wire = {"actor": AGENT, "trust": {"level": "cryptographically_signed", "basis": "key 7"}}
PROMOTION: Wire = {"durability": "durable", "lifecycle_reason": "It held for a month."}
ASSERTED: Wire = {"confidence": "agent_asserted"}

BORN_DURABLE = (created(1, None, BY_AGENT, durability="durable", **ASSERTED),)
PROMOTED = (created(1, None, BY_AGENT, **ASSERTED), changed(2, 1, 1, BY_AGENT, **PROMOTION))
CONFIRMED = created(100, None, BY_REVIEWER, durability="durable", confidence="reviewer_confirmed")
NO_REASON = (created(1, durability="durable", reason=None),)
WEAKER = (created(1), created(2, None, BY_AGENT, **ASSERTED), supersedes(3, 2, 1, BY_AGENT))
STATED_BY_TOOL = (
    created(1),
    relation(2, "implements", {"kind": "action", "id": "deploy-7"}, record_node(1), PRETENDED),
)
CHANGED_BY_TOOL = (created(1), changed(2, 1, 1, PRETENDED, lifecycle_reason="Seen in use."))
PRETENDING = (created(1, None, PRETENDED),)
SIGNED_RECORD = (created(1, None, SIGNED, **ASSERTED),)
CONFIDENT = (created(1, None, BY_AGENT),)
ANEW = created(100)


CASES: dict[str, Fix] = {
    "FP501 right": Fix("FP501", events(*BORN_DURABLE), events(CONFIRMED, ended(101, 1, 1)), left="notice"),
    "FP501 wrong": Fix("FP501", events(*BORN_DURABLE), events(ended(100, 1, 1, "expired")), left="notice"),
    "FP501 a promotion": Fix("FP501", events(*PROMOTED), events(CONFIRMED, ended(101, 1, 2)), left="notice"),
    "FP501 contested": Fix(
        "FP501", events(*PROMOTED, *forked(1, 2)), events(*settled(100, 1, 2, (8, 9))), left="notice"
    ),
    "FP502 a reason": Fix(
        "FP502", events(*NO_REASON), events(changed(100, 1, 1, lifecycle_reason="Two incidents came from rounding."))
    ),
    "FP502 contested": Fix(
        "FP502",
        events(*NO_REASON, *forked(1, 1)),
        {**events(*settled(100, 1, 1, (8, 9))), **accepted_record("FP502", 1)},
    ),
    "FP503 right": Fix(
        "FP503",
        events(*WEAKER),
        events(ANEW, supersedes(101, 100, 1), ended(102, 1, 1), ended(103, 2, 2)),
        left="notice",
    ),
    "FP503 wrong": Fix("FP503", events(*WEAKER), events(ended(100, 2, 2, "discarded")), left="notice"),
    "FP503 contested": Fix("FP503", events(*WEAKER, *forked(2, 2)), events(*settled(100, 2, 2, (8, 9))), left="notice"),
    "FP504 a record": Fix(
        "FP504", events(*PRETENDING), {**events(ANEW, ended(101, 1, 1)), **accepted_event("FP504", 1)}
    ),
    "FP504 a record nobody confirmed": Fix(
        "FP504", events(*PRETENDING), {**events(ended(100, 1, 1, "expired")), **accepted_event("FP504", 1)}
    ),
    "FP504 a contested record": Fix(
        "FP504",
        events(*PRETENDING, *forked(1, 1)),
        {**events(*settled(100, 1, 1, (8, 9))), **accepted_event("FP504", 1)},
    ),
    "FP504 a relation": Fix(
        "FP504",
        events(*STATED_BY_TOOL),
        {
            **events(relation(100, "implements", {"kind": "action", "id": "deploy-7"}, record_node(1), BY_HUMAN)),
            **accepted_event("FP504", 2),
        },
    ),
    "FP504 a state change": Fix(
        "FP504",
        events(*CHANGED_BY_TOOL),
        {
            **events(changed(100, 1, 2, BY_REVIEWER, lifecycle_reason="Seen in use, and looked at.")),
            **accepted_event("FP504", 2),
        },
    ),
    "FP505 from now on": Fix("FP505", events(*SIGNED_RECORD), accepted_event("FP505", 1)),
    "FP505 it decides something": Fix(
        "FP505", events(*SIGNED_RECORD), {**events(ANEW, ended(101, 1, 1)), **accepted_event("FP505", 1)}
    ),
    "FP505 contested": Fix(
        "FP505",
        events(*SIGNED_RECORD, *forked(1, 1)),
        {**events(*settled(100, 1, 1, (8, 9))), **accepted_event("FP505", 1)},
    ),
    "FP506 the trust is right": Fix("FP506", events(*CONFIDENT), {}, left="notice"),
    "FP506 the confidence is right": Fix("FP506", events(*CONFIDENT), events(ANEW, ended(101, 1, 1)), left="notice"),
    "FP506 accepted": Fix("FP506", events(*CONFIDENT), accepted_event("FP506", 1)),
    "FP506 contested": Fix(
        "FP506", events(*CONFIDENT, *forked(1, 1)), events(*settled(100, 1, 1, (8, 9))), left="notice"
    ),
}


@pytest.mark.parametrize("fix", CASES.values(), ids=CASES)
def test_the_fix_is_legal_and_ends_it(fix: Fix, tmp_path: Path) -> None:
    check_all(fix, tmp_path)
