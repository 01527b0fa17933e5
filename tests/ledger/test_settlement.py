from __future__ import annotations

from typing import Any

import pytest
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    PATHS,
    MemoryStore,
    Wire,
    as_bytes,
    changed,
    created,
    ident,
    record_node,
    relation,
    stores_of,
)

from fingerpost.ledger.build import build_history
from fingerpost.ledger.history import History, RecordHistory, Uncovered
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


def told(*events: Wire) -> History:
    return build_history(load(stores_of(*events)))


def contested(*events: Wire) -> RecordHistory:
    return told(*events).records[ident("rec", 1)]


def why_not(history: History) -> dict[str, tuple[Uncovered, ...]]:
    return {item.settlement_record_id: item.why_not for item in history.judgements}


def test_a_settlement_with_its_relation_settles_the_fork() -> None:
    record = contested(*FORK, settlement(), supersedes())
    assert record.conflict is not None
    assert record.conflict.settled_by == ident("rec", 10)
    assert not record.contested
    assert not record.in_force
    assert (record.state, record.status) == ("settled", "active")
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


@pytest.mark.parametrize(
    ("events", "reasons"),
    [
        ((settlement(), supersedes()), ()),
        ((settlement(competing_event_ids=[ident("evt", n) for n in (3, 2, 3)]), supersedes()), ()),
        ((settlement(),), (Uncovered.NO_RELATION,)),
        ((settlement(competing_event_ids=[ident("evt", 2)]), supersedes()), (Uncovered.OTHER_COMPETITORS,)),
        ((settlement(record_id=ident("rec", 9)), supersedes()), (Uncovered.NO_RELATION, Uncovered.NO_FORK)),
        ((settlement(kept=ident("evt", 9)), supersedes()), (Uncovered.MALFORMED,)),
        ((settlement(parent_event_id=None), supersedes()), (Uncovered.MALFORMED,)),
        ((settlement(competing_event_ids="all"), supersedes()), (Uncovered.MALFORMED,)),
        ((settlement(), supersedes(), changed(12, 10, 10, status="expired")), (Uncovered.NOT_IN_FORCE,)),
        ((settlement(), supersedes(), changed(12, 10, 10), changed(13, 10, 10)), (Uncovered.CONTESTED,)),
    ],
)
def test_each_settlement_is_judged_with_why_it_covers_nothing(
    events: tuple[Wire, ...], reasons: tuple[Uncovered, ...]
) -> None:
    history = told(*FORK, *events)
    assert why_not(history)[ident("rec", 10)] == reasons
    assert history.records[ident("rec", 1)].settled is (reasons == ())


def test_a_settlement_that_only_this_machine_has_is_judged_as_that() -> None:
    tracked = MemoryStore().add(*FORK, supersedes())
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(settlement())
    assert why_not(build_history(load([tracked, shared]))) == {ident("rec", 10): (Uncovered.NOT_TRACKED,)}
    shared.add(supersedes())
    tracked = MemoryStore().add(*FORK, settlement())
    assert why_not(build_history(load([tracked, shared]))) == {ident("rec", 10): (Uncovered.NO_RELATION,)}


def test_a_relation_of_which_two_tracked_copies_differ_carries_no_settlement() -> None:
    tracked = MemoryStore().add(*FORK, settlement(), supersedes())
    tracked.files["copy.json"] = as_bytes(relation(11, "supersedes", record_node(10), record_node(9)))
    assert why_not(build_history(load([tracked]))) == {ident("rec", 10): (Uncovered.NO_RELATION,)}


def later(number: int, *earlier: int) -> tuple[Wire, ...]:
    links = [
        relation(number + 2 + place, "supersedes", record_node(number), record_node(source))
        for place, source in enumerate(earlier)
    ]
    return (settlement(number), supersedes(number + 1, number), *links)


def test_a_later_settlement_settles_without_a_state_change_of_the_earlier_one() -> None:
    history = told(*FORK, *later(10), *later(20, 10))
    assert why_not(history) == {ident("rec", 10): (Uncovered.REPLACED,), ident("rec", 20): ()}
    conflict = history.records[ident("rec", 1)].conflict
    assert conflict is not None
    assert conflict.settled_by == ident("rec", 20)


def test_what_a_later_one_replaced_stays_replaced_through_one_that_was_ended() -> None:
    history = told(*FORK, *later(10), *later(20, 10), changed(25, 20, 20, status="superseded"), *later(30, 20))
    assert why_not(history) == {
        ident("rec", 10): (Uncovered.REPLACED,),
        ident("rec", 20): (Uncovered.NOT_IN_FORCE,),
        ident("rec", 30): (),
    }


def test_two_that_stand_beside_each_other_or_supersede_each_other_do_not_count() -> None:
    both = {ident("rec", 10): (Uncovered.NOT_ALONE,), ident("rec", 20): (Uncovered.NOT_ALONE,)}
    assert why_not(told(*FORK, *later(10), *later(20))) == both
    assert why_not(told(*FORK, *later(10, 20), *later(20, 10))) == both


def test_a_weak_settlement_does_not_replace_one_that_holds() -> None:
    weak = later(20, 10)
    weak[0]["actor"], weak[0]["trust"] = AGENT, AGENT_ASSERTED
    assert why_not(told(*FORK, *later(10), *weak)) == {ident("rec", 10): (), ident("rec", 20): (Uncovered.WEAK_CLAIM,)}
