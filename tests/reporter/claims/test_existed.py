"""Whether a record was there: a table of the contract's clauses, for commits by git's trees and else by the clock."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.events import Wire, as_bytes, at, changed, created, ident, record_node, relation, stores_of, thread
from support.traces import COMMIT, commit_with, trace_of, tree

from fingerpost.ledger.build import build_history
from fingerpost.ledger.events import Event
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.reporter.claims.claim import Claim, Existed, Level, Value, Verdict
from fingerpost.reporter.claims.facts import CommitFact, TreeThen
from fingerpost.reporter.claims.ladder import Ladder
from fingerpost.reporter.claims.subjects import find_subject, parse_node
from fingerpost.reporter.graph.provenance import Provenance
from fingerpost.reporter.traces.trace import Request, Trace
from fingerpost.repository.source import StoreName

ALL = Request(all=True)


def of(trace: Trace, number: int = 1) -> Claim:
    return next(claim for claim in trace.claims if claim.record_id == ident("rec", number))


def existed(facts: dict[str, CommitFact], *events: Wire, number: int = 1) -> Existed:
    return of(trace_of(f"commit:{COMMIT}", *events, facts=facts, request=ALL), number).existed


def yes(basis: str, number: int = 1) -> Existed:
    return Existed(Value.YES, basis, ident("evt", number))


def dated(number: int, when: str) -> Wire:
    return created(number, 1, event={"occurred_at": when})


IN_ITS_SECOND = at(300).replace("Z", ".5Z")
JUST_BEFORE = at(299).replace("00Z", "59.999Z")


@pytest.mark.parametrize(
    ("facts", "creation", "expected"),
    [
        pytest.param(commit_with(tree(1), tree(1)), created(1), yes("tree"), id="in the first parent's tree"),
        pytest.param(
            commit_with(tree(1), tree(1)), dated(1, at(310)), yes("tree"), id="there, whatever its clock says"
        ),
        pytest.param(commit_with(tree(), tree(1)), created(1), yes("tree"), id="removed by the commit itself"),
        pytest.param(commit_with(tree(1), tree()), created(1), yes("own_tree"), id="added, or brought by a merge"),
        pytest.param(commit_with(tree(1)), created(1), yes("own_tree"), id="in a root commit"),
        pytest.param(commit_with(tree(1), tree()), dated(1, at(310)), yes("own_tree"), id="added, with a late clock"),
        pytest.param(commit_with(tree(), tree()), created(1), yes("time"), id="dated earlier, elsewhere"),
        pytest.param(commit_with(tree(), tree()), dated(1, JUST_BEFORE), yes("time"), id="a moment earlier"),
        pytest.param(commit_with(tree(), tree(), lost=[1]), created(1), yes("time"), id="lost, and dated earlier"),
        pytest.param(commit_with(tree(), tree()), dated(1, at(301)), Existed(Value.NO), id="in no tree, dated later"),
        pytest.param(commit_with(tree(), tree(), lost=[1]), dated(1, at(301)), Existed(), id="lost, and dated later"),
        pytest.param(commit_with(tree(), tree()), dated(1, at(300)), Existed(), id="dated at the commit's second"),
        pytest.param(commit_with(tree(), tree()), dated(1, IN_ITS_SECOND), Existed(), id="dated within its second"),
        pytest.param(
            commit_with(tree(), tree()), dated(1, "2026-03-02T11:00:00-03:00"), Existed(), id="in other zones"
        ),
        pytest.param({COMMIT: CommitFact("exact", COMMIT, instant(at(300)))}, created(1), Existed(), id="shallow"),
        pytest.param({COMMIT: CommitFact("missing")}, created(1), Existed(), id="missing"),
        pytest.param({COMMIT: CommitFact("opaque")}, created(1), Existed(), id="opaque"),
        pytest.param({COMMIT: CommitFact("ambiguous")}, created(1), Existed(), id="ambiguous"),
    ],
)
def test_of_a_commit_git_says_it_then_the_clock(
    facts: dict[str, CommitFact], creation: Wire, expected: Existed
) -> None:
    assert existed(facts, creation) == expected


def test_what_did_not_exist_has_no_level_and_no_part() -> None:
    claim = of(trace_of(f"commit:{COMMIT}", created(310, 1), facts=commit_with(tree(), tree()), request=ALL))
    assert (claim.level, claim.verdict, claim.state_then) == (Level.NONE, Verdict.NONE, "unknown")
    assert (claim.in_scope.value, claim.in_scope.basis) == (Value.UNKNOWN, None)


def test_a_declared_record_that_nobody_created_is_unknown() -> None:
    declared = relation(2, "implements", {"kind": "commit", "id": COMMIT}, record_node(9))
    claim = of(trace_of(f"commit:{COMMIT}", declared, facts=commit_with(tree(), tree())), 9)
    assert (claim.existed, claim.verdict, claim.level) == (Existed(), Verdict.DECLARED, Level.UNKNOWN)


@pytest.mark.parametrize("first", [(5,), (5, 6)])
def test_of_several_creations_any_that_was_there_counts(first: tuple[int, ...]) -> None:
    events = [dated(5, at(310)), dated(6, at(20))]
    assert existed(commit_with(tree(5, 6), tree(*first)), *events) == yes("tree", 5)
    assert existed(commit_with(tree(6), tree()), *events) == yes("own_tree", 6)
    assert existed(commit_with(tree(), tree()), *events) == yes("time", 6)


def only_read_there(event: Wire) -> Event:
    """An event as a tree has it that nothing else does."""
    return load(stores_of(event)).events[0]


def with_altered(*present: int, **altered: Event | None) -> TreeThen:
    held = tree(*present, *(int(name[1:]) for name in altered))
    return replace(held, altered={ident("evt", int(name[1:])): event for name, event in altered.items()})


def test_a_record_that_only_a_tree_has_gets_a_claim() -> None:
    held = with_altered(e7=only_read_there(created(7)))
    claim = of(trace_of(f"commit:{COMMIT}", created(1), facts=commit_with(held, tree()), request=ALL), 7)
    assert (claim.existed, claim.state_then) == (yes("own_tree", 7), "active")
    assert (claim.state_now, claim.tier) == ("unknown", "unknown")


def test_a_file_that_was_altered_since_counts_as_the_tree_has_it() -> None:
    held = with_altered(e1=only_read_there(created(1, 2)))
    facts = commit_with(held, held)
    assert existed(facts, dated(1, at(310))) == Existed(Value.NO)
    assert existed(facts, dated(1, at(310)), number=2) == yes("tree")


def test_a_file_that_cannot_be_interpreted_there_leaves_it_open() -> None:
    facts = commit_with(with_altered(e1=None), tree())
    assert existed(facts, dated(1, at(310))) == Existed()
    assert existed(facts, dated(1, at(20))) == yes("time")


@pytest.mark.parametrize(
    ("minute", "expected"),
    [(40, yes("time")), (50, yes("time")), (51, Existed(Value.NO))],
    ids=["earlier", "at its time", "later"],
)
@pytest.mark.parametrize("node", ["issue:BILL-1", "action:codex:act-1"])
def test_of_anything_else_the_clock_says_it(node: str, minute: int, expected: Existed) -> None:
    kind, *provider, identifier = node.split(":")
    end = {"kind": kind, "id": identifier, **({"provider": provider[0]} if provider else {})}
    told = relation(50, "derived_from", end, {"kind": "message", "id": "m"})
    answer = trace_of(node, dated(1, at(minute)), told, request=ALL)
    assert of(answer).existed == expected


def test_a_thread_has_the_time_of_its_first_event() -> None:
    events = [created(1), created(30), thread(20, "t1"), thread(40, "t1", "thread.scope_changed")]
    answer = trace_of("thread:t1", *events, request=ALL)
    assert (of(answer).existed, of(answer, 30).existed) == (yes("time"), Existed(Value.NO))


def test_without_a_time_nobody_knows() -> None:
    assert of(trace_of("message:never-seen", created(1))).existed == Existed()


def test_copies_that_differ_are_creations_each() -> None:
    stores = stores_of(created(1))
    shared = next(store for store in stores if store.name is StoreName.SHARED)
    shared.files["copy.json"] = as_bytes(created(1, 2))
    reading = load(stores)
    provenance = Provenance(build_history(reading))
    for facts, first, second in (
        (commit_with(tree(1), tree(1)), yes("tree"), yes("time")),  # the tree holds the tracked copy alone
        (commit_with(tree(), tree()), yes("time"), yes("time")),
    ):
        subject = find_subject(parse_node(f"commit:{COMMIT}", provenance), provenance, facts)
        fact = facts[COMMIT]
        claims, _ = Ladder(provenance, {}, reading.divergent).claims(subject, threads=(), time=fact.time, fact=fact)
        found = {claim.record_id: claim for claim in claims}
        assert found[ident("rec", 1)].existed == first
        assert found[ident("rec", 2)].existed == second


def test_a_change_creates_nothing() -> None:
    answer = trace_of(
        f"commit:{COMMIT}", created(310, 1), changed(2, 1, 310), facts=commit_with(tree(2), tree(2)), request=ALL
    )
    assert of(answer).existed == Existed(Value.NO)
