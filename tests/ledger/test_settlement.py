from __future__ import annotations

from typing import Any

import pytest
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    PATHS,
    MemoryStore,
    Wire,
    changed,
    created,
    ident,
    record_node,
    relation,
    stores_of,
)

from fingerpost.ledger.build import build_history
from fingerpost.ledger.history import RecordHistory
from fingerpost.ledger.load import load
from fingerpost.repository.source import StoreName

FORK = (created(1), changed(2, 1, 1, status="expired"), changed(3, 1, 1, durability="durable"))


def settlement(number: int = 10, **differences: Any) -> Wire:
    value = {
        "record_id": ident("rec", 1),
        "parent_event_id": ident("evt", 1),
        "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
        "kept": None,
        **differences,
    }
    return created(number, extensions={"fingerpost.settles": value})


def supersedes(number: int = 11, source: int = 10) -> Wire:
    return relation(number, "supersedes", record_node(source), record_node(1))


def contested(*events: Wire) -> RecordHistory:
    return build_history(load(stores_of(*events))).records[ident("rec", 1)]


def test_a_settlement_with_its_relation_settles_the_fork() -> None:
    record = contested(*FORK, settlement(), supersedes())
    assert record.conflict is not None
    assert record.conflict.settled_by == ident("rec", 10)
    assert not record.contested
    assert not record.in_force
    assert len(record.conflict.branches) == 2


@pytest.mark.parametrize(
    "events",
    [
        (*FORK, settlement()),
        (*FORK, settlement(competing_event_ids=[ident("evt", 2)]), supersedes()),
        (*FORK, settlement(parent_event_id=ident("evt", 9)), supersedes()),
        (*FORK, settlement(kept=ident("evt", 9)), supersedes()),
        (*FORK, settlement(), supersedes(), changed(4, 1, 1, status="discarded")),
        (*FORK, settlement(), supersedes(), changed(12, 10, 10, status="expired")),
        (*FORK, settlement(), supersedes(), settlement(20), supersedes(21, 20)),
        (*FORK, created(10, extensions={"fingerpost.settles": "rec"}), supersedes()),
        (*FORK, created(10, extensions={"fingerpost.settles": settlement()["payload"]}, event={}), supersedes()),
    ],
    ids=["no relation", "other set", "other parent", "kept is none", "new branch", "ended", "two", "text", "shape"],
)
def test_anything_less_leaves_the_fork_open(events: tuple[Wire, ...]) -> None:
    assert contested(*events).contested


def test_a_weaker_claim_settles_nothing() -> None:
    weak = settlement()
    weak["actor"], weak["trust"] = AGENT, AGENT_ASSERTED
    assert contested(*FORK, weak, supersedes()).contested


def test_a_settlement_that_other_clones_do_not_have_settles_nothing() -> None:
    tracked = MemoryStore().add(*FORK, supersedes())
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(settlement())
    assert build_history(load([tracked, shared])).records[ident("rec", 1)].contested


def test_a_later_settlement_that_supersedes_the_earlier_one_counts() -> None:
    record = contested(
        *FORK,
        settlement(),
        supersedes(),
        settlement(20),
        supersedes(21, 20),
        relation(22, "supersedes", record_node(20), record_node(10)),
        changed(23, 10, 10, status="superseded"),
    )
    assert record.conflict is not None
    assert record.conflict.settled_by == ident("rec", 20)
