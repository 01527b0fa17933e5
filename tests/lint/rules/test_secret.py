from __future__ import annotations

import json

import pytest
from support.events import MemoryStore, Wire, as_bytes, changed, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.source import StoreName

TOKEN = "ghp_" + "a1B2c3D4" * 5


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, text=f"Use {TOKEN}."), "/payload/record/text"),
        (created(1, scope={"issue": TOKEN}), "/payload/record/scope/issue"),
        (created(1, evidence=[{"url": f"https://example.invalid/?t={TOKEN}"}]), "/payload/record/evidence/0/url"),
        (
            created(1, extensions={"example.org/token": "0a1b2c3d4e5f6a7b"}),
            "/payload/record/extensions/example.org~1token",
        ),
        (changed(1, 2, 2, lifecycle_reason="It was password=hunter2."), "/payload/lifecycle_reason"),
        (relation(1, "implements", {"kind": "commit", "id": TOKEN}, record_node(2)), "/payload/relation/from/id"),
    ],
)
def test_a_credential_is_an_error_at_its_place_and_is_not_shown(event: Wire, pointer: str) -> None:
    [finding] = only(findings_of(event), "FP801")
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.pointer) == (ident("evt", 1), pointer)
    assert finding.line is not None
    assert TOKEN not in repr(findings_of(event))
    assert "hunter2" not in repr(findings_of(event))


def test_its_kind_is_named() -> None:
    found = only(findings_of(created(1, text=f"Use {TOKEN} and password=hunter2")), "FP801")
    assert sorted(finding.message for finding in found) == [
        "text holds what looks like a credential (GitHub token)",
        "text holds what looks like a credential (password)",
    ]
    assert len({finding.fingerprint for finding in found}) == 2


def test_a_key_that_is_one_is_found_at_the_object_around_it() -> None:
    [finding] = only(findings_of(created(1, extensions={"example.org/x": {TOKEN: 1}})), "FP801")
    assert finding.pointer == "/payload/record/extensions/example.org~1x"
    assert finding.message == "a key holds what looks like a credential (GitHub token)"


def test_an_event_that_is_not_interpreted_and_a_file_that_is_none_are_judged_too() -> None:
    event = created(1, text=TOKEN, status="over")
    [finding] = only(findings_of(event), "FP801")
    assert finding.record_id == ident("rec", 1)
    store = MemoryStore()
    store.files["notes.json"] = f"<<<<<<< {TOKEN}".encode()
    [finding] = only(findings_of(stores=[store]), "FP801")
    assert finding.path == ".fabric/ledger/events/notes.json"
    assert finding.message == "this file holds what looks like a credential (GitHub token)"
    assert TOKEN not in repr(findings_of(stores=[store]))


def test_every_file_that_holds_it_is_reported() -> None:
    tracked = MemoryStore().add(created(1, text=TOKEN))
    shared = MemoryStore(StoreName.SHARED, "git-common:fabric/events")
    shared.files[f"{ident('evt', 1)}.json"] = json.dumps(created(1, text=TOKEN), indent=1).encode()
    assert len(only(findings_of(stores=[tracked, shared]), "FP801")) == 2


def test_a_double_key_that_is_one_is_named_without_it() -> None:
    store = MemoryStore()
    data = as_bytes(created(1)).replace(b'"ttl"', f'"{TOKEN}": 1,\n      "{TOKEN}": 2,\n      "ttl"'.encode())
    store.files[f"{ident('evt', 1)}.json"] = data
    found = findings_of(stores=[store])
    assert only(found, "FP105")
    assert only(found, "FP206")
    assert only(found, "FP801")
    assert TOKEN not in repr(found)


def test_commit_ids_ids_and_digests_are_none() -> None:
    event = relation(
        1,
        "implements",
        {"kind": "commit", "id": "3f786850e387550fdab836ed7e6dc881de23001b"},
        record_node(2),
        reason=f"sha256:{'0a1b2c3d' * 8} of {ident('evt', 9)}",
    )
    assert only(findings_of(event, created(2)), "FP801") == []
