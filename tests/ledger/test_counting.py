from __future__ import annotations

from support.events import changed, created, ident, record_node, relation, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.counting import counts_of
from fingerpost.ledger.load import load

SETTLES = {
    "record_id": ident("rec", 1),
    "parent_event_id": ident("evt", 1),
    "competing_event_ids": [ident("evt", 2), ident("evt", 3)],
    "kept": None,
}


def test_records_without_a_chosen_version_and_settled_ones_are_counted_as_what_they_are() -> None:
    counts = counts_of(
        build_history(
            load(
                stores_of(
                    created(1),
                    changed(2, 1, 1),
                    changed(3, 1, 1, status="discarded"),
                    created(10, extensions={"fingerpost.settles": SETTLES}),
                    relation(11, "supersedes", record_node(10), record_node(1)),
                    created(20, durability="durable"),
                    created(21, rec=20, status="expired"),
                    created(30),
                    changed(31, 30, 30),
                    changed(32, 30, 30, status="discarded"),
                )
            )
        )
    )
    assert counts.records == 4
    assert counts.by_state == {"active": 1, "contested": 2, "settled": 1}
    assert counts.by_durability == {"candidate": 3, "contested": 1}
    assert (counts.forks, counts.settled, counts.contested) == (1, 1, 2)
