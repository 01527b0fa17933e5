from __future__ import annotations

from support.events import MemoryStore, Wire, changed, created, record_node, relation, stores_of

from fingerpost.ledger.load import load
from fingerpost.lint.growth.additions import additions
from fingerpost.repository.source import StoreName

SETTLES: Wire = {
    "fingerpost.settles": {"record_id": "r", "parent_event_id": "e", "competing_event_ids": [], "kept": None}
}


def added(*events: dict, names: set[str] | None = None) -> tuple[str, ...]:  # type: ignore[type-arg]
    reading = load(stores_of(*events))
    return additions(reading.events, names if names is not None else {f"{event['event_id']}.json" for event in events})


def test_what_is_new_is_counted_by_kind() -> None:
    events = (
        created(1),
        created(2),
        created(3, extensions=SETTLES),
        changed(4, 1, 1, durability="durable"),
        changed(5, 2, 2, status="expired"),
        changed(6, 1, 4, reviewed_at="2026-03-02T12:00:00Z"),
        relation(7, "supersedes", record_node(1), record_node(2)),
    )
    assert added(*events) == (
        "2 records",
        "1 settlement",
        "1 promotion",
        "1 expiry",
        "1 state change",
        "1 relation",
    )


def test_what_the_base_has_is_not_counted() -> None:
    old, new = created(1), created(2)
    assert added(old, new, names={f"{new['event_id']}.json"}) == ("1 record",)
    assert added(old, new, names=set()) == ()


def test_a_new_file_that_is_no_event_is_counted_too() -> None:
    assert added(created(1), names={"evt_broken.json", "other.json"}) == ("2 files that are not interpreted",)


def test_what_lies_in_another_store_is_no_addition() -> None:
    event = created(1)
    shared = MemoryStore(StoreName.SHARED, "git-common:fabric/events").add(event)
    assert additions(load([shared]).events, ()) == ()
