from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.events import MemoryStore, changed, created, ident, record_node, relation, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.counting import counts_of, in_force_or_in_dispute, unlisted_stores
from fingerpost.ledger.load import load
from fingerpost.repository.source import Obstacle, Origin, Source, StoreName, Unread

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


def test_in_force_or_in_dispute_is_what_a_plain_list_shows() -> None:
    history = build_history(
        load(
            stores_of(
                created(1),
                created(10),
                changed(11, 10, 10, status="expired"),
                created(20),
                changed(21, 20, 20, status="expired"),
                changed(22, 20, 20, status="discarded"),
                created(30, kind="challenge", status="open"),
                created(31, kind="challenge_resolution", status="accepted"),
                relation(32, "resolves", record_node(31), record_node(30)),
            )
        )
    )
    found = in_force_or_in_dispute(history)
    assert [record.record_id for record in found] == [ident("rec", 1), ident("rec", 20)]
    assert counts_of(history).in_force_or_in_dispute == 2


class Folder(MemoryStore):
    def scan(self) -> Iterator[Source | Unread]:
        yield Unread(Origin(self.name, self.path, self.path.rsplit("/", 1)[-1]), Obstacle.PERMISSION)


@pytest.mark.parametrize("path", [".fabric/ledger/events", "events.json"])
def test_a_folder_that_could_not_be_listed_is_told_from_a_file_that_could_not_be_read(path: str) -> None:
    ledger = MemoryStore(path=path).add(created(1))
    ledger.files[f"{ident('evt', 2)}.json"] = Obstacle.PERMISSION
    runtime = Folder(StoreName.RECEIPTS, "git-common:fabric/runtime/receipts")
    assert set(unlisted_stores(load([ledger]), path)) == set()
    assert set(unlisted_stores(load([ledger, runtime]), path)) == {StoreName.RECEIPTS}
    found = unlisted_stores(load([Folder(path=path)]), path)
    assert found[StoreName.LEDGER].origin.path == path
