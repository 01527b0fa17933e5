from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import PATHS, MemoryStore, Wire, as_bytes, changed, created, ident, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.history import ConflictKind, History, Misplacement
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


def told_of(events: list[Wire], order: random.Random | None = None) -> Any:
    stores = stores_of(*events)
    for store in stores:
        names = list(store.files)
        if order is not None:
            order.shuffle(names)
        store.files = {name: store.files[name] for name in names}
    return build_history(load(stores))


@settings(max_examples=150, deadline=None)
@given(ledgers(), st.randoms(use_true_random=False))
def test_the_history_does_not_depend_on_file_order(events: list[Wire], order: random.Random) -> None:
    assert told_of(events, order) == told_of(events)


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
