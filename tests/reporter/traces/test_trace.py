"""What a trace may claim: declarations, receipts that count, and unknown for the rest."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    Wire,
    at,
    changed,
    created,
    ident,
    projection,
    receipt,
    record_node,
    relation,
    thread,
)
from support.traces import COMMIT, FACTS, commit_with, provenance_of, trace_of, tree

from fingerpost.ledger.instants import instant
from fingerpost.reporter.claims.claim import Claim, Delivery, Level, Value, Verdict
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.claims.subjects import find_subject, parse_node
from fingerpost.reporter.graph.neighbourhood import Direction
from fingerpost.reporter.traces.trace import Request, Scoped, Surroundings, Trace
from fingerpost.reporter.traces.trace import trace as build_trace
from fingerpost.reporter.traces.trace_json import trace_json

HERE = {"kind": "commit", "id": COMMIT}
ONE = ([ident("evt", 1)], [ident("rec", 1)])


def declared(number: int, rec: int, **event: object) -> Wire:
    return relation(number, "implements", HERE, record_node(rec), event=event or None)


def delivered(number: int, *, events: list[str], records: list[str], state: str = "delivered") -> list[Wire]:
    return [projection(number, "t1", events, records), receipt(number + 1, number, "t1", events, records, state)]


# A commit that is tied to the thread t1 by a relation which declares nothing.
TIED = [thread(20, "t1"), relation(30, "derived_from", HERE, {"kind": "message", "id": "m"}, {"correlation_id": "t1"})]


def claim(trace: Trace, rec: int) -> Claim:
    return next(claim for claim in trace.claims if claim.record_id == ident("rec", rec))


def test_a_declaration_is_told_with_who_claims_what() -> None:
    found = claim(trace_of(f"commit:{COMMIT}", created(1), declared(2, 1, actor=AGENT, trust=AGENT_ASSERTED)), 1)
    assert found.verdict is Verdict.DECLARED
    assert found.level is Level.UNKNOWN
    edge = found.causality[0].edge
    assert edge.actor is not None
    assert edge.trust is not None
    assert (edge.actor.id, edge.trust.level) == ("thread-1", "agent_asserted")


def test_a_declaration_of_a_record_that_nobody_created_stays_declared() -> None:
    found = claim(trace_of(f"commit:{COMMIT}", declared(2, 9)), 9)
    assert (found.verdict, found.state_now) == (Verdict.DECLARED, "unknown")


def test_the_reverse_of_a_declaration_declares_nothing() -> None:
    trace = trace_of(f"commit:{COMMIT}", created(1), relation(2, "implements", record_node(1), HERE))
    assert claim(trace, 1).verdict is Verdict.UNKNOWN


def test_causality_does_not_travel() -> None:
    issue = {"kind": "issue", "id": "BILL-1"}
    events = [
        created(1),
        relation(2, "implements", issue, record_node(1)),
        relation(3, "implements", HERE, issue),
    ]
    trace = trace_of(f"commit:{COMMIT}", *events)
    assert claim(trace, 1).causality == ()
    assert [edge.target.id for edge in trace.declared] == ["BILL-1"]
    assert claim(trace_of("issue:BILL-1", *events), 1).verdict is Verdict.DECLARED


def test_a_challenge_disputes_a_declaration_and_leaves_it_on_record() -> None:
    challenge = created(
        5, kind="challenge", status="open", extensions={"fingerpost.challenges-relation": ident("rel", 2)}
    )
    found = claim(trace_of(f"commit:{COMMIT}", created(1), declared(2, 1), challenge), 1)
    assert found.causality[0].disputed_by == (ident("rec", 5),)
    assert found.verdict is Verdict.DECLARED


@pytest.mark.parametrize(("state", "level"), [("delivered", Level.DELIVERED), ("exposed", Level.EXPOSED)])
def test_a_receipt_of_the_subjects_thread_makes_available(state: str, level: Level) -> None:
    receipts = delivered(40, events=ONE[0], records=ONE[1], state=state)
    found = claim(trace_of(f"commit:{COMMIT}", created(1), *TIED, *receipts), 1)
    assert (found.verdict, found.level) == (Verdict.AVAILABLE, level)
    assert found.delivered.shown
    assert found.exposed.shown is (state == "exposed")


def test_a_receipt_after_the_subject_does_not_count() -> None:
    found = claim(trace_of(f"commit:{COMMIT}", created(1), *TIED, *delivered(301, events=ONE[0], records=ONE[1])), 1)
    assert found.verdict is Verdict.UNKNOWN
    assert [entry.receipt_id for entry in found.delivered.after] == [ident("rcp", 302)]


def test_a_receipt_in_the_subjects_very_second_but_later_does_not_count() -> None:
    late = delivered(40, events=ONE[0], records=ONE[1])
    late[1]["payload"]["receipt"]["occurred_at"] = at(300).replace("Z", ".5Z")
    same = delivered(50, events=ONE[0], records=ONE[1])
    same[1]["payload"]["receipt"]["occurred_at"] = at(300)
    found = claim(trace_of(f"commit:{COMMIT}", created(1), *TIED, *late, *same), 1)
    assert [entry.receipt_id for entry in found.delivered.receipts] == [ident("rcp", 51)]
    assert [entry.receipt_id for entry in found.delivered.after] == [ident("rcp", 41)]


def test_a_receipt_of_another_thread_says_nothing() -> None:
    receipts = delivered(40, events=ONE[0], records=ONE[1])
    assert claim(trace_of(f"commit:{COMMIT}", created(1), thread(20, "t1"), *receipts), 1).delivered == Delivery()


def test_a_receipt_has_to_list_a_revision_of_the_record() -> None:
    receipts = delivered(40, events=[ident("evt", 2)], records=[ident("rec", 1)])
    assert claim(trace_of(f"commit:{COMMIT}", created(1), created(2), *TIED, *receipts), 1).delivered == Delivery()


def test_an_older_revision_is_said() -> None:
    old = delivered(40, events=ONE[0], records=ONE[1])
    events = [created(1), *TIED, *old]
    assert not claim(trace_of(f"commit:{COMMIT}", *events), 1).delivered.receipts[0].older_revision
    then = changed(35, 1, 1, status="active", durability="durable")
    assert claim(trace_of(f"commit:{COMMIT}", *events, then), 1).delivered.receipts[0].older_revision
    later = changed(310, 1, 1, status="active", durability="durable")
    assert not claim(trace_of(f"commit:{COMMIT}", *events, later), 1).delivered.receipts[0].older_revision


def test_a_branch_of_a_fork_is_a_revision_of_its_record() -> None:
    fork = [created(1), changed(5, 1, 1, status="expired"), changed(6, 1, 1, status="discarded")]
    receipts = delivered(40, events=[ident("evt", 6)], records=ONE[1])
    found = claim(trace_of(f"commit:{COMMIT}", *fork, *TIED, *receipts), 1)
    assert found.state_now == "contested"
    assert found.delivered.receipts[0].revisions == (ident("evt", 6),)
    assert not found.delivered.receipts[0].older_revision


def test_a_commit_that_is_missing_has_no_time_so_no_receipt_counts() -> None:
    receipts = delivered(40, events=ONE[0], records=ONE[1])
    trace = trace_of(f"commit:{COMMIT}", created(1), *TIED, *receipts, facts={COMMIT: CommitFact("missing")})
    [found] = trace.claims
    assert (found.existed.value, found.delivered, found.level) == (Value.UNKNOWN, Delivery(), Level.UNKNOWN)
    assert found.verdict is Verdict.UNKNOWN
    assert trace.time is None


def test_a_delivery_made_by_hand_is_told_and_does_not_count() -> None:
    for number, target in ((50, HERE), (51, {"kind": "thread", "id": "t1"})):
        by_hand = relation(number, "exposed_to", record_node(1), target)
        found = claim(trace_of(f"commit:{COMMIT}", created(1), *TIED, by_hand), 1)
        assert found.verdict is Verdict.UNKNOWN
        assert [edge.event_id for edge in found.exposed.claimed] == [ident("evt", number)]
        assert not found.exposed.shown


def test_the_threads_of_a_subject_and_what_ties_them() -> None:
    events = [
        *(thread(20 + number, f"t{number}") for number in range(4)),
        declared(30, 1, correlation_id="t2", causation_id="t1", actor={"kind": "agent", "id": "t0"}),
        relation(31, "derived_from", HERE, record_node(1), {"actor": {"kind": "agent", "id": "t3"}}),
        declared(32, 1, correlation_id="nobody's"),
    ]
    trace = trace_of(f"commit:{COMMIT}", created(1), *events)
    assert [(thread.thread_id, thread.basis) for thread in trace.threads] == [
        ("t2", "correlation"),
        ("t1", "causation"),
        ("t0", "actor"),
    ]


def test_a_thread_receives_after_it_started() -> None:
    trace = trace_of("thread:t1", created(1), *TIED, *delivered(40, events=ONE[0], records=ONE[1]))
    assert [entry.receipt_id for entry in claim(trace, 1).delivered.after] == [ident("rcp", 41)]


def test_a_record_shows_who_follows_it_and_who_received_it() -> None:
    events = [created(1), declared(2, 1), *TIED, *delivered(40, events=ONE[0], records=ONE[1])]
    trace = trace_of(ident("rec", 1), *events)
    assert [edge.source.id for edge in trace.declared_of] == [COMMIT]
    assert [(item.thread_id, item.state) for item in trace.received] == [("t1", "delivered")]
    assert trace.claims == ()


def test_a_record_beside_the_subject_is_unknown() -> None:
    trace = trace_of(f"commit:{COMMIT}", created(1), relation(2, "derived_from", record_node(1), HERE))
    assert claim(trace, 1).verdict is Verdict.UNKNOWN
    assert [edge.type for edge in trace.lineage] == ["derived_from"]


def test_the_request_narrows_the_relations_and_never_the_claims() -> None:
    events = [created(1), created(2), declared(3, 1), *TIED, *delivered(40, events=ONE[0], records=ONE[1])]
    wide = trace_of(f"commit:{COMMIT}", *events, request=Request(4))
    narrow = trace_of(f"commit:{COMMIT}", *events, request=Request(1, Direction.INCOMING, ("supersedes",)))
    assert narrow.claims == wide.claims != ()
    assert narrow.relations == ()


def test_claims_are_sorted_by_verdict_durability_and_id() -> None:
    events = [
        created(1),
        created(2, durability="durable"),
        created(3),
        created(4),
        *(declared(10 + rec, rec) for rec in (1, 2)),
        *TIED,
        *delivered(40, events=[ident("evt", 3)], records=[ident("rec", 3)]),
        relation(50, "derived_from", record_node(4), HERE),
    ]
    trace = trace_of(f"commit:{COMMIT}", *events)
    assert [(claim.verdict.value, int(claim.record_id[4:12], 16)) for claim in trace.claims] == [
        ("declared", 2),
        ("declared", 1),
        ("available", 3),
        ("unknown", 4),
    ]


def test_only_findings_that_touch_the_answer_are_named() -> None:
    problems = [
        ("FP701", ident("evt", 2), None),
        ("FP401", None, ident("rec", 1)),
        ("FP401", ident("evt", 1), None),
        ("FP302", ident("evt", 9), ident("rec", 9)),
        ("FP101", None, None),
    ]
    events = [created(1), created(309, 9), declared(2, 1)]
    trace = trace_of(f"commit:{COMMIT}", *events, problems=problems, facts=commit_with(tree(1)))
    assert trace.none_not_listed == 1
    assert trace.problems == ("FP401", "FP701")


def test_what_had_no_part_is_counted_unless_all_is_asked_for() -> None:
    events = [created(1, scope={"global": True}), created(309, 9), changed(310, 9, 309)]
    facts = commit_with(tree(1))
    some = trace_of(f"commit:{COMMIT}", *events, facts=facts)
    every = trace_of(f"commit:{COMMIT}", *events, facts=facts, request=Request(all=True))
    assert ([found.record_id for found in some.claims], some.none_not_listed) == ([ident("rec", 1)], 1)
    assert ([found.verdict for found in every.claims], every.none_not_listed) == ([Verdict.AVAILABLE, Verdict.NONE], 0)
    assert set(every.records) - set(some.records) == {ident("rec", 9)}


def test_all_asks_for_more_claims_and_finds_no_more_problems() -> None:
    problems = [("FP401", None, ident("rec", 9)), ("FP503", ident("evt", 309), None)]
    for request in (Request(), Request(all=True)):
        facts = commit_with(tree(1))
        trace = trace_of(
            f"commit:{COMMIT}", created(1), created(309, 9), facts=facts, problems=problems, request=request
        )
        assert trace.problems == ()


def test_of_a_record_only_what_a_relation_ties_to_it_is_listed() -> None:
    events = [created(1), created(2), created(3), relation(5, "supersedes", record_node(2), record_node(1))]
    assert [found.record_id for found in trace_of(ident("rec", 1), *events).claims] == [ident("rec", 2)]
    narrow = Request(1, Direction.OUTGOING, ("implements",))
    assert [found.record_id for found in trace_of(ident("rec", 1), *events, request=narrow).claims] == [ident("rec", 2)]
    every = trace_of(ident("rec", 1), *events, request=Request(all=True))
    assert [found.record_id for found in every.claims] == [ident("rec", 2), ident("rec", 3)]


def test_commits_that_may_be_the_same_work_are_candidates_and_no_links() -> None:
    facts = {COMMIT: CommitFact("unreachable", COMMIT, instant(at(300)), candidates=("a" * 40,))}
    trace = trace_of(f"commit:{COMMIT}", created(1), declared(2, 1), facts=facts)
    assert trace.candidates == {COMMIT: ("a" * 40,)}
    assert "a" * 40 not in {node.id for node in trace.nodes}


@pytest.mark.parametrize(("read", "problems"), [(True, ("FP712",)), (False, ())])
def test_a_trailer_that_names_an_unknown_thread_is_a_problem_where_the_runtime_was_read(
    read: bool, problems: tuple[str, ...]
) -> None:
    facts = commit_with(tree(1), tree(1), trailers=[("Fabric-Thread", "t9")])
    assert trace_of(f"commit:{COMMIT}", created(1), facts=facts, runtime_read=read).problems == problems


def test_an_unknown_node_is_an_answer() -> None:
    trace = trace_of("action:nobody:nothing", created(1))
    assert not trace.known
    assert [found.verdict for found in trace.claims] == [Verdict.UNKNOWN]
    assert (trace.relations, len(trace.nodes)) == ((), 1)


MANY = [
    *(created(number) for number in range(1, 6)),
    changed(7, 2, 2),
    changed(8, 3, 3, status="expired"),
    changed(9, 3, 3, status="discarded"),
    *TIED,
    declared(10, 1),
    relation(11, "informed_by", HERE, record_node(3), reason="Read it."),
    relation(12, "supersedes", record_node(4), record_node(1)),
    *delivered(40, events=[ident("evt", 1), ident("evt", 2)], records=[ident("rec", 1), ident("rec", 2)]),
    *delivered(50, events=[ident("evt", 8)], records=[ident("rec", 3)], state="exposed"),
    *delivered(310, events=[ident("evt", 4)], records=[ident("rec", 4)]),
]


@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(0, len(MANY) - 1)), st.integers(0, 2**16))
def test_the_order_of_events_changes_nothing(left_out: set[int], seed: int) -> None:
    events = [event for number, event in enumerate(MANY) if number not in left_out]
    shuffled = list(events)
    Random(seed).shuffle(shuffled)
    for text in (f"commit:{COMMIT}", "thread:t1", ident("rec", 3)):
        assert trace_json(trace_of(text, *shuffled)) == trace_json(trace_of(text, *events))


@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(0, len(MANY) - 1)))
def test_without_declarations_nothing_is_declared(left_out: set[int]) -> None:
    events = [
        event
        for number, event in enumerate(MANY)
        if number not in left_out
        and event["payload"].get("relation", {}).get("type") not in ("implements", "informed_by")
    ]
    for text in (f"commit:{COMMIT}", "thread:t1", ident("rec", 3), "message:m"):
        trace = trace_of(text, *events)
        assert trace.claims_with(Verdict.DECLARED) == ()
        assert trace.declared == trace.declared_of == ()


@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(0, len(MANY) - 1)))
def test_without_receipts_nothing_is_available(left_out: set[int]) -> None:
    events = [
        event
        for number, event in enumerate(MANY)
        if number not in left_out and event["event_type"] != "receipt.recorded"
    ]
    assert trace_of(f"commit:{COMMIT}", *events).claims_with(Verdict.AVAILABLE) == ()


def test_the_facts_of_git_are_told_for_each_commit() -> None:
    other = {"kind": "commit", "id": "beef123"}
    facts = {**FACTS, "beef123": CommitFact("unreachable")}
    events = [created(1), declared(2, 1), relation(3, "implements", other, record_node(1))]
    trace = trace_of(f"commit:{COMMIT}", *events, facts=facts)
    assert trace.resolutions == {COMMIT: "exact", "beef123": "unreachable"}


@pytest.mark.parametrize("text", ["thread:codex:t1", f"record:other:{ident('rec', 1)}", "projection:x:t1"])
def test_a_providers_object_has_nothing_of_the_ledgers_own_with_the_same_id(text: str) -> None:
    kind, provider, identifier = text.split(":")
    other = {"kind": kind, "provider": provider, "id": identifier}
    tie = relation(45, "derived_from", other, {"kind": "message", "id": "m"})
    receipts = delivered(40, events=ONE[0], records=ONE[1])
    trace = trace_of(text, created(1), thread(20, "t1"), *receipts, tie)
    assert trace.known
    assert (claim(trace, 1).delivered, claim(trace, 1).causality) == (Delivery(), ())
    assert (trace.received, trace.threads) == ((), ())
    assert [edge.event_id for edge in trace.relations] == [ident("evt", 45)]
    assert trace.time is not None
    assert trace.time.text == at(45)


def test_a_declaration_about_a_providers_record_makes_no_claim_about_the_ledgers_own() -> None:
    other = {"kind": "record", "provider": "other", "id": ident("rec", 1)}
    events = [created(1), relation(2, "implements", HERE, other), relation(3, "exposed_to", other, HERE)]
    trace = trace_of(f"commit:{COMMIT}", *events)
    assert (claim(trace, 1).causality, claim(trace, 1).exposed) == ((), Delivery())
    assert [edge.target.provider for edge in trace.declared] == ["other"]


def test_of_the_receipts_of_a_record_those_count_that_list_a_revision() -> None:
    counts = delivered(40, events=ONE[0], records=ONE[1])
    without = delivered(50, events=[ident("evt", 2)], records=[ident("rec", 1)])
    trace = trace_of(ident("rec", 1), created(1), created(2), *counts, *without)
    assert {item.receipt_id: item.counts for item in trace.received} == {
        ident("rcp", 41): True,
        ident("rcp", 51): False,
    }


def test_the_scopes_that_name_an_issue_are_counted_in_every_version() -> None:
    moved = thread(21, "t1", "thread.scope_changed", scope={"repo": "billing", "issue": "BILL-2"})
    events = [created(1, scope={"repo": "billing", "issue": "BILL-2"}), created(2), thread(20, "t1"), moved]
    for issue, records, threads in (("BILL-2", 1, 1), ("BILL-1", 1, 1), ("BILL-3", 0, 0)):
        scoped = trace_of(f"issue:{issue}", *events).scoped
        assert scoped is not None
        assert (scoped.records, scoped.threads) == (records, threads)
    assert trace_of("pr:BILL-2", *events).scoped == Scoped(0, 0)
    assert trace_of("message:BILL-2", *events).scoped is None


def test_findings_on_what_a_claim_rests_on_touch_the_answer() -> None:
    fork = [created(1), changed(5, 1, 1, status="expired"), changed(6, 1, 1, status="discarded")]
    receipts = delivered(40, events=[ident("evt", 6)], records=ONE[1])
    for number in (6, 20, 30, 41):
        problems = [("FP304", ident("evt", number), None)]
        request = Request(1, Direction.INCOMING, ("supersedes",))
        trace = trace_of(f"commit:{COMMIT}", *fork, *TIED, *receipts, problems=problems, request=request)
        assert trace.problems == (("FP304",) if number != 20 else ()), number
    started = [("FP304", ident("evt", 20), None)]
    assert trace_of("thread:t1", *fork, *TIED, *receipts, problems=started).problems == ("FP304",)


def test_a_rule_is_asked_only_until_it_touches_the_answer() -> None:
    def places() -> Iterator[tuple[str | None, str | None]]:
        yield None, ident("rec", 9)
        yield None, ident("rec", 1)
        raise AssertionError("asked for more than was needed")

    provenance = provenance_of(created(1))
    subject = find_subject(parse_node(ident("rec", 1), provenance), provenance, {})
    surroundings = Surroundings(instant(at(500)), {}, lambda *_: [("FP401", places())])
    assert build_trace(provenance, subject, Request(), surroundings).problems == ("FP401",)
