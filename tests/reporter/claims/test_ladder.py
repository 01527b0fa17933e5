"""The ladder as a whole: what depends on what, and what never does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import (
    AGENT,
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
from support.traces import COMMIT, commit_with, trace_of, trailers_of, tree

from fingerpost.reporter.claims.claim import Claim, Level, Value, Verdict
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.graph.edges import Edge
from fingerpost.reporter.traces.trace import Request, Trace
from fingerpost.reporter.traces.trace_json import trace_json
from fingerpost.repository.configs.trailer_names import TrailerNames

HERE = {"kind": "commit", "id": COMMIT}
NODES = (f"commit:{COMMIT}", "thread:t1", "issue:BILL-1", "action:codex:act-1")
ALL = Request(all=True)
AREAS = {"billing": ["services/billing/**"], "docs": ["docs/**"]}
TOUCHED = ("docs/a.md", "services/billing/x.py")


def of(trace: Trace, number: int) -> Claim:
    return next(claim for claim in trace.claims if claim.record_id == ident("rec", number))


def put_before(number: int, recs: Sequence[int], thread_id: str = "t1", state: str = "delivered") -> list[Wire]:
    events, records = [ident("evt", each) for each in recs], [ident("rec", each) for each in recs]
    return [
        projection(number, thread_id, events, records),
        receipt(number + 1, number, thread_id, events, records, state),
    ]


MANY: list[Wire] = [
    created(1),
    created(2, scope={"paths": ["services/**"]}),
    created(3, scope={"areas": ["docs"], "issue": "BILL-2"}, durability="durable"),
    created(4, scope={"areas": ["docs"]}),
    created(5, scope={"pr": "88", "paths": ["lib/**"]}),
    created(6, scope={"global": True}),
    created(7, scope={"paths": ["lib/**"]}),
    created(8, scope={"areas": ["unheard"]}),
    created(310, 9, scope={"paths": ["**"]}),
    changed(11, 2, 2, status="expired"),
    changed(12, 3, 3, durability="durable"),
    changed(13, 4, 4, status="expired"),
    changed(14, 4, 4, status="superseded"),
    thread(20, "t1", scope={"repo": "billing", "issue": "BILL-1", "areas": ["billing"]}),
    thread(21, "t2", scope={"repo": "billing", "paths": ["lib/a.py"]}),
    thread(260, "t1", "thread.scope_changed", scope={"repo": "billing", "issue": "BILL-3"}),
    relation(30, "derived_from", HERE, {"kind": "message", "id": "m"}, {"correlation_id": "t1"}),
    relation(31, "implements", HERE, record_node(1), {"actor": {"kind": "agent", "id": "t2"}}),
    relation(32, "informed_by", HERE, record_node(4), {"causation_id": "t2"}),
    relation(33, "derived_from", HERE, {"kind": "issue", "id": "BILL-2"}),
    relation(34, "implements", HERE, {"kind": "pr", "id": "88"}),
    relation(35, "informed_by", HERE, record_node(99)),
    relation(36, "derived_from", {"kind": "action", "id": "act-1", "provider": "codex"}, HERE),
    relation(
        37, "informed_by", {"kind": "action", "id": "act-1", "provider": "codex"}, record_node(2), {"actor": AGENT}
    ),
    relation(38, "exposed_to", record_node(7), HERE),
    relation(39, "derived_from", {"kind": "issue", "id": "BILL-1"}, record_node(2)),
    created(40, 20, kind="challenge", status="open", extensions={"fingerpost.challenges-relation": ident("rel", 31)}),
    *put_before(50, [1, 5]),
    *put_before(60, [3], "t2", "exposed"),
    *put_before(70, [8], "t9"),
    *put_before(320, [6]),
]
TRAILERS = (("Fabric-Thread", "t9"), ("Fabric-Implements", ident("rec", 7)))
CAUSAL = ("implements", "informed_by")

CHOSEN = st.sets(st.integers(0, len(MANY) - 1), max_size=len(MANY) // 2)
HELD = st.sets(st.sampled_from([1, 2, 3, 4, 5, 6, 7, 8, 310, 11, 12, 13, 14, 30, 31, 40]))


def is_causal(event: Wire) -> bool:
    return event["payload"].get("relation", {}).get("type") in CAUSAL


def is_runtime(event: Wire) -> bool:
    return str(event["event_type"]).partition(".")[0] in ("thread", "projection", "receipt")


def commit(first: set[int], own: set[int], *, trailer: bool) -> dict[str, CommitFact]:
    return commit_with(
        tree(*own, areas=AREAS),
        tree(*first, areas=AREAS),
        touched=TOUCHED,
        lost=[310],
        trailers=TRAILERS[:1] if trailer else (),
    )


def answer(node: str, events: Sequence[Wire], facts: Mapping[str, CommitFact], declared: Sequence[Edge] = ()) -> Trace:
    return trace_of(node, *events, facts=facts, declared=declared, request=ALL, areas=AREAS)


def availability(claim: Claim) -> tuple[Any, ...]:
    return (claim.existed, claim.in_scope, claim.delivered, claim.exposed, claim.state_then, claim.level)


def names_nobody_read(events: Sequence[Wire]) -> bool:
    """True if a declaration names what may be a thread and was not read: the subject's threads may rest on it."""
    read = {event["payload"]["thread"]["thread_id"] for event in events if event["event_type"].startswith("thread.")}
    named = {
        name
        for event in events
        if is_causal(event)
        for name in (event.get("correlation_id"), event.get("causation_id"), event["actor"].get("id"))
    }
    return not read or not named <= {*read, None}


HEIGHT = {Level.NONE: 0, Level.UNKNOWN: 0, Level.EXISTED: 1, Level.IN_SCOPE: 2, Level.DELIVERED: 3, Level.EXPOSED: 4}


@settings(max_examples=100, deadline=None)
@given(CHOSEN, HELD, HELD, st.booleans(), st.booleans())
def test_without_declarations_nothing_is_declared_and_no_level_rises(
    left_out: set[int], first: set[int], own: set[int], trailer: bool, trailer_declares: bool
) -> None:
    events = [event for number, event in enumerate(MANY) if number not in left_out]
    left = [event for event in events if not is_causal(event)]
    facts = commit(first, own, trailer=trailer)
    declared = trailers_of(("implements", ident("rec", 7))) if trailer_declares else ()
    deleted = {event["event_id"] for event in events if is_causal(event)}
    for node in NODES:
        before, after = answer(node, events, facts, declared), answer(node, left, facts)
        assert not after.claims_with(Verdict.DECLARED)
        found = {claim.record_id: claim for claim in after.claims}
        if before.time != after.time:
            continue  # of an action or an issue the first relation that names it is its clock, and was deleted
        had = {claim.record_id: claim for claim in before.claims}
        assert all(HEIGHT[claim.level] <= HEIGHT[had[record_id].level] for record_id, claim in found.items())
        rests = {tie.event_id for tie in before.threads} | {
            event["event_id"]
            for event in events
            if ident("rel", 34) == event["payload"].get("relation", {}).get("relation_id")
        }
        if not rests & deleted and not names_nobody_read(events):
            for record_id, claim in found.items():
                assert availability(claim) == availability(had[record_id])


@settings(max_examples=100, deadline=None)
@given(CHOSEN, HELD, HELD, st.booleans())
def test_without_the_runtime_nothing_is_delivered_and_nothing_is_denied(
    left_out: set[int], first: set[int], own: set[int], trailer: bool
) -> None:
    events = [event for number, event in enumerate(MANY) if number not in left_out]
    left = [event for event in events if not is_runtime(event)]
    facts = commit(first, own, trailer=trailer)
    for node in NODES:
        had = {claim.record_id: claim for claim in answer(node, events, facts).claims}
        for claim in answer(node, left, facts).claims:
            before = had[claim.record_id]
            assert not claim.delivered.shown
            assert not claim.exposed.shown
            assert claim.in_scope.value is not Value.NO or before.in_scope.value is Value.NO
            assert claim.existed.value is not Value.NO or before.existed.value is Value.NO


@settings(max_examples=50, deadline=None)
@given(CHOSEN, HELD, HELD, st.integers(0, 2**16))
def test_the_order_of_events_and_trailers_changes_nothing(
    left_out: set[int], first: set[int], own: set[int], seed: int
) -> None:
    events = [event for number, event in enumerate(MANY) if number not in left_out]
    shuffled = list(events)
    Random(seed).shuffle(shuffled)
    declared = trailers_of(("informed_by", ident("rec", 5)), ("implements", ident("rec", 7)))
    for node in NODES:
        one = answer(node, events, commit(first, own, trailer=True), declared)
        other = answer(node, shuffled, commit(first, own, trailer=True), declared[::-1])
        assert trace_json(one) == trace_json(other)


@settings(max_examples=50, deadline=None)
@given(CHOSEN, HELD, HELD)
def test_receipts_and_declarations_never_raise_the_lower_steps(
    left_out: set[int], first: set[int], own: set[int]
) -> None:
    events = [event for number, event in enumerate(MANY) if number not in left_out]
    without = [event for event in events if event["event_type"] != "receipt.recorded"]
    facts = commit(first, own, trailer=False)
    for node in NODES:
        had = {claim.record_id: claim for claim in answer(node, events, facts).claims}
        for claim in answer(node, without, facts).claims:
            before = had[claim.record_id]
            assert (claim.existed, claim.in_scope) == (before.existed, before.in_scope)
            assert claim.state_then == before.state_then


@settings(max_examples=50, deadline=None)
@given(CHOSEN, HELD, HELD)
def test_every_record_has_one_claim_and_none_is_only_counted(
    left_out: set[int], first: set[int], own: set[int]
) -> None:
    events = [event for number, event in enumerate(MANY) if number not in left_out]
    facts = commit(first, own, trailer=True)
    for node in NODES:
        every, some = answer(node, events, facts), trace_of(node, *events, facts=facts, areas=AREAS)
        ids = [claim.record_id for claim in every.claims]
        assert len(ids) == len(set(ids))
        assert {event["payload"]["record"]["record_id"] for event in events if "record" in event["payload"]} <= set(ids)
        assert some.claims == tuple(claim for claim in every.claims if claim.verdict is not Verdict.NONE)
        assert (some.none_not_listed, every.none_not_listed) == (len(every.claims) - len(some.claims), 0)
        assert list(every.claims) == sorted(every.claims, key=lambda claim: claim.order)


def whole(**facts: Any) -> Trace:
    return answer(
        f"commit:{COMMIT}",
        MANY,
        commit_with(tree(*range(1, 50), areas=AREAS), tree(*range(1, 50), areas=AREAS), **facts),
    )


@pytest.mark.parametrize(
    ("number", "verdict", "level"),
    [
        (1, Verdict.DECLARED, Level.DELIVERED),
        (2, Verdict.NONE, Level.EXISTED),  # expired then
        (3, Verdict.AVAILABLE, Level.EXPOSED),  # by the actor's thread
        (4, Verdict.DECLARED, Level.IN_SCOPE),  # contested, which is in force
        (5, Verdict.AVAILABLE, Level.DELIVERED),
        (6, Verdict.AVAILABLE, Level.IN_SCOPE),
        (7, Verdict.AVAILABLE, Level.IN_SCOPE),
        (8, Verdict.UNKNOWN, Level.EXISTED),
        (9, Verdict.NONE, Level.NONE),
        (99, Verdict.DECLARED, Level.UNKNOWN),
    ],
)
def test_verdict_and_level(number: int, verdict: Verdict, level: Level) -> None:
    found = of(whole(touched=("docs/a.md",)), number)
    assert (found.verdict, found.level) == (verdict, level)


def test_a_receipt_that_counts_stands_above_a_scope_that_does_not_cover() -> None:
    events = [created(1, scope={"paths": ["lib/**"]}), thread(20, "t1", scope={"paths": ["docs/**"]}), MANY[16]]
    facts = commit_with(tree(1), tree(1), touched=("docs/a.md",))
    without = of(answer(f"commit:{COMMIT}", events, facts), 1)
    assert (without.in_scope.value, without.in_scope.basis) == (Value.NO, "thread")
    assert (without.verdict, without.level) == (Verdict.NONE, Level.EXISTED)
    found = of(answer(f"commit:{COMMIT}", [*events, *put_before(50, [1])], facts), 1)
    assert found.in_scope == without.in_scope
    assert (found.verdict, found.level) == (Verdict.AVAILABLE, Level.DELIVERED)


def test_a_trailer_declares_on_the_word_of_nobody_named() -> None:
    declared = trailers_of(("implements", f"{ident('rec', 1)}, {ident('rec', 42)}"))
    facts = commit_with(tree(1), tree())
    trace = trace_of(f"commit:{COMMIT}", created(1), facts=facts, declared=declared)
    for number, level in ((1, Level.EXISTED), (42, Level.UNKNOWN)):
        found = of(trace, number)
        [cause] = found.causality
        assert (found.verdict, found.level) == (Verdict.DECLARED, level)
        assert (cause.edge.event_id, cause.edge.relation_id, cause.edge.actor, cause.edge.trust) == (None,) * 4
        assert cause.edge.trailer == f"Fabric-Implements: {ident('rec', 1)}, {ident('rec', 42)}"
        assert cause.disputed_by == ()
    assert "FP712" in trace.problems
    assert [edge.target.id for edge in trace.declared] == [ident("rec", 1), ident("rec", 42)]


def test_a_declaration_by_event_and_by_trailer_are_two_causes() -> None:
    declared = trailers_of(("implements", ident("rec", 1)), ("informed_by", ident("rec", 1)))
    event = relation(2, "implements", HERE, record_node(1))
    found = of(trace_of(f"commit:{COMMIT}", created(1), event, declared=declared), 1)
    assert [(cause.edge.type, cause.edge.event_id) for cause in found.causality] == [
        ("implements", None),
        ("informed_by", None),
        ("implements", ident("evt", 2)),
    ]


def test_a_record_shows_the_commits_whose_trailers_follow_it() -> None:
    trace = trace_of(ident("rec", 1), created(1), declared=trailers_of(("implements", ident("rec", 1))))
    assert [edge.source.id for edge in trace.declared_of] == [COMMIT]
    assert trace.claims == ()


def test_the_names_of_trailers_are_configured() -> None:
    facts = commit_with(tree(1), tree(1), trailers=[("Worked-In", " t1 "), ("Fabric-Thread", "t2")])
    events = [created(1), thread(20, "t1"), thread(21, "t2")]
    trace = trace_of(f"commit:{COMMIT}", *events, facts=facts, trailer_names=TrailerNames(thread=("worked-in",)))
    assert [(found.thread_id, found.basis) for found in trace.threads] == [("t1", "trailer")]


@pytest.mark.parametrize(
    ("events", "held", "suspect"),
    [
        ([created(1)], (1,), False),
        ([created(1), changed(5, 1, 1, status="expired")], (1, 5), True),
        ([created(1), changed(5, 1, 1, status="expired")], (1,), True),
        ([created(1), changed(5, 1, 1, status="expired"), changed(6, 1, 1)], (1,), True),
        ([created(1), changed(5, 1, 1, status="active")], (1, 5), False),
    ],
    ids=["in force", "over then", "over since", "contested now", "a change that ends nothing"],
)
def test_a_declaration_of_what_was_over_or_is_by_now_is_a_problem(
    events: list[Wire], held: tuple[int, ...], suspect: bool
) -> None:
    declared = relation(2, "implements", HERE, record_node(1))
    facts = commit_with(tree(*held), tree(*held))
    trace = trace_of(f"commit:{COMMIT}", *events, declared, facts=facts)
    assert ("FP710" in trace.problems) is suspect


def test_the_config_of_the_tree_says_what_an_area_is() -> None:
    record = created(1, scope={"areas": ["billing"]})
    touched = ("services/billing/x.py",)
    node = f"commit:{COMMIT}"
    for first, own, examined, expected in (
        (tree(1, areas=AREAS), tree(1), {}, Value.YES),
        (tree(1), tree(1, areas=AREAS), AREAS, Value.UNKNOWN),
        (tree(), tree(1, areas=AREAS), {}, Value.YES),
        (tree(areas=AREAS), tree(areas=AREAS), {}, Value.UNKNOWN),
        (tree(), tree(), AREAS, Value.YES),
    ):
        facts = commit_with(own, first, touched=touched)
        assert of(trace_of(node, record, facts=facts, areas=examined), 1).in_scope.value is expected


def test_at_is_not_after() -> None:
    events = [created(1), MANY[16], thread(20, "t1"), *put_before(50, [1])]
    events[-1]["payload"]["receipt"]["occurred_at"] = at(300)
    assert of(answer(f"commit:{COMMIT}", events, commit_with(tree(1), tree(1))), 1).delivered.shown
