from __future__ import annotations

import json

from support.events import PATHS, MemoryStore, as_bytes, created, envelope, ident, projection, stores_of, thread

from fingerpost.ledger.events import UnknownPayload
from fingerpost.ledger.load import load
from fingerpost.ledger.reading import Reading
from fingerpost.repository.source import Obstacle, Origin, StoreName


def codes(reading: Reading) -> list[str]:
    return [problem.code for problem in reading.problems]


def test_a_sound_ledger_has_no_problem() -> None:
    reading = load(stores_of(created(1), created(2), thread(3, "t-1")))
    assert codes(reading) == []
    assert [event.event_id for event in reading.events] == [ident("evt", 1), ident("evt", 2), ident("evt", 3)]
    assert reading.files == 3


def test_a_bad_file_spoils_only_itself() -> None:
    store = MemoryStore().add(created(1))
    store.files[f"{ident('evt', 2)}.json"] = b'{"schema_version": "fabric/1.0",'
    store.files[f"{ident('evt', 3)}.json"] = Obstacle.SYMLINK
    store.files["note.txt"] = Obstacle.STRAY
    reading = load([store.add(created(4))])
    assert [event.event_id for event in reading.events] == [ident("evt", 1), ident("evt", 4)]
    assert sorted(codes(reading)) == ["FP101", "FP104", "FP108"]
    assert [item.event_id for item in reading.uninterpreted] == [ident("evt", 2), ident("evt", 3)]
    assert reading.files == 4


def test_a_schema_violation_has_line_column_and_pointer() -> None:
    event = created(1, status="archived")
    (problem,) = load([MemoryStore().add(event)]).problems
    assert (problem.code, problem.pointer) == ("FP201", "/payload/record/status")
    lines = as_bytes(event).decode().splitlines()
    assert problem.line is not None
    assert '"status": "archived"' in lines[problem.line - 1]


def test_an_unknown_event_type_is_kept_and_not_interpreted() -> None:
    event = envelope(1, "decision.voted", {"anything": [1, {"x": None}]})
    reading = load([MemoryStore().add(event)])
    assert codes(reading) == ["FP203"]
    (kept,) = reading.events
    assert isinstance(kept.payload, UnknownPayload)
    assert kept.payload.value["anything"][0] == 1


def test_namespaced_extensions_are_kept() -> None:
    event = created(1, extensions={"example.org/ticket": {"n": 1}}, event={"extensions": {"example.org/run": "7"}})
    (kept,) = load([MemoryStore().add(event)]).events
    assert kept.extensions == {"example.org/run": "7"}
    assert kept.payload.extensions == {"example.org/ticket": {"n": 1}}  # type: ignore[union-attr]


def test_null_lists_are_noticed_and_read_as_empty() -> None:
    event = projection(1, "t-1", [], [])
    event["payload"]["projection"]["event_ids"] = None
    reading = load([MemoryStore(StoreName.PROJECTIONS, PATHS[StoreName.PROJECTIONS]).add(event)])
    assert codes(reading) == ["FP208"]
    assert reading.events[0].payload.event_ids == ()  # type: ignore[union-attr]


def test_an_equal_copy_in_the_mirror_is_one_event() -> None:
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(created(1))
    reading = load([MemoryStore().add(created(1)), shared])
    assert len(reading.events) == 1
    assert reading.events[0].origin.store is StoreName.LEDGER
    assert [origin.store for origin in reading.copies[ident("evt", 1)]] == [StoreName.LEDGER, StoreName.SHARED]
    assert not reading.divergent


def test_spelling_does_not_make_copies_differ() -> None:
    event = created(1, text="naïve <b>")
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED])
    backwards = json.dumps(dict(reversed(list(event.items()))), ensure_ascii=True).encode()
    shared.files[f"{event['event_id']}.json"] = backwards
    reading = load([MemoryStore().add(event), shared])
    assert not reading.divergent
    assert len(reading.events) == 1


def test_copies_that_differ_are_all_kept() -> None:
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(created(1, text="other"))
    reading = load([MemoryStore().add(created(1)), shared])
    assert len(reading.events) == 1
    assert [event.origin.store for event in reading.divergent[ident("evt", 1)]] == [StoreName.LEDGER, StoreName.SHARED]


def test_the_file_under_its_own_name_speaks_for_an_event_that_lies_twice_in_one_folder() -> None:
    for order in (1, -1):
        store = MemoryStore()
        names = ["a-copy.json", f"{ident('evt', 1)}.json"][::order]
        store.files = {name: as_bytes(created(1)) for name in names}
        reading = load([store])
        assert [event.origin.name for event in reading.events] == [f"{ident('evt', 1)}.json"]
        assert codes(reading) == []  # that it lies there twice is the fault (FP302), not the second name
        assert len(reading.copies[ident("evt", 1)]) == 2


def test_a_file_under_another_name_is_told_where_it_is_the_only_one() -> None:
    shared = MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED]).add(created(1))
    tracked = MemoryStore()
    tracked.files["copy.json"] = as_bytes(created(1))
    assert codes(load([tracked])) == ["FP207"]
    assert codes(load([tracked, shared])) == ["FP207"]


def test_problems_come_in_one_order_whatever_the_order_of_files() -> None:
    store = MemoryStore()
    for number in (3, 1, 2):
        store.files[f"{ident('evt', number)}.json"] = b"nope"
    assert [problem.origin.name for problem in load([store]).problems] == sorted(store.files)


def test_a_bom_is_told_and_the_event_behind_it_is_used() -> None:
    store = MemoryStore()
    store.files[f"{ident('evt', 1)}.json"] = b"\xef\xbb\xbf" + as_bytes(created(1))
    reading = load([store])
    assert codes(reading) == ["FP103"]
    assert len(reading.events) == 1


def test_the_collector_is_on_again_after_reading() -> None:
    import gc

    load([MemoryStore().add(created(1))])
    assert gc.isenabled()


def test_origins_are_told_apart_by_store() -> None:
    (event,) = load([MemoryStore().add(created(1))]).events
    assert event.origin == Origin(StoreName.LEDGER, event.origin.path, event.origin.name)
    assert event.origin.path == f".fabric/ledger/events/{ident('evt', 1)}.json"


def test_a_credential_in_the_place_of_an_id_is_not_handed_on() -> None:
    token = "ghp_" + "a1B2c3D4" * 5
    store = MemoryStore()
    store.files[f"{ident('evt', 1)}.json"] = f'{{"event_id": "{token}", x}}'.encode()
    (problem,) = load([store]).problems
    assert problem.event_id == "[secret: GitHub token]"
    assert token not in repr(problem)


def test_names_that_were_swapped_make_no_copies_whatever_the_order_of_files() -> None:
    names = [f"{ident('evt', number)}.json" for number in (0, 1)]
    contents = [as_bytes(created(1)), as_bytes(created(2))]
    for order in ((0, 1), (1, 0)):
        store = MemoryStore()
        for place in order:
            store.files[names[place]] = contents[place]
        reading = load([store])
        assert reading.copies == {}
        assert len(reading.events) == 2


def test_events_come_by_store_and_id_whatever_is_odd_about_them() -> None:
    tracked, shared = MemoryStore(), MemoryStore(StoreName.SHARED, PATHS[StoreName.SHARED])
    for number in (9, 2, 4, 7):
        tracked.add(created(number))
    for number in (8, 4, 1, 3):  # 4 is a mirror's copy
        shared.add(created(number))
    shared.add(created(2, text="Another text"))
    tracked.files["copy.json"] = as_bytes(created(5))
    tracked.files[f"{ident('evt', 6)}.json"] = json.dumps(created(6)).encode()
    for stores in ([tracked, shared], [shared, tracked]):
        reading = load(stores)
        assert [(event.origin.store, event.event_id) for event in reading.events] == [
            *((StoreName.LEDGER, ident("evt", number)) for number in (2, 4, 5, 6, 7, 9)),
            *((StoreName.SHARED, ident("evt", number)) for number in (1, 3, 8)),
        ]
