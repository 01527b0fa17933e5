"""Stores of a pack, read in place."""

from __future__ import annotations

from fingerpost.repository.packs.pack_file import Pack, PackedFile
from fingerpost.repository.packs.pack_store import stores_of_pack
from fingerpost.repository.source import Source, StoreName

FILES = (
    PackedFile(StoreName.RECEIPTS, "b.json", b"2"),
    PackedFile(StoreName.RECEIPTS, "a.json", b"1"),
    PackedFile(StoreName.SHARED, "c.json", b"3"),
)


def test_each_store_that_was_read_is_there_even_an_empty_one() -> None:
    pack = Pack((StoreName.THREADS, StoreName.RECEIPTS, StoreName.SHARED), with_actor_ids=False, files=FILES)
    stores = stores_of_pack(pack, at_revision=False)
    assert [store.name for store in stores] == list(pack.stores)
    assert list(stores[0].scan()) == []
    found = [each for each in stores[1].scan() if isinstance(each, Source)]
    assert [(each.origin.path, each.data) for each in found] == [
        ("pack:fabric/runtime/receipts/a.json", b"1"),
        ("pack:fabric/runtime/receipts/b.json", b"2"),
    ]
    with stores[1].reader() as read:
        assert (read("b.json"), read("c.json")) == (b"2", None)


def test_beside_a_revision_live_records_stay_out() -> None:
    pack = Pack((StoreName.RECEIPTS, StoreName.SHARED), with_actor_ids=False, files=FILES)
    assert [store.name for store in stores_of_pack(pack, at_revision=True)] == [StoreName.RECEIPTS]
