"""Which events the gate of the content did not prove, and from which store each event comes."""

from __future__ import annotations

from support.events import created, ident, receipt, record_node, relation, stores_of, thread

from fingerpost.ledger.load import load
from fingerpost.repository.source import StoreName


def test_only_what_the_gate_did_not_pass_is_unproven() -> None:
    odd = (created(2, text=" "), created(3, extensions={"priority": 1}), created(4, text="see\u202e"))
    reading = load(stores_of(created(1), *odd, relation(5, "supersedes", record_node(2), record_node(1))))
    assert reading.unproven == {ident("evt", number) for number in (2, 3, 4)}


def test_what_cannot_be_used_is_no_event() -> None:
    broken = created(1)
    del broken["payload"]["record"]["text"]
    assert load(stores_of(broken)).unproven == frozenset()


def test_events_are_found_by_the_store_that_they_come_from() -> None:
    reading = load(stores_of(created(1), created(2), thread(3, "thread-1"), receipt(4, 5, "thread-1", [], [])))
    found = {store: [event.event_id for event in reading.events_in(store)] for store in StoreName}
    assert found == {
        **{store: [] for store in StoreName},
        StoreName.LEDGER: [ident("evt", 1), ident("evt", 2)],
        StoreName.THREADS: [ident("evt", 3)],
        StoreName.RECEIPTS: [ident("evt", 4)],
    }
