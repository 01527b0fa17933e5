from __future__ import annotations

import json

import pytest
from support.events import MemoryStore, Wire, created, ident, record_node, relation, thread
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity

BAD = "safe \u202etxt.exe"


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, text=BAD), "/payload/record/text"),
        (created(1, scope={"areas": [BAD]}), "/payload/record/scope/areas/0"),
        (created(1, extensions={"example.org/x": [BAD]}), "/payload/record/extensions/example.org~1x/0"),
        (created(1, event={"actor": {"kind": "human", "id": BAD}}), "/actor/id"),
        (relation(1, "implements", {"kind": "commit", "id": BAD}, record_node(2)), "/payload/relation/from/id"),
        (thread(1, BAD), "/payload/thread/thread_id"),
    ],
)
def test_texts_and_ids_are_judged(event: Wire, pointer: str) -> None:
    [finding] = only(findings_of(event), "FP803")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.pointer) == (ident("evt", 1), pointer)
    assert finding.line is not None
    assert "[U+202E], first at: safe [U+202E]txt.exe" in finding.message
    assert "\u202e" not in finding.message


@pytest.mark.parametrize("ascii_only", [True, False])
def test_raw_and_escaped_are_one(ascii_only: bool) -> None:
    store = MemoryStore()
    event = json.dumps(created(1, text=BAD), indent=2, ensure_ascii=ascii_only) + "\n"
    store.files[f"{ident('evt', 1)}.json"] = event.encode()
    [finding] = only(findings_of(stores=[store]), "FP803")
    assert finding.fingerprint == only(findings_of(created(1, text=BAD)), "FP803")[0].fingerprint


def test_a_key_is_judged() -> None:
    [finding] = only(findings_of(created(1, extensions={"example.org/x\u200b": 1})), "FP803")
    assert finding.message.startswith("a key has a hidden character: [U+200B]")
    assert finding.line is not None


def test_of_many_the_kinds_are_listed_once() -> None:
    text = "".join(f"a{chr(1 + number % 8)}" for number in range(20_000))
    [finding] = only(findings_of(created(1, text=text)), "FP803")
    assert "20,000 hidden characters" in finding.message
    assert "and 2 more kinds" in finding.message
    assert len(finding.message) < 300


@pytest.mark.parametrize("text", ["\U0001f469\u200d\U0001f469\u200d\U0001f467", "one\r\ntwo\tthree", "björn, 東京"])
def test_what_shows_as_it_should_is_fine(text: str) -> None:
    assert only(findings_of(created(1, text=text)), "FP803") == []
