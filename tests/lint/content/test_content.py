from __future__ import annotations

import json

from support.events import MemoryStore, created, ident
from support.lint import examination_of

from fingerpost.ledger.passages import Passage
from fingerpost.lint.content.content import field_name, passages, prose
from fingerpost.repository.source import StoreName

TEXT = "# one"


def test_an_equal_copy_repeats_nothing_and_another_version_is_read_too() -> None:
    tracked = MemoryStore().add(created(1, text=TEXT))
    shared = MemoryStore(StoreName.SHARED, "git-common:fabric/events")
    shared.files[f"{ident('evt', 1)}.json"] = json.dumps(created(1, text=TEXT), indent=1).encode()
    [(suspect, passage)] = passages(examination_of(stores=[shared, tracked]))
    assert suspect.origin.store is StoreName.LEDGER
    assert passage == Passage("/payload/record/text", TEXT)
    shared.files[f"{ident('evt', 1)}.json"] = json.dumps(created(1, text="# two"), indent=1).encode()
    found = [passage.text for _, passage in passages(examination_of(stores=[shared, tracked]))]
    assert found == ["# one", "# two"]


def test_prose_is_what_people_wrote_as_sentences() -> None:
    event = created(
        1,
        text=TEXT,
        reason=TEXT,
        scope={"issue": TEXT},
        evidence=[{"text": TEXT, "author": TEXT}],
        extensions={"example.org/x": {"text": TEXT}},
    )
    assert [passage.pointer for _, passage in prose(examination_of(event))] == [
        "/payload/record/text",
        "/payload/record/reason",
        "/payload/record/evidence/0/text",
    ]


def test_names_of_fields() -> None:
    assert field_name(Passage("/payload/record/text", "")) == "text"
    assert field_name(Passage("/payload/record/scope/paths/2", "")) == "paths, entry 3"
    assert field_name(Passage("/payload/record/x", "", is_key=True)) == "a key"
    assert field_name(Passage("", "")) == ""
