from __future__ import annotations

import pytest
from support.events import Wire, changed, created, ident, record_node, relation, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.load import load
from fingerpost.ledger.selection import STATES, Wanted, select_records

TWICE = (
    created(1, status="accepted", scope={"issue": "A-1"}, durability="candidate"),
    created(2, rec=1, status="expired", scope={"issue": "B-1"}, durability="durable"),
)
SETTLES = {
    "record_id": ident("rec", 1),
    "parent_event_id": ident("evt", 1),
    "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
    "kept": None,
}
FORK = (created(1), changed(2, 1, 1), changed(3, 1, 1, durability="durable"))
SETTLED = (
    *FORK,
    created(10, extensions={"fingerpost.settles": SETTLES}),
    relation(11, "supersedes", record_node(10), record_node(1)),
)


def selected(*events: Wire, wanted: Wanted) -> list[str]:
    history = build_history(load(stores_of(*events)))
    chosen, omitted = select_records(history, wanted, {})
    assert len(chosen) + omitted == len(history.records)
    return [record.record_id for record in chosen]


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        (Wanted(), True),
        (Wanted("contested"), True),
        (Wanted("accepted"), True),
        (Wanted("expired"), True),
        (Wanted("discarded"), False),
        (Wanted("settled"), False),
        (Wanted("any", durability="durable"), True),
        (Wanted("any", durability="candidate"), True),
        (Wanted("any", durability="live"), False),
        (Wanted("any", issue="A-1"), True),
        (Wanted("any", issue="B-1"), True),
        (Wanted("any", issue="C-1"), False),
        (Wanted("expired", durability="candidate"), False),
    ],
)
def test_a_record_created_twice_is_shown_if_any_version_is_wanted(wanted: Wanted, shown: bool) -> None:
    assert selected(*TWICE, wanted=wanted) == ([ident("rec", 1)] if shown else [])


def test_a_record_created_twice_is_sorted_by_its_first_creation_whatever_the_ids() -> None:
    early, late = "2026-03-02T08:00:00Z", "2026-03-02T12:00:00Z"
    for one, other in ((early, late), (late, early)):
        events = created(1, created_at=one), created(2, rec=1, created_at=other), created(3)
        assert selected(*events, wanted=Wanted("any")) == [ident("rec", 1), ident("rec", 3)]


@pytest.mark.parametrize("state", STATES)
def test_a_settled_fork_is_found_as_settled_only(state: str) -> None:
    shown = ident("rec", 1) in selected(*SETTLED, wanted=Wanted(state))
    assert shown is (state in ("settled", "any"))


def test_an_open_fork_is_active_and_contested() -> None:
    assert [state for state in STATES if selected(*FORK, wanted=Wanted(state))] == ["active", "any", "contested"]
