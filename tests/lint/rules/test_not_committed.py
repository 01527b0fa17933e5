from __future__ import annotations

import pytest
from support.events import (
    PATHS,
    MemoryStore,
    Wire,
    as_bytes,
    changed,
    created,
    ident,
    receipt,
    record_node,
    relation,
)
from support.surroundings import KnownSurroundings, found_by

from fingerpost.lint.finding import Finding, Severity
from fingerpost.lint.rules.not_committed import RULE
from fingerpost.repository.source import StoreName

LEDGER = PATHS[StoreName.LEDGER]


def path(number: int) -> str:
    return f"{LEDGER}/{ident('evt', number)}.json"


def shared(*events: Wire, name: StoreName = StoreName.SHARED) -> MemoryStore:
    return MemoryStore(name, PATHS[name]).add(*events)


def found(*stores: MemoryStore, tracked: list[str], ignored: tuple[str, ...] = ()) -> list[Finding]:
    surroundings = KnownSurroundings(ignored_paths=frozenset(ignored))
    return found_by(RULE, surroundings=surroundings, stores=stores, tracked_paths=tracked)


def test_an_untracked_file_and_an_ignored_one_are_told_apart() -> None:
    ledger = MemoryStore().add(created(1), created(2), created(3))
    [untracked, ignored] = found(ledger, tracked=[path(1)], ignored=(path(3),))
    assert untracked.severity is Severity.NOTICE
    assert (untracked.path, untracked.event_id, untracked.record_id) == (path(2), ident("evt", 2), ident("rec", 2))
    assert "does not track" in untracked.message
    assert (ignored.path, ignored.event_id) == (path(3), ident("evt", 3))
    assert "ignore" in ignored.message


def test_where_all_is_tracked_nothing_is_asked() -> None:
    surroundings = KnownSurroundings()
    ledger = MemoryStore().add(created(1), relation(2, "derived_from", record_node(1), {"kind": "pr", "id": "7"}))
    stores = [ledger, shared(created(1)), shared(receipt(9, 8, "t", [], []), name=StoreName.RECEIPTS)]
    tracked = [path(1), path(2)]
    assert not found_by(RULE, surroundings=surroundings, stores=stores, tracked_paths=tracked)
    assert surroundings.asked == []


def test_unreadable_files_copies_and_other_versions_are_files_too() -> None:
    ledger = MemoryStore().add(created(1), created(2))
    ledger.files["evt_broken.json"] = b"{"
    ledger.files["copy.json"] = as_bytes(created(1))
    ledger.files["other.json"] = as_bytes(created(2, text="Another text"))
    ledger.files["README.md"] = b"x"
    names = {finding.path for finding in found(ledger, tracked=[path(1), path(2)])}
    assert names == {f"{LEDGER}/{name}" for name in ("evt_broken.json", "copy.json", "other.json")}


def test_a_name_that_no_terminal_takes_is_asked_for_as_it_is() -> None:
    ledger = MemoryStore()
    ledger.files["a\tb.json"] = as_bytes(created(1))
    assert not found(ledger, tracked=[f"{LEDGER}/a\tb.json"])


@pytest.mark.parametrize("store", [StoreName.SHARED, StoreName.ACTIVE])
def test_a_lasting_event_that_only_a_shared_store_has_is_reported(store: StoreName) -> None:
    lasting = shared(created(1), created(2, durability="durable"), created(3, durability="live"), name=store)
    observed = found(MemoryStore(), lasting, tracked=[])
    assert [finding.event_id for finding in observed] == [ident("evt", 1), ident("evt", 2)]
    assert all("no other clone" in finding.message for finding in observed)


def test_a_change_is_as_lasting_as_it_says_or_else_as_its_record() -> None:
    ledger = MemoryStore().add(created(1), created(2, durability="durable"))
    changes = shared(
        created(3, durability="live"),
        changed(11, 1, 1, durability="live", status="active"),
        changed(12, 2, 2, status="expired"),
        changed(13, 3, 3, status="expired"),
        changed(14, 9, 9, status="expired"),
        relation(15, "derived_from", record_node(1), {"kind": "pr", "id": "7"}),
    )
    assert [each.event_id for each in found(ledger, changes, tracked=[path(1), path(2)])] == [ident("evt", 12)]


def test_without_git_the_rule_is_silent() -> None:
    ledger = MemoryStore().add(created(1))
    assert not found_by(RULE, surroundings=None, stores=[ledger], tracked_paths=[])
    assert not found_by(RULE, surroundings=KnownSurroundings(), stores=[ledger], tracked_paths=None)
