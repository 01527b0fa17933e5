"""Texts that rules have to read are kept with their place, and credentials go no further than the reader."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from support.events import MemoryStore, Wire, as_bytes, created, ident, record_node, relation, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.events import Record, Relation
from fingerpost.ledger.load import load
from fingerpost.ledger.passages import Passage, passages_of, passages_of_file, without_secrets
from fingerpost.ledger.reading import Reading
from fingerpost.repository.source import StoreName

TOKEN = "ghp_" + "a1B2c3D4" * 5
MARK = "[secret: GitHub token]"
NAME = f"{ident('evt', 1)}.json"


def reading_of(*files: bytes, event: int = 1) -> Reading:
    stores = [MemoryStore(StoreName.LEDGER), MemoryStore(StoreName.SHARED, "git-common:fabric/events")]
    for store, data in zip(stores, files, strict=False):
        store.files[f"{ident('evt', event)}.json"] = data
    return load(stores)


def test_passages_are_those_texts_that_are_not_plain_in_order() -> None:
    value = {"a": "plain", "b": ["x", {"c/d": "# heading", "e": 1}], "f\u202e": "g"}
    assert passages_of(value) == (
        Passage("/b/1/c~1d", "# heading"),
        Passage("/f\u202e", "f\u202e", is_key=True),
    )
    assert without_secrets(value, passages_of(value)) is value


def test_a_passage_never_holds_a_credential_nor_does_its_pointer() -> None:
    value = {"x": f"use {TOKEN}", TOKEN: {"y": "# heading"}, "z": {"password": "hunter2"}}
    assert passages_of(value) == (
        Passage("/x", f"use {MARK}", ("GitHub token",)),
        Passage("", MARK, ("GitHub token",), is_key=True),
        Passage("", "# heading"),
        Passage("/z/password", "[secret: password]", ("password",)),
    )
    assert TOKEN not in repr(passages_of(value))
    assert TOKEN not in json.dumps(without_secrets(value, passages_of(value)))


def test_a_file_without_a_value_is_one_passage_if_it_holds_a_credential() -> None:
    assert passages_of_file(b"<<<<<<< no secret") == ()
    assert passages_of_file(f"<<<<<<< {TOKEN}".encode()) == (Passage("", "", ("GitHub token",)),)
    escaped = "".join(f"\\u{ord(each):04x}" for each in TOKEN)
    assert passages_of_file(f'{{"{escaped}'.encode()) == ()
    assert passages_of_file(f'{{"{escaped}"'.encode()) == (Passage("", "", ("credential",)),)


def test_plain_events_are_no_suspects() -> None:
    reading = load(stores_of(created(1), created(2)))
    assert list(reading.suspects) == []


SPOTS = [
    created(1, text=f"Use {TOKEN} here."),
    created(1, reason=TOKEN),
    created(1, scope={"issue": TOKEN}),
    created(1, scope={"areas": ["a", TOKEN]}),
    created(1, preferred_paths=[TOKEN]),
    created(1, source={"type": TOKEN, "url": f"https://x:{TOKEN}@example.invalid/"}),
    created(1, evidence=[{"type": "note", "url": f"https://example.invalid/?t={TOKEN}", "author": TOKEN}]),
    created(1, extensions={"example.org/x": {TOKEN: [TOKEN]}}),
    created(1, event={"actor": {"kind": "human", "id": TOKEN}, "correlation_id": TOKEN}),
    created(1, event={"extensions": {"example.org/token": TOKEN}}),
    relation(1, "implements", {"kind": "commit", "id": TOKEN, "url": TOKEN}, record_node(2), reason=TOKEN),
]


@pytest.mark.parametrize("event", SPOTS)
def test_no_typed_event_holds_a_credential(event: Wire) -> None:
    reading = load(stores_of(event))
    assert len(reading.events) == 1
    assert TOKEN not in repr(reading)
    assert MARK in repr(reading.events[0])
    assert TOKEN not in repr(build_history(reading))
    [suspect] = reading.suspects
    assert suspect.event_id == ident("evt", 1)
    assert any("GitHub token" in passage.secrets for passage in suspect.passages)


def test_only_the_credential_is_masked() -> None:
    [event] = load(stores_of(created(1, text=f"Use {TOKEN} here."))).events
    assert isinstance(event.payload, Record)
    assert event.payload.text == f"Use {MARK} here."


def test_two_ends_of_a_relation_keep_their_kind() -> None:
    [event] = load(stores_of(SPOTS[-1])).events
    assert isinstance(event.payload, Relation)
    assert event.payload.source.id == MARK


OTHER = TOKEN.replace("a", "b")


def test_copies_are_compared_by_what_they_hold_not_by_what_is_shown() -> None:
    one, other = created(1, text=f"Use {TOKEN}"), created(1, text=f"Use {OTHER}")
    reading = reading_of(as_bytes(one), as_bytes(other))
    assert list(reading.divergent) == [ident("evt", 1)]
    assert TOKEN not in repr(reading)
    assert OTHER not in repr(reading)
    equal = reading_of(as_bytes(one), json.dumps(one, indent=4).encode())
    assert not equal.divergent
    assert len(equal.copies[ident("evt", 1)]) == 2
    assert len(equal.suspects) == 2


def _with(key: str, value: Any, place: str = "record") -> Wire:
    event = created(1)
    target = event if place == "event" else event["payload"]["record"]
    target[key] = value
    return event


@pytest.mark.parametrize(
    "event",
    [
        _with(TOKEN, 1),
        _with(TOKEN, TOKEN, "event"),
        _with("x" * 20 + " " + TOKEN, 1),
        _with("status", TOKEN),
        _with("created_at", TOKEN),
        _with("record_id", TOKEN),
        _with("event_id", TOKEN, "event"),
        _with("event_type", TOKEN, "event"),
        _with("event_type", "x" * 40 + " " + TOKEN, "event"),
        _with("schema_version", TOKEN, "event"),
        _with("parent_event_id", TOKEN, "event"),
        _with("text", [TOKEN]),
        _with("scope", {"areas": [TOKEN, TOKEN]}),
    ],
)
def test_no_problem_of_a_shape_quotes_a_credential(event: Wire) -> None:
    reading = reading_of(json.dumps(event).encode())
    assert reading.problems
    assert TOKEN[:12] not in repr(reading)
    assert reading.suspects


def test_the_order_of_suspects_does_not_depend_on_the_order_of_files() -> None:
    store = MemoryStore().add(created(2, text="# b"), created(1, text="# a"))
    turned = MemoryStore().add(created(1, text="# a"), created(2, text="# b"))
    assert load([store]).suspects == load([turned]).suspects
    assert [suspect.event_id for suspect in load([store]).suspects] == [ident("evt", 1), ident("evt", 2)]


def test_suspects_are_frozen() -> None:
    [suspect] = load(stores_of(created(1, text="# a"))).suspects
    with pytest.raises(dataclasses.FrozenInstanceError):
        suspect.passages = ()  # type: ignore[misc]
