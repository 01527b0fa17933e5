"""What goes into a pack, and what merging one makes of each file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.events import MemoryStore, Wire, as_bytes, changed, created, ident, receipt, record_node, relation, thread

from fingerpost.ledger.packing import Merged, merge_of, pack_of, refuse_misplaced, unfit
from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.packs.pack_file import Pack, PackedFile
from fingerpost.repository.source import Obstacle, StoreName

RECEIPT = receipt(3, 2, "thread-1", [ident("evt", 1)], [ident("rec", 1)])


def name_of(event: Wire) -> str:
    return f"{event['event_id']}.json"


def packed(event: Wire, store: StoreName = StoreName.RECEIPTS) -> PackedFile:
    return PackedFile(store, name_of(event), as_bytes(event))


def without_id(event: Wire) -> Wire:
    actor = {key: value for key, value in event["actor"].items() if key != "id"}
    return {**event, "actor": actor}


def stores() -> list[MemoryStore]:
    return [
        MemoryStore().add(created(1)),
        MemoryStore(StoreName.SHARED, "git-common:fabric/events").add(created(1), created(5, durability="live")),
        MemoryStore(StoreName.THREADS, "git-common:fabric/runtime/threads").add(thread(2, "thread-1")),
        MemoryStore(StoreName.RECEIPTS, "git-common:fabric/runtime/receipts").add(RECEIPT),
    ]


def test_threads_and_receipts_go_in_without_the_ids_of_actors() -> None:
    pack, left_out = pack_of(stores(), live=False, actor_ids=False, tracked=frozenset())
    assert pack.stores == (StoreName.THREADS, StoreName.RECEIPTS)
    assert left_out == ()
    [found] = pack.of(StoreName.RECEIPTS)
    assert json.loads(found.data) == without_id(RECEIPT)
    assert "thread-1" in found.data.decode()  # the thread of the receipt is what it is about


def test_with_the_ids_of_actors_every_byte_is_kept() -> None:
    odd = b"\xef\xbb\xbf" + as_bytes(RECEIPT)
    store = MemoryStore(StoreName.RECEIPTS, "r")
    store.files[name_of(RECEIPT)] = odd
    pack, _ = pack_of([store], live=False, actor_ids=True, tracked=frozenset())
    assert [each.data for each in pack.files] == [odd]


def test_live_records_go_in_when_asked_for_and_not_those_that_git_carries() -> None:
    pack, _ = pack_of(stores(), live=True, actor_ids=True, tracked=frozenset({ident("evt", 1)}))
    assert [each.name for each in pack.of(StoreName.SHARED)] == [f"{ident('evt', 5)}.json"]


def test_what_cannot_go_in_is_named() -> None:
    store = MemoryStore(StoreName.RECEIPTS, "r").add(RECEIPT)
    token = "ghp_" + "a1B2" * 9
    secret = receipt(4, 2, token, [], [])
    store.files[name_of(secret)] = as_bytes(secret)
    store.files["notes.json"] = b"{}"
    store.files[f"{ident('evt', 8)}.json"] = b"{"
    store.files[f"{ident('evt', 9)}.json"] = Obstacle.SYMLINK
    store.files["README"] = Obstacle.STRAY
    pack, left_out = pack_of([store], live=False, actor_ids=False, tracked=frozenset())
    assert [each.name for each in pack.files] == [name_of(RECEIPT)]
    assert {each.path.rpartition("/")[2]: each.why for each in left_out} == {
        name_of(secret): "something in it looks like a credential",
        "notes.json": "it is not named after an event",
        f"{ident('evt', 8)}.json": "it is no JSON object, so that nobody can say whether it names an actor",
        f"{ident('evt', 9)}.json": "it could not be read (symlink)",
    }


def reordered(event: Wire) -> Wire:
    return dict(reversed(event.items()))


LATER: Wire = {**RECEIPT, "occurred_at": "2026-03-02T10:00:00Z"}


@pytest.mark.parametrize(
    ("mine", "theirs", "with_ids", "became"),
    [
        (None, RECEIPT, True, Merged.ADDED),
        (RECEIPT, RECEIPT, True, Merged.SAME),
        (reordered(RECEIPT), RECEIPT, True, Merged.SAME),
        (LATER, RECEIPT, True, Merged.DIVERGENT),
        (RECEIPT, without_id(RECEIPT), False, Merged.SAME),
        (without_id(RECEIPT), RECEIPT, True, Merged.SAME),
        (RECEIPT, without_id(RECEIPT), True, Merged.DIVERGENT),
        (LATER, without_id(RECEIPT), False, Merged.DIVERGENT),
        ({**RECEIPT, "actor": {"kind": "human", "id": "x"}}, without_id(RECEIPT), False, Merged.DIVERGENT),
        ({**RECEIPT, "actor": None}, RECEIPT, True, Merged.DIVERGENT),
        ({**RECEIPT, "actor": 5}, RECEIPT, True, Merged.DIVERGENT),
    ],
)
def test_nothing_that_is_here_is_replaced(mine: Any, theirs: Wire, with_ids: bool, became: Merged) -> None:
    existing = None if mine is None else as_bytes(mine)
    assert merge_of(packed(theirs), existing, with_actor_ids=with_ids) is became


def test_bytes_that_are_no_event_diverge_and_what_is_no_file_blocks() -> None:
    assert merge_of(packed(RECEIPT), b"{", with_actor_ids=True) is Merged.DIVERGENT
    assert merge_of(packed(RECEIPT), Obstacle.SYMLINK, with_actor_ids=True) is Merged.BLOCKED


def test_without_ids_an_actor_keeps_its_kind_and_provider_and_nothing_that_is_unknown() -> None:
    said = {"kind": "agent", "provider": "codex", "id": "a", "name": "Ada", "more": {"id": "a"}}
    [found] = taken({**RECEIPT, "actor": said}).files
    assert json.loads(found.data)["actor"] == {"kind": "agent", "provider": "codex"}
    [odd] = taken({**RECEIPT, "actor": {"kind": {"id": "Ada"}}}).files
    assert json.loads(odd.data)["actor"] == {}
    assert taken({**RECEIPT, "actor": "Ada"}).files == ()


def taken(event: Wire, *, actor_ids: bool = False) -> Pack:
    """The pack of one event that lies among the receipts."""
    store = MemoryStore(StoreName.RECEIPTS, "r").add(event)
    return pack_of([store], live=False, actor_ids=actor_ids, tracked=frozenset())[0]


MISPLACED = (
    (StoreName.RECEIPTS, relation(7, "implements", {"kind": "commit", "id": "a" * 40}, record_node(1))),
    (StoreName.RECEIPTS, changed(8, 1, 1)),
    (StoreName.PROJECTIONS, created(9)),
    (StoreName.THREADS, RECEIPT),
    (StoreName.SHARED, RECEIPT),
    (StoreName.RECEIPTS, {**RECEIPT, "event_type": "receipt.unheard_of"}),
    (StoreName.RECEIPTS, {"event_type": "relation.created"}),
)


@pytest.mark.parametrize(("store", "event"), MISPLACED)
def test_a_pack_with_an_event_in_a_store_that_is_not_for_it_is_refused_as_a_whole(
    store: StoreName, event: Wire
) -> None:
    good = packed(RECEIPT)
    odd = PackedFile(store, f"{ident('evt', 99)}.json", b"\xef\xbb\xbf" + as_bytes(event))
    with pytest.raises(CannotExamine, match=rf"a pack: line 3 .* among the {store}") as refused:
        refuse_misplaced(Pack((StoreName.RECEIPTS, store), with_actor_ids=True, files=(good, odd)), "a pack")
    assert refused.value.hint


def test_what_is_no_event_and_what_lies_in_its_place_is_not_refused() -> None:
    files = (
        packed(RECEIPT),
        packed(created(1), StoreName.SHARED),
        packed(thread(2, "thread-1"), StoreName.THREADS),
        *(PackedFile(StoreName.RECEIPTS, f"{n}.json", data) for n, data in enumerate((b"", b"[]", b"{}", b"\xff"))),
    )
    pack = Pack((StoreName.RECEIPTS,), with_actor_ids=True, files=files)
    assert refuse_misplaced(pack, "p") is pack


@pytest.mark.parametrize("with_ids", [True, False])
def test_no_pack_is_made_of_an_event_in_a_store_that_is_not_for_it(with_ids: bool) -> None:
    for store, event in MISPLACED:
        if "event_id" in event:
            found, left_out = pack_of(
                [MemoryStore(store, "r").add(event)], live=True, actor_ids=with_ids, tracked=frozenset()
            )
            assert found.files == ()
            assert "FP313" in left_out[0].why


def test_only_sound_events_are_fit_to_be_added() -> None:
    assert unfit(packed(RECEIPT)) is None
    assert unfit(packed(without_id(RECEIPT))) is None
    assert unfit(PackedFile(StoreName.RECEIPTS, f"{ident('evt', 9)}.json", as_bytes(RECEIPT))) is not None
    assert unfit(PackedFile(StoreName.RECEIPTS, name_of(RECEIPT), b"[]")) is not None
    assert "sound" in (unfit(packed({**RECEIPT, "more": 1})) or "")
