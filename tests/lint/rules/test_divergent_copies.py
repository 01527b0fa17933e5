from __future__ import annotations

import random

from support.events import MemoryStore, as_bytes, changed, created, ident, thread
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.source import StoreName

ONE, OTHER = created(1, text="Round at the total."), created(1, text="Round each line.")


def shared() -> MemoryStore:
    return MemoryStore(StoreName.SHARED, "git-common:fabric/events")


def test_the_tracked_copy_is_pointed_at_and_the_other_named() -> None:
    ledger = MemoryStore().add(ONE)
    [finding] = only(findings_of(stores=[ledger, shared().add(OTHER)]), "FP301")
    assert finding.severity is Severity.ERROR
    assert finding.path == f".fabric/ledger/events/{ident('evt', 1)}.json"
    assert finding.event_id == ident("evt", 1)
    assert finding.record_id == ident("rec", 1)
    assert [place.path for place in finding.related] == [f"git-common:fabric/events/{ident('evt', 1)}.json"]
    assert f"git-common:fabric/events/{ident('evt', 1)}.json" in finding.message
    assert finding.message.endswith("; shown as the tracked copy says")


def test_of_tracked_copies_none_is_said_to_be_chosen() -> None:
    ledger = MemoryStore().add(ONE)
    ledger.files["b.json"] = as_bytes(OTHER)
    [finding] = only(findings_of(stores=[ledger]), "FP301")
    assert finding.message.endswith("; neither is chosen")
    ledger.files["c.json"] = as_bytes(created(1, text="Do not round."))
    [finding] = only(findings_of(stores=[ledger]), "FP301")
    assert finding.message.endswith("; none is chosen")


def test_every_record_that_a_copy_names_is_named() -> None:
    ledger = MemoryStore().add(created(1), created(2), changed(3, 2, 2))
    ledger.files["a.json"] = as_bytes(changed(3, 1, 1))
    [finding] = only(findings_of(stores=[ledger]), "FP301")
    assert finding.message.endswith(f"They concern {ident('rec', 1)} and {ident('rec', 2)}")
    assert finding.record_id == ident("rec", 1)


def test_two_names_in_one_folder_do_not_depend_on_the_order_of_files() -> None:
    files = {f"{ident('evt', 1)}.json": as_bytes(ONE), "b.json": as_bytes(OTHER), "c.json": as_bytes(created(1))}
    results = set()
    for seed in range(6):
        store = MemoryStore()
        names = list(files)
        random.Random(seed).shuffle(names)
        store.files = {name: files[name] for name in names}
        [finding] = only(findings_of(stores=[store]), "FP301")
        results.add((finding.fingerprint, finding.message, finding.related))
        assert len(finding.related) == 2
    assert len(results) == 1


def test_a_further_copy_of_one_version_is_named_too() -> None:
    store = MemoryStore().add(ONE)
    store.files["other.json"] = as_bytes(OTHER)
    [finding] = only(findings_of(stores=[store, shared().add(ONE)]), "FP301")
    assert len(finding.related) == 2


def test_runtime_events_diverge_too() -> None:
    store = MemoryStore(StoreName.THREADS, "git-common:fabric/runtime/threads").add(thread(1, "t"))
    store.files["x.json"] = as_bytes(thread(1, "u"))
    [finding] = only(findings_of(stores=[store]), "FP301")
    assert finding.record_id is None
    assert "chosen" not in finding.message


def test_good() -> None:
    equal = shared()
    equal.files[f"{ident('evt', 1)}.json"] = as_bytes(dict(reversed(ONE.items())))
    assert "FP301" not in codes(findings_of(stores=[MemoryStore().add(ONE), equal]))
