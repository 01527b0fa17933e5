from __future__ import annotations

from support.events import (
    AGENT,
    AGENT_ASSERTED,
    REVIEWER,
    REVIEWER_CONFIRMED,
    MemoryStore,
    Wire,
    as_bytes,
    changed,
    created,
    ident,
    record_node,
    relation,
)
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity

BY_AGENT: Wire = {"actor": AGENT, "trust": AGENT_ASSERTED}
BY_REVIEWER: Wire = {"actor": REVIEWER, "trust": REVIEWER_CONFIRMED}
FORK = (created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, BY_AGENT, durability="durable"))


def fork(*events: Wire) -> Finding:
    [finding] = only(findings_of(*events), "FP401")
    return finding


def test_one_chain_is_no_fork() -> None:
    assert not only(findings_of(created(1), changed(2, 1, 1), changed(3, 1, 2, status="active")), "FP401")


def test_a_fork_is_reported_at_its_parent_with_every_branch() -> None:
    finding = fork(*FORK)
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/event_id"
    assert finding.line == 3
    assert finding.detail == f"{ident('evt', 2)},{ident('evt', 3)}"
    assert [place.path.split("/")[-1] for place in finding.related] == [
        f"{ident('evt', 2)}.json",
        f"{ident('evt', 3)}.json",
    ]
    assert "human mara (human_confirmed) sets status expired" in finding.message
    branch = f"branch {ident('evt', 2)}: human mara claims human_confirmed (basis flag), at 2026-03-02T09:02:00Z"
    assert finding.related[0].message == f"{branch}: sets status expired, nothing follows"
    assert "agent thread-1 (agent_asserted) sets" in finding.message
    assert "same change" not in finding.message


def test_what_follows_a_branch_is_told() -> None:
    finding = fork(*FORK, changed(4, 1, 3, status="discarded"))
    assert any("then 1 more change, at last discarded and durable" in place.message for place in finding.related)
    again = fork(*FORK, changed(4, 1, 3), changed(5, 1, 3, status="discarded"))
    assert any("then 2 more changes that fork again" in place.message for place in again.related)


def test_branches_that_make_the_same_change_are_said_to() -> None:
    finding = fork(
        created(1),
        changed(2, 1, 1, status="expired", reviewed_at="2026-03-02T09:00:00Z"),
        changed(3, 1, 1, status="expired", durability="candidate"),
    )
    assert finding.severity is Severity.ERROR
    assert "All of them make the same change" in finding.message


def test_branches_that_go_on_to_another_state_do_not_agree() -> None:
    same = created(1), changed(2, 1, 1, durability="durable"), changed(3, 1, 1, durability="durable")
    assert "All of them" in fork(*same).message
    assert "All of them" not in fork(*same, changed(4, 1, 3, status="expired")).message
    again = changed(4, 1, 2, status="expired"), changed(5, 1, 3, status="expired")
    assert "All of them end in the same state" in fork(*same, *again).message
    assert "All of them" not in fork(*same, *again, changed(6, 1, 3, status="expired")).message


def test_a_branch_whose_copies_differ_agrees_with_nothing() -> None:
    store = MemoryStore().add(created(1), changed(2, 1, 1), changed(3, 1, 1), changed(4, 1, 1))
    store.files["copy.json"] = as_bytes(changed(3, 1, 1, status="discarded"))
    [finding] = only(findings_of(stores=[store]), "FP401")
    assert "sets what its copies do not agree on" in finding.message
    assert "All of them" not in finding.message
    store = MemoryStore().add(created(1), changed(2, 1, 1), changed(3, 1, 1), changed(4, 1, 3))
    store.files["copy.json"] = as_bytes(changed(4, 1, 3, status="discarded"))
    [finding] = only(findings_of(stores=[store]), "FP401")
    assert "All of them" not in finding.message
    assert any("then 1 more change, with copies that differ" in place.message for place in finding.related)


def test_who_could_settle_is_read_from_the_record_in_that_scope() -> None:
    elsewhere = created(9, scope={"issue": "OTHER-1"}, event={"actor": {"kind": "human", "id": "otto"}})
    message = fork(
        created(1, event=BY_REVIEWER),
        changed(2, 1, 1, BY_AGENT, status="expired"),
        changed(3, 1, 1, BY_AGENT, status="discarded"),
        created(4),
        elsewhere,
    ).message
    assert "a claim of human_confirmed or reviewer_confirmed (the record was created on reviewer_confirmed)" in message
    assert message.endswith("on record in this scope for human mara, reviewer ines")
    assert "otto" not in message


def test_a_settled_fork_is_a_notice_that_names_the_settlement() -> None:
    settles = {
        "record_id": ident("rec", 1),
        "parent_event_id": ident("evt", 1),
        "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
        "kept": None,
    }
    settled = (
        *FORK,
        created(10, extensions={"fingerpost.settles": settles}),
        relation(11, "supersedes", record_node(10), record_node(1)),
    )
    finding = fork(*settled)
    assert finding.severity is Severity.NOTICE
    assert finding.message.endswith(f"Settled by {ident('rec', 10)}")
    assert finding.fingerprint == fork(*FORK).fingerprint
    assert not only(findings_of(*settled), "FP413")
    assert not only(findings_of(*settled), "FP606")


def test_the_order_of_files_changes_nothing() -> None:
    assert fork(*FORK) == fork(*reversed(FORK))
