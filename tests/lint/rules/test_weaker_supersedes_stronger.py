from __future__ import annotations

from support.events import (
    AGENT,
    AGENT_ASSERTED,
    HUMAN,
    REVIEWER,
    REVIEWER_CONFIRMED,
    Wire,
    changed,
    created,
    ident,
    record_node,
    relation,
)
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity

BY_AGENT: Wire = {"actor": AGENT, "trust": AGENT_ASSERTED}
BY_REVIEWER: Wire = {"actor": REVIEWER, "trust": REVIEWER_CONFIRMED}
WEAKER = created(1), created(2, event=BY_REVIEWER)


def supersedes(source: int, target: int, event: Wire | None = BY_AGENT) -> Wire:
    return relation(9, "supersedes", record_node(source), record_node(target), event)


def test_an_equal_or_stronger_claim_may_supersede() -> None:
    assert not only(findings_of(*WEAKER, supersedes(1, 2)), "FP503")
    assert not only(findings_of(created(1), created(2), supersedes(1, 2)), "FP503")


def test_a_weaker_claim_is_reported_with_both_records() -> None:
    [finding] = only(findings_of(*WEAKER, supersedes(2, 1)), "FP503")
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.record_id) == (ident("evt", 9), ident("rec", 2))
    assert finding.pointer == "/payload/relation/from"
    assert finding.line is not None
    assert "reviewer ines (reviewer_confirmed)" in finding.message
    assert "human mara (human_confirmed)" in finding.message
    assert len(finding.related) == 2


def test_a_person_who_states_the_relation_approves_it_by_name() -> None:
    [finding] = only(findings_of(*WEAKER, supersedes(2, 1, None)), "FP503")
    assert finding.severity is Severity.NOTICE
    assert "approved by human mara" in finding.message


def test_neither_an_agent_that_claims_a_person_nor_a_person_that_only_asserts_approves() -> None:
    for actor, level in ((AGENT, "human_confirmed"), (HUMAN, "agent_asserted")):
        event = {"actor": actor, "trust": {"level": level}}
        [finding] = only(findings_of(*WEAKER, supersedes(2, 1, event)), "FP503")
        assert finding.severity is Severity.ERROR
        assert "approved" not in finding.message


def test_it_is_a_notice_once_the_superseding_record_is_over() -> None:
    [finding] = only(findings_of(*WEAKER, supersedes(2, 1), changed(3, 2, 2)), "FP503")
    assert finding.severity is Severity.NOTICE
    [still] = only(findings_of(*WEAKER, supersedes(2, 1), changed(3, 1, 1)), "FP503")
    assert still.severity is Severity.ERROR


def test_an_unknown_level_ranks_below_all_and_unknown_records_are_not_judged() -> None:
    odd = created(2, event={"trust": {"level": "signed"}})
    assert len(only(findings_of(created(1, event=BY_AGENT), odd, supersedes(2, 1)), "FP503")) == 1
    assert not only(findings_of(created(1), supersedes(2, 1)), "FP503")
