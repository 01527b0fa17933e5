"""The state of a record as a subject had it: from a tree's events alone, or from all that is dated not after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    Wire,
    as_bytes,
    at,
    changed,
    created,
    ident,
    record_node,
    relation,
    stores_of,
)
from support.traces import COMMIT, commit_with, trace_of, tree

from fingerpost.ledger.build import build_history
from fingerpost.ledger.events import Event
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.reporter.claims.claim import Claim, Value, Verdict
from fingerpost.reporter.claims.facts import CommitFact, TreeThen
from fingerpost.reporter.claims.revision_index import RevisionIndex
from fingerpost.reporter.claims.state_then import InTree, UpTo
from fingerpost.reporter.traces.trace import Request
from fingerpost.repository.source import StoreName

ALL = Request(all=True)
NOWHERE = commit_with(tree(), tree())


def claim_of(facts: dict[str, CommitFact], *events: Wire, number: int = 1) -> Claim:
    answer = trace_of(f"commit:{COMMIT}", *events, facts=facts, request=ALL)
    return next(claim for claim in answer.claims if claim.record_id == ident("rec", number))


def then(facts: dict[str, CommitFact], *events: Wire, number: int = 1) -> str:
    return claim_of(facts, *events, number=number).state_then


def here(*numbers: int) -> dict[str, CommitFact]:
    """The commit, whose parent's tree holds these events; its own holds all."""
    return commit_with(tree(*range(1, 100)), tree(*numbers))


CHAIN = [created(1), changed(2, 1, 1, status="superseded"), changed(3, 1, 2, status="active")]
FORK = [created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, status="discarded")]


@pytest.mark.parametrize(
    ("held", "events", "expected"),
    [
        pytest.param((1,), CHAIN, "active", id="before any change"),
        pytest.param((1, 2), CHAIN, "superseded", id="after the first"),
        pytest.param((1, 2, 3), CHAIN, "active", id="after both"),
        pytest.param((1, 3), CHAIN, "active", id="a change whose parent is elsewhere is not placed"),
        pytest.param((1,), FORK, "active", id="before the fork"),
        pytest.param((1, 2), FORK, "expired", id="one branch alone"),
        pytest.param((1, 3), FORK, "discarded", id="the other branch alone"),
        pytest.param((1, 2, 3), FORK, "contested", id="both branches"),
        pytest.param((1, 5), [created(1), created(5, 1)], "contested", id="created twice"),
        pytest.param((5,), [created(1), created(5, 1, status="expired")], "expired", id="one of two creations alone"),
        pytest.param((1,), [created(1, kind="challenge", status="open")], "open", id="a challenge"),
    ],
)
def test_a_tree_alone_says_the_state(held: tuple[int, ...], events: list[Wire], expected: str) -> None:
    found = claim_of(here(*held), *events)
    assert (found.existed.basis, found.state_then) == ("tree", expected)


def test_what_the_commit_itself_changes_does_not_count_for_what_its_parent_had() -> None:
    assert then(commit_with(tree(1, 2), tree(1)), *CHAIN) == "active"
    assert then(commit_with(tree(1, 2), tree()), *CHAIN) == "superseded"  # a merge that brings both in


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ((10, 20, 30), "active"),
        ((10, 20, 310), "superseded"),
        ((10, 310, 20), "active"),  # its parent was not there yet
        ((10, 300, 310), "superseded"),  # at the commit's very second
    ],
)
def test_elsewhere_the_clock_says_which_events_were_there(times: tuple[int, ...], expected: str) -> None:
    events = [{**event, "occurred_at": at(minute)} for event, minute in zip(CHAIN, times, strict=True)]
    found = claim_of(NOWHERE, *events)
    assert (found.existed.basis, found.state_then) == ("time", expected)


def test_a_change_within_the_commits_second_came_after_it() -> None:
    late = {**CHAIN[1], "occurred_at": at(300).replace("Z", ".25Z")}
    assert then(NOWHERE, CHAIN[0], late) == "active"


def test_a_fork_that_came_later_is_none_then() -> None:
    events = [FORK[0], FORK[1], {**FORK[2], "occurred_at": at(310)}]
    assert then(NOWHERE, *events) == "expired"
    assert then(NOWHERE, *FORK) == "contested"


def test_over_by_then_is_not_judged_by_scope() -> None:
    events = [created(1, scope={"global": True}), *CHAIN[1:]]
    found = claim_of(here(1, 2), *events)
    assert (found.in_scope.value, found.in_scope.basis, found.verdict) == (Value.UNKNOWN, None, Verdict.NONE)
    assert claim_of(here(1), *events).verdict is Verdict.AVAILABLE


def test_a_change_that_only_a_file_of_the_tree_gives_a_parent_is_placed_there() -> None:
    held = altered(tree(1, 2, 3), 2, changed(2, 1, 1, status="superseded"))
    events = [created(1), changed(3, 1, 2, status="expired")]  # of what was read nothing is its parent
    assert then(commit_with(held, held), *events) == "expired"
    assert then(here(1, 3), *events) == "active"


def settlement(number: int, **extension: Any) -> list[Wire]:
    """A record that settles the fork of record 1, and its relation."""
    said = {
        "record_id": ident("rec", 1),
        "parent_event_id": ident("evt", 1),
        "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
        "kept": None,
        **extension,
    }
    return [
        created(number, extensions={"fingerpost.settles": said}),
        relation(number + 1, "supersedes", record_node(number), record_node(1)),
    ]


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ((1, 2, 3), "contested"),
        ((1, 2, 3, 20), "contested"),  # the relation is missing there
        ((1, 2, 3, 21), "contested"),  # and here the settling record
        ((1, 2, 3, 20, 21), "settled"),
        ((1, 2, 20, 21), "expired"),  # nothing was in dispute yet
        ((1, 2, 3, 4, 20, 21), "contested"),  # a third branch, which it does not name
        ((1, 2, 3, 20, 21, 22), "contested"),  # the settling record is over
    ],
)
def test_settlements_are_judged_by_what_the_tree_has(held: tuple[int, ...], expected: str) -> None:
    third = changed(4, 1, 1, status="active")
    events = [*FORK, third, *settlement(20), changed(22, 20, 20, status="expired")]
    assert then(here(*held), *events) == expected


def test_a_settlement_by_the_clock() -> None:
    late = [{**event, "occurred_at": at(310)} for event in settlement(20)]
    assert then(NOWHERE, *FORK, *settlement(20)) == "settled"
    assert then(NOWHERE, *FORK, *late) == "contested"


def test_a_weak_settlement_settles_nothing_in_a_tree_either() -> None:
    weak = [{**event, "actor": AGENT, "trust": AGENT_ASSERTED} for event in settlement(20)]
    assert then(here(1, 2, 3, 20, 21), *FORK, *weak) == "contested"


def read_there(event: Wire) -> Event:
    return load(stores_of(event)).events[0]


def altered(held: TreeThen, number: int, event: Wire | None) -> TreeThen:
    """The tree, with this event as it is there; None where its file cannot be interpreted."""
    here = read_there(event) if event is not None else None
    return replace(held, altered={**held.altered, ident("evt", number): here})


def test_a_file_that_was_altered_since_speaks_as_the_tree_has_it() -> None:
    held = altered(tree(1, 2), 2, changed(2, 1, 1, status="discarded"))
    assert then(commit_with(held, held), *CHAIN) == "discarded"


def test_a_file_of_the_tree_that_nothing_else_has_counts() -> None:
    held = altered(tree(1, 9), 9, changed(9, 1, 1, status="expired"))
    assert then(commit_with(held, held), created(1)) == "expired"
    assert then(commit_with(held, held), created(1), changed(2, 1, 1, status="active")) == "expired"


def test_what_cannot_be_interpreted_there_leaves_the_state_open() -> None:
    held = altered(tree(1, 2), 2, None)
    found = claim_of(commit_with(held, held), *CHAIN)
    assert (found.existed.value, found.state_then, found.verdict) == (Value.YES, "unknown", Verdict.UNKNOWN)


def test_of_rival_copies_a_tree_has_the_tracked_one_alone() -> None:
    stores = stores_of(created(1), changed(2, 1, 1, status="expired"))
    shared = next(store for store in stores if store.name is StoreName.SHARED)
    shared.files["copy.json"] = as_bytes(changed(2, 1, 1, status="discarded"))
    reading = load(stores)
    index = RevisionIndex(build_history(reading), reading.divergent)
    record_id = ident("rec", 1)
    assert index.history.records[record_id].state == "contested"
    assert InTree(index, tree(1, 2)).then(record_id).state == "expired"
    assert InTree(index, tree(1)).then(record_id).state == "active"
    assert UpTo(index, {}, instant(at(300))).then(record_id).state == "contested"
    assert UpTo(index, {}, instant(at(1))).then(record_id).state == "active"


def test_an_event_that_only_the_shared_store_has_now_was_tracked_in_the_tree() -> None:
    stores = stores_of(*FORK)
    ledger = next(store for store in stores if store.name is StoreName.LEDGER)
    shared = next(store for store in stores if store.name is StoreName.SHARED)
    for event in settlement(20):
        shared.files[f"{event['event_id']}.json"] = as_bytes(event)
    reading = load(stores)
    index = RevisionIndex(build_history(reading), reading.divergent)
    held = tree(1, 2, 3, 20, 21)
    assert index.history.records[ident("rec", 1)].state == "contested"  # no settlement, as it is not tracked
    for there in (held, altered(altered(held, 20, settlement(20)[0]), 21, settlement(20)[1])):
        assert InTree(index, there).then(ident("rec", 1)).state == "settled"
    assert ledger.files


RECORDS = 4
STATUSES = st.sampled_from(["active", "expired", "superseded"])
CHANGES = st.lists(st.tuples(st.integers(1, RECORDS), st.integers(1, 12), STATUSES, st.integers(1, 60)), max_size=9)


def story(changes: list[tuple[int, int, str, int]]) -> list[Wire]:
    """Creations, then changes below any event that was before: chains, forks, holes and changes of other records."""
    events = [created(number) for number in range(1, RECORDS + 1)]
    for place, (record, parent, status, minute) in enumerate(changes):
        number = RECORDS + 1 + place
        below = min(parent, number - 1)
        events.append(changed(number, record, below, {"occurred_at": at(minute)}, status=status))
    return events


@settings(max_examples=100, deadline=None)
@given(CHANGES, st.sets(st.integers(1, RECORDS + 9)), st.integers(1, 60))
def test_it_is_the_state_that_a_ledger_of_those_events_alone_has(
    changes: list[tuple[int, int, str, int]], held: set[int], minute: int
) -> None:
    events = story(changes)
    reading = load(stores_of(*events))
    index = RevisionIndex(build_history(reading), reading.divergent)
    in_tree, up_to = InTree(index, tree(*held)), UpTo(index, {}, instant(at(minute)))
    for ledger, kept in (
        (in_tree, [event for event in events if event["event_id"] in in_tree.tree.present]),
        (up_to, [event for event in events if instant(event["occurred_at"]) <= instant(at(minute))]),
    ):
        alone = build_history(load(stores_of(*kept))).records
        for record_id, record in alone.items():
            assert ledger.then(record_id).state == record.state
