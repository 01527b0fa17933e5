from __future__ import annotations

import pytest
from support.events import MemoryStore, created, ident, stores_of, thread

from fingerpost.ledger.load import load
from fingerpost.lint.runtime_objects import all_read
from fingerpost.repository.source import StoreName

RUNTIME = (StoreName.THREADS, StoreName.PROJECTIONS, StoreName.RECEIPTS)


@pytest.mark.parametrize("store", RUNTIME)
def test_a_runtime_that_was_read_has_no_gap(store: StoreName) -> None:
    assert all_read(load(stores_of(created(1), thread(2, "t"))), store)


@pytest.mark.parametrize("store", RUNTIME)
def test_without_the_runtime_nothing_was_read(store: StoreName) -> None:
    assert not all_read(load([MemoryStore().add(created(1))]), store)


@pytest.mark.parametrize("broken", RUNTIME)
def test_an_unreadable_file_is_a_gap_of_its_own_store_only(broken: StoreName) -> None:
    stores = stores_of(created(1))
    next(store for store in stores if store.name is broken).files[f"{ident('evt', 9)}.json"] = b"{"
    assert [store for store in RUNTIME if not all_read(load(stores), store)] == [broken]


def test_an_unreadable_event_in_another_store_is_a_gap_of_the_store_that_it_belongs_into() -> None:
    event = thread(2, "t")
    del event["payload"]["thread"]["scope"]
    stores = stores_of(created(1))
    stores[0].add(event)
    assert [store for store in RUNTIME if not all_read(load(stores), store)] == [StoreName.THREADS]
