from __future__ import annotations

import pytest
from support.events import HUMAN, HUMAN_CONFIRMED, MemoryStore, as_bytes, changed, created, ident

from fingerpost.ledger.build import build_history
from fingerpost.ledger.load import load
from fingerpost.ledger.wire import listed_value


def twice() -> MemoryStore:
    return MemoryStore().add(created(1), created(2, rec=1, text="Another"))


def two_copies() -> MemoryStore:
    store = MemoryStore().add(created(1), changed(2, 1, 1))
    store.files["copy.json"] = as_bytes(created(1, text="Another"))
    return store


@pytest.mark.parametrize("store", [twice(), two_copies()], ids=["created twice", "two tracked copies"])
def test_nothing_is_shown_of_a_record_of_which_no_version_is_chosen(store: MemoryStore) -> None:
    value = listed_value(build_history(load([store])).records[ident("rec", 1)])
    conflict = value.pop("conflict")
    assert conflict["record_id"] == ident("rec", 1)
    assert value == {
        "record": {"record_id": ident("rec", 1)},
        "head_event_id": None,
        "actor": None,
        "trust": None,
        "head_actor": None,
        "head_trust": None,
    }


def test_a_record_is_shown_as_it_now_stands_with_who_said_so() -> None:
    agent = {"kind": "agent", "id": "t"}
    event = {"actor": agent, "trust": {"level": "agent_asserted"}}
    store = MemoryStore().add(created(1), changed(2, 1, 1, event, status="expired", lifecycle_reason="Over."))
    value = listed_value(build_history(load([store])).records[ident("rec", 1)])
    assert (value["record"]["status"], value["record"]["lifecycle_reason"]) == ("expired", "Over.")
    assert (value["actor"], value["trust"]) == (HUMAN, HUMAN_CONFIRMED)
    assert (value["head_event_id"], value["head_actor"]) == (ident("evt", 2), agent)
    assert value["conflict"] is None
