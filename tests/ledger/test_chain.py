from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import PATHS, MemoryStore, Wire, as_bytes, changed, created, ident, stores_of

from fingerpost.ledger import chain
from fingerpost.ledger.build import build_history
from fingerpost.ledger.copies import record_of
from fingerpost.ledger.history import ConflictKind, History, Misplacement, RecordHistory, Standing
from fingerpost.ledger.load import load
from fingerpost.repository.source import StoreName


def history(*events: Wire) -> History:
    return build_history(load(stores_of(*events)))


def test_a_chain_is_walked_along_its_parents_whatever_the_times_say() -> None:
    told = history(
        created(1, durability="candidate"),
        changed(
            3, 1, 1, durability="durable", lifecycle_reason="confirmed", event={"occurred_at": "2026-03-09T00:00:00Z"}
        ),
        changed(2, 1, 3, status="expired", event={"occurred_at": "2026-03-01T00:00:00Z"}),
    )
    record = told.records[ident("rec", 1)]
    assert [event.event_id for event in record.revisions] == [ident("evt", 1), ident("evt", 3), ident("evt", 2)]
    assert (record.status, record.durability, record.lifecycle_reason) == ("expired", "durable", "confirmed")
    assert record.conflict is None
    assert told.unplaced == []


def test_competing_children_stop_the_chain_and_every_branch_is_kept() -> None:
    told = history(
        created(1),
        changed(2, 1, 1, status="expired"),
        changed(3, 1, 1, durability="durable"),
        changed(4, 1, 3, status="discarded"),
        changed(5, 1, 3, status="expired"),
    )
    record = told.records[ident("rec", 1)]
    assert record.status == "active"
    assert record.state == "contested"
    assert record.head.event_id == ident("evt", 1)
    conflict = record.conflict
    assert conflict is not None
    assert conflict.kind is ConflictKind.COMPETING_CHILDREN
    assert conflict.parent_event_id == ident("evt", 1)
    assert conflict.competing_event_ids == (ident("evt", 2), ident("evt", 3))
    below = {branch.child.event_id: [event.event_id for event in branch.following] for branch in conflict.branches}
    assert below == {ident("evt", 2): [], ident("evt", 3): [ident("evt", 4), ident("evt", 5)]}
    assert told.unplaced == []


def test_identical_competing_changes_are_a_fork_too() -> None:
    told = history(created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, status="expired"))
    assert told.records[ident("rec", 1)].state == "contested"


def test_a_record_created_twice_chooses_neither_creation() -> None:
    told = history(created(1), created(2, rec=1, text="Another direction"), changed(3, 1, 2, status="expired"))
    record = told.records[ident("rec", 1)]
    assert record.conflict is not None
    assert record.conflict.kind is ConflictKind.CREATED_TWICE
    assert not record.text_known
    assert [event.event_id for event in record.conflict.versions] == [ident("evt", 1), ident("evt", 2)]
    assert [len(branch.following) for branch in record.conflict.branches] == [0, 1]


def why(told: History) -> dict[str, Misplacement]:
    return {item.event.event_id: item.why for item in told.unplaced}


def test_changes_that_no_chain_reaches_are_kept_with_why() -> None:
    told = history(
        created(1),
        created(2),
        changed(10, 1, 99),
        changed(11, 1, 10),
        changed(12, 1, 2),
        changed(13, 1, 14),
        changed(14, 1, 13),
        changed(15, 1, 15),
        changed(16, 1, 13),
        changed(17, 77, 1),
    )
    assert why(told) == {
        ident("evt", 10): Misplacement.MISSING_PARENT,
        ident("evt", 11): Misplacement.BEHIND,
        ident("evt", 12): Misplacement.FOREIGN_PARENT,
        ident("evt", 13): Misplacement.CYCLE,
        ident("evt", 14): Misplacement.CYCLE,
        ident("evt", 15): Misplacement.CYCLE,
        ident("evt", 16): Misplacement.BEHIND,
        ident("evt", 17): Misplacement.UNKNOWN_RECORD,
    }
    record = told.records[ident("rec", 1)]
    assert record.conflict is not None
    assert record.conflict.kind is ConflictKind.CYCLE
    assert record.status == "active"


def test_a_hole_that_an_unreadable_file_makes_is_told_as_that() -> None:
    stores = stores_of(created(1), changed(3, 1, 2), changed(5, 4, 4))
    broken = created(4)
    del broken["trust"]
    stores[0].add(broken)
    stores[0].files[f"{ident('evt', 2)}.json"] = b"{"
    told = build_history(load(stores))
    assert why(told) == {
        ident("evt", 3): Misplacement.UNREADABLE_PARENT,
        ident("evt", 5): Misplacement.UNREADABLE_PARENT,
    }


def test_divergent_tracked_and_shared_copies_leave_the_tracked_one_speaking() -> None:
    tracked = MemoryStore().add(created(1, text="As every clone sees it"))
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(created(1, text="As this machine has it"))
    record = build_history(load([tracked, shared])).records[ident("rec", 1)]
    assert record.conflict is not None
    assert record.conflict.kind is ConflictKind.DIVERGENT_COPIES
    assert record.record.text == "As every clone sees it"
    assert record.text_known
    assert [event.origin.store for event in record.conflict.versions] == [StoreName.LEDGER, StoreName.SHARED]


def test_two_tracked_copies_that_differ_leave_the_text_unknown() -> None:
    tracked = MemoryStore().add(created(1), changed(2, 1, 1, status="expired"))
    tracked.files["copy.json"] = as_bytes(created(1, text="Another text"))
    record = build_history(load([tracked])).records[ident("rec", 1)]
    assert not record.text_known
    assert record.contested
    assert record.conflict is not None
    assert all(len(branch.following) == 1 for branch in record.conflict.branches)


def test_a_state_change_with_two_tracked_versions_is_not_walked_over() -> None:
    tracked = MemoryStore().add(created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 2, durability="durable"))
    tracked.files["copy.json"] = as_bytes(changed(2, 1, 1, status="discarded"))
    told = build_history(load([tracked]))
    record = told.records[ident("rec", 1)]
    assert (record.status, record.durability) == ("active", "candidate")
    assert record.contested
    assert told.unplaced == []


def ledger_with(*events: Wire, copies: list[Wire]) -> MemoryStore:
    """A tracked ledger in which some events have another copy under a name that sorts first, or last."""
    tracked = MemoryStore().add(*events)
    for number, copy in enumerate(copies):
        tracked.files[f"{'a' if number % 2 else 'z'}-copy-{number}.json"] = as_bytes(copy)
    return tracked


def kinds(record: RecordHistory) -> list[ConflictKind]:
    return [conflict.kind for conflict in record.conflicts]


@pytest.mark.parametrize("swapped", [False, True])
def test_copies_that_name_two_records_make_both_contested(swapped: bool) -> None:
    one, other = changed(3, 1, 1, status="expired"), changed(3, 2, 2, status="discarded")
    if swapped:
        one, other = other, one
    told = build_history(load([ledger_with(created(1), created(2), one, changed(4, 2, 3), copies=[other])]))
    for number in (1, 2):
        record = told.records[ident("rec", number)]
        assert (record.state, record.status, len(record.revisions)) == ("contested", "active", 1)
        assert kinds(record) == [ConflictKind.DIVERGENT_COPIES]
        assert len(record.conflicts[0].versions) == 2
        assert [record_of(branch.child) for branch in record.conflicts[0].branches] == [record.record_id]
    assert [len(told.records[ident("rec", n)].conflicts[0].branches[0].following) for n in (1, 2)] == [0, 1]
    assert told.unplaced == []


def test_copies_under_two_parents_of_one_record_let_neither_parent_be_chosen() -> None:
    events = created(1), changed(2, 1, 1, durability="durable"), changed(3, 1, 1)
    record = build_history(load([ledger_with(*events, copies=[changed(3, 1, 2)])])).records[ident("rec", 1)]
    assert kinds(record) == [ConflictKind.COMPETING_CHILDREN, ConflictKind.DIVERGENT_COPIES]
    assert record.head.event_id == ident("evt", 1)


def test_a_shared_copy_about_another_record_makes_that_record_contested_too() -> None:
    tracked = MemoryStore().add(created(1), created(2), changed(3, 1, 1, status="expired"))
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(changed(3, 2, 2, status="discarded"))
    told = build_history(load([tracked, shared]))
    one, two = told.records[ident("rec", 1)], told.records[ident("rec", 2)]
    assert (one.state, one.status, two.state, two.status) == ("contested", "expired", "contested", "active")


def test_copies_of_which_none_is_tracked_leave_the_text_unknown() -> None:
    own = MemoryStore(StoreName.ACTIVE, PATHS[StoreName.ACTIVE]).add(created(1, durability="live"))
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(created(1, durability="live", text="Other"))
    assert not build_history(load([own, shared])).records[ident("rec", 1)].text_known


def test_a_creation_whose_copies_name_two_records_tells_the_text_of_neither() -> None:
    told = build_history(load([ledger_with(created(1), copies=[created(1, rec=2)])]))
    assert {key: (record.text_known, record.state) for key, record in told.records.items()} == {
        ident("rec", number): (False, "contested") for number in (1, 2)
    }


def test_a_record_that_only_an_overruled_copy_creates_is_there_without_a_text() -> None:
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(created(1, rec=2))
    told = build_history(load([MemoryStore().add(created(1)), shared]))
    assert (told.records[ident("rec", 1)].text_known, told.records[ident("rec", 2)].text_known) == (True, False)


def test_copies_that_differ_on_a_branch_are_a_conflict_of_their_own() -> None:
    fork = created(1), changed(2, 1, 1), changed(3, 1, 1), changed(4, 1, 3)
    record = build_history(load([ledger_with(*fork, copies=[changed(4, 1, 3, status="discarded")])])).records
    assert kinds(record[ident("rec", 1)]) == [ConflictKind.COMPETING_CHILDREN, ConflictKind.DIVERGENT_COPIES]


def test_a_copy_whose_place_nobody_can_tell_is_unplaced_once_for_each_place_it_names() -> None:
    told = build_history(load([ledger_with(created(1), changed(5, 1, 8), copies=[changed(5, 7, 1)])]))
    assert [(item.event.event_id, item.why) for item in told.unplaced] == [
        (ident("evt", 5), Misplacement.UNKNOWN_RECORD),
        (ident("evt", 5), Misplacement.MISSING_PARENT),
    ]
    assert told.records[ident("rec", 1)].contested


def test_a_record_of_which_no_version_is_chosen_stands_as_every_version_ends() -> None:
    told = history(
        created(1, status="accepted", scope={"issue": "A-1"}),
        created(2, rec=1, durability="durable", scope={"issue": "B-1"}),
        changed(3, 1, 2, status="expired"),
        changed(4, 1, 3, durability="candidate"),
        changed(5, 1, 3, status="discarded"),
    )
    record = told.records[ident("rec", 1)]
    assert [(each.status, each.durability, each.scope.issue) for each in record.standings] == [
        ("accepted", "candidate", "A-1"),
        ("discarded", "durable", "B-1"),
        ("expired", "candidate", "B-1"),
    ]
    assert record.state == "contested"
    assert record.in_force
    ended = history(created(1, status="expired"), created(2, rec=1, status="discarded")).records[ident("rec", 1)]
    assert not ended.in_force


def test_what_copies_say_after_a_version_counts_too() -> None:
    events = created(1), created(2, rec=1), changed(3, 1, 2)
    record = build_history(load([ledger_with(*events, copies=[changed(3, 1, 2, status="discarded")])])).records[
        ident("rec", 1)
    ]
    assert [each.status for each in record.standings] == ["active", "discarded", "expired"]


def test_a_record_that_is_known_stands_once() -> None:
    record = history(created(1), changed(2, 1, 1)).records[ident("rec", 1)]
    assert record.standings == (Standing("expired", "candidate", record.record.scope),)


def test_a_long_chain_is_no_deep_recursion() -> None:
    events = [created(1)] + [changed(n, 1, n - 1, status="active") for n in range(2, 3000)]
    assert len(history(*events).records[ident("rec", 1)].revisions) == 2999


@st.composite
def ledgers(draw: st.DrawFn) -> list[Wire]:
    """Creations and state changes with parents anywhere: forward, backward, in circles, in other records."""
    count = draw(st.integers(1, 14))
    events: list[Wire] = []
    for number in range(1, count + 1):
        if draw(st.booleans()):
            events.append(created(number, rec=draw(st.integers(1, 4))))
        else:
            status = draw(st.sampled_from(["active", "expired", "discarded"]))
            events.append(changed(number, draw(st.integers(1, 4)), draw(st.integers(1, count + 1)), status=status))
    return events


@st.composite
def copies(draw: st.DrawFn) -> list[tuple[StoreName, Wire]]:
    """Further copies of events that say something else: another record, parent, state or type, tracked or not."""
    found = []
    for _ in range(draw(st.integers(0, 5))):
        [event] = draw(ledgers().map(lambda events: events[-1:]))
        found.append((draw(st.sampled_from([StoreName.LEDGER, StoreName.ACTIVE, StoreName.SHARED])), event))
    return found


def told_of(
    events: list[Wire], order: random.Random | None = None, further: list[tuple[StoreName, Wire]] | None = None
) -> Any:
    stores = stores_of(*events)
    for number, (name, event) in enumerate(further or []):
        [store] = [store for store in stores if store.name is name]
        store.files[f"copy-{number}.json"] = as_bytes(event)
    for store in stores:
        names = list(store.files)
        if order is not None:
            order.shuffle(names)
        store.files = {name: store.files[name] for name in names}
    return build_history(load(stores))


@settings(max_examples=150, deadline=None)
@given(ledgers(), copies(), st.randoms(use_true_random=False))
def test_the_history_does_not_depend_on_file_order(
    events: list[Wire], further: list[tuple[StoreName, Wire]], order: random.Random
) -> None:
    assert told_of(events, order, further) == told_of(events, further=further)


@settings(max_examples=200, deadline=None)
@given(ledgers(), copies())
def test_changes_that_follow_one_another_are_told_as_a_walk_tells_them(
    events: list[Wire], further: list[tuple[StoreName, Wire]]
) -> None:
    quickly = [told_of(events), told_of(events, further=further)]
    with mock.patch.object(chain, "_line", return_value=None):
        assert [told_of(events), told_of(events, further=further)] == quickly


def shown(told: Any) -> dict[str, Any]:
    """What the history says of each record, without the files it was read from."""
    return {
        record.record_id: (
            record.state,
            record.text_known,
            record.standings,
            sorted((conflict.kind, conflict.competing_event_ids) for conflict in record.conflicts),
            [event.event_id for event in record.revisions] if record.text_known else None,
        )
        for record in told.records.values()
    }


@settings(max_examples=150, deadline=None)
@given(ledgers(), copies())
def test_nothing_is_chosen_by_the_name_of_a_tracked_file(
    events: list[Wire], further: list[tuple[StoreName, Wire]]
) -> None:
    tracked = [*events, *(event for _, event in further)]

    def named(names: Iterable[int]) -> Any:
        store = MemoryStore()
        for number, event in zip(names, tracked, strict=True):
            store.files[f"copy-{number:03}.json"] = as_bytes(event)
        told = shown(build_history(load([store])))
        return {key: (*value[:2], set(value[2]), *value[3:]) for key, value in told.items()}

    assert named(range(len(tracked))) == named(reversed(range(len(tracked))))


@settings(max_examples=150, deadline=None)
@given(ledgers(), copies())
def test_every_record_that_a_differing_copy_names_is_contested(
    events: list[Wire], further: list[tuple[StoreName, Wire]]
) -> None:
    told = told_of(events, further=further)
    for event in told.events.values():
        named = {
            wire["payload"].get("record", wire["payload"])["record_id"]
            for wire in events_of(event.event_id, events, further)
        }
        versions = {as_bytes(wire) for wire in events_of(event.event_id, events, further)}
        if len(versions) > 1:
            assert all(told.records[record_id].contested for record_id in named if record_id in told.records)


def events_of(event_id: str, events: list[Wire], further: list[tuple[StoreName, Wire]]) -> list[Wire]:
    return [wire for wire in (*events, *(event for _, event in further)) if wire["event_id"] == event_id]


@settings(max_examples=150, deadline=None)
@given(ledgers(), copies())
def test_nothing_is_lost_for_copies_that_differ(events: list[Wire], further: list[tuple[StoreName, Wire]]) -> None:
    told = told_of(events, further=further)
    places = {item.event.event_id for item in told.unplaced}
    for record in told.records.values():
        places |= {event.event_id for event in record.revisions}
        for conflict in record.conflicts:
            places |= {event.event_id for event in conflict.versions}
            for branch in conflict.branches:
                places |= {event.event_id for event in (branch.child, *branch.following)}
    assert places == set(told.events)


@settings(max_examples=150, deadline=None)
@given(ledgers())
def test_every_change_is_in_exactly_one_place(events: list[Wire]) -> None:
    told = told_of(events)
    places: list[str] = [item.event.event_id for item in told.unplaced]
    for record in told.records.values():
        on_chain = [event.event_id for event in record.revisions]
        branches = [branch for conflict in record.conflicts for branch in conflict.branches]
        on_branches = [event.event_id for branch in branches for event in (branch.child, *branch.following)]
        places += on_chain + [event_id for event_id in on_branches if event_id not in on_chain]
    assert sorted(places) == sorted(event["event_id"] for event in events)


@settings(max_examples=150, deadline=None)
@given(ledgers())
def test_a_chain_holds_parents_and_children_of_one_record_only(events: list[Wire]) -> None:
    for record in told_of(events).records.values():
        for parent, child in zip(record.revisions, record.revisions[1:], strict=False):
            assert child.parent_event_id == parent.event_id
            assert child.payload.record_id == record.record_id
        if record.conflict is None:
            tail = [event for event in events if event.get("parent_event_id") == record.head.event_id]
            assert not [event for event in tail if event["payload"].get("record_id") == record.record_id]
