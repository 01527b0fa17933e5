from __future__ import annotations

from support.events import AGENT, AGENT_ASSERTED, REVIEWER, REVIEWER_CONFIRMED, Wire, changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity

BY_AGENT: Wire = {"actor": AGENT, "trust": AGENT_ASSERTED}
BY_REVIEWER: Wire = {"actor": REVIEWER, "trust": REVIEWER_CONFIRMED}
BY_TOOL: Wire = {"actor": {"kind": "tool", "id": "cli"}, "trust": {"level": "tool_verified"}}


def test_a_confirmed_creation_or_promotion_is_fine() -> None:
    assert not only(findings_of(created(1, durability="durable")), "FP501")
    assert not only(findings_of(created(1, event=BY_REVIEWER, durability="durable")), "FP501")
    promoted = created(1, event=BY_AGENT), changed(2, 1, 1, BY_REVIEWER, durability="durable")
    assert not only(findings_of(*promoted), "FP501")


def test_a_durable_creation_by_an_agent_is_reported() -> None:
    [finding] = only(findings_of(created(1, event=BY_AGENT, durability="durable")), "FP501")
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/trust/level"
    assert finding.line is not None
    assert "agent thread-1 (agent_asserted)" in finding.message


def test_a_promotion_by_an_agent_is_reported_even_over_a_confirmed_creation() -> None:
    [finding] = only(findings_of(created(1), changed(2, 1, 1, BY_AGENT, durability="durable")), "FP501")
    assert finding.event_id == ident("evt", 2)
    assert [place.path for place in finding.related] == [f".fabric/ledger/events/{ident('evt', 1)}.json"]


def test_the_stamp_of_the_reference_client_is_accepted_over_a_confirmed_creation_only() -> None:
    promotion = changed(2, 1, 1, BY_TOOL, durability="durable")
    assert not only(findings_of(created(1, event=BY_REVIEWER), promotion), "FP501")
    assert len(only(findings_of(created(1, event=BY_AGENT), promotion), "FP501")) == 1
    assert len(only(findings_of(created(1, event=BY_TOOL), promotion), "FP501")) == 1


def test_an_unknown_level_confirms_nothing() -> None:
    signed = {"trust": {"level": "cryptographically_signed"}}
    assert len(only(findings_of(created(1, event=signed, durability="durable")), "FP501")) == 1


def test_a_change_that_leaves_a_record_durable_promotes_nothing() -> None:
    events = (created(1, durability="durable"), changed(2, 1, 1, BY_AGENT, status="expired", durability="durable"))
    assert not only(findings_of(*events), "FP501")


def test_it_is_a_notice_once_the_record_is_ended() -> None:
    wrong = created(1, event=BY_AGENT, durability="durable"), changed(2, 1, 1)
    assert [finding.severity for finding in only(findings_of(*wrong), "FP501")] == [Severity.NOTICE]
    promoted = created(1), changed(2, 1, 1, BY_AGENT, durability="durable"), changed(3, 1, 2)
    assert [finding.severity for finding in only(findings_of(*promoted), "FP501")] == [Severity.NOTICE]


def test_a_promotion_on_a_branch_of_a_fork_is_reported() -> None:
    events = (created(1), changed(2, 1, 1), changed(3, 1, 1, BY_AGENT, durability="durable"))
    assert [finding.event_id for finding in only(findings_of(*events), "FP501")] == [ident("evt", 3)]
