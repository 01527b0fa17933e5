from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Set
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.billing import example
from support.events import (
    AGENT,
    AGENT_ASSERTED,
    HUMAN,
    HUMAN_CONFIRMED,
    PATHS,
    MemoryStore,
    Wire,
    at,
    changed,
    created,
    ident,
    projection,
    receipt,
    record_node,
    relation,
    store_of,
    thread,
)
from support.lint import examination_of
from support.shared import LEDGERS, ROOT, lay_out, needs_ledgers

from fingerpost.cli.reading import Ledger, open_ledger
from fingerpost.cli.reading_options import ReadingOptions
from fingerpost.cli.rule_places import places_in_part, rule_places
from fingerpost.ledger.challenges import TARGET, TARGET_RELATION
from fingerpost.ledger.settlement import SETTLES
from fingerpost.lint.catalogue import RULES
from fingerpost.lint.rule import Examination, Reach
from fingerpost.reporter.traces.answer_problems import Place, touching
from fingerpost.repository.source import StoreName

Found = dict[str, list[Place]]


def found_by_all(examination: Examination) -> Found:
    """Where each rule finds something in the whole ledger."""
    return {rule.code: [(each.event_id, each.record_id) for each in rule.check(examination)] for rule in RULES}


def told_of_all(found: Found, event_ids: Set[str], record_ids: Set[str]) -> list[str]:
    return sorted(touching(lambda *_: found.items(), event_ids, record_ids))


def told_of_part(examination: Examination, event_ids: Set[str], record_ids: Set[str]) -> list[str]:
    return sorted(touching(lambda *ids: places_in_part(examination, RULES, *ids), event_ids, record_ids))


def asked_of(examination: Examination, found: Found) -> Iterator[tuple[set[str], set[str]]]:
    """Every event and every record alone, also those that only findings name; each record with its events."""
    places = [place for each in found.values() for place in each]
    history = examination.history
    for event_id in sorted({*history.events, *(event_id for event_id, _ in places if event_id)}):
        yield {event_id}, set()
    for record_id in sorted({*history.records, *(record_id for _, record_id in places if record_id)}):
        yield set(), {record_id}
    for record_id, record in history.records.items():
        yield {event.event_id for event in record.walked()}, {record_id}


def assert_alike(examination: Examination, every: int = 1) -> None:
    """That the part of a ledger around each event and record tells what the whole ledger tells of it."""
    found = found_by_all(examination)
    for event_ids, record_ids in list(asked_of(examination, found))[::every]:
        told = told_of_part(examination, event_ids, record_ids)
        assert told == told_of_all(found, event_ids, record_ids), (event_ids, record_ids)


def opened(root: Path, as_of: str | None = None) -> Ledger:
    return open_ledger(root, ReadingOptions(as_of=as_of))


def test_a_part_of_the_example_tells_what_the_whole_tells(tmp_path: Path) -> None:
    assert_alike(opened(example(tmp_path / "billing")).examination)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_part_of_a_made_ledger_tells_what_the_whole_tells(tmp_path: Path, seed: int) -> None:
    command = [sys.executable, "-m", "benchmarks.generator", str(tmp_path / "made"), "--events", "3000"]
    subprocess.run([*command, "--seed", str(seed)], cwd=ROOT, check=True, capture_output=True)
    assert_alike(opened(tmp_path / "made", "2026-04-03T09:00:00Z").examination, every=23)


@needs_ledgers
@pytest.mark.parametrize("name", ["billing", "dogfood", "edge", "forked"])
def test_a_part_of_a_reference_ledger_tells_what_the_whole_tells(tmp_path: Path, name: str) -> None:
    assert_alike(opened(lay_out(LEDGERS / name, tmp_path / "repo")).examination)


def broken() -> list[str]:
    names = LEDGERS / "broken/EXPECT.json"
    found = {each["case"] for each in json.loads(names.read_text("utf-8"))} if names.is_file() else set()
    return sorted(found - {"no-ledger-dir"})


@needs_ledgers
@pytest.mark.parametrize("case", broken())
def test_a_part_of_a_broken_ledger_tells_what_the_whole_tells(tmp_path: Path, case: str) -> None:
    root = lay_out(LEDGERS / "broken" / case, tmp_path / "repo")
    for packed in root.rglob("*.json.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
    assert_alike(opened(root, "2026-12-05T00:00:00Z").examination)


def test_what_many_ask_for_is_found_in_the_whole_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = opened(example(tmp_path / "billing"))
    found, history = found_by_all(ledger.examination), ledger.history
    asked = set(history.events), set(history.records)

    def narrowed(*_: object) -> Examination:
        raise AssertionError

    monkeypatch.setattr("fingerpost.cli.rule_places.narrowed", narrowed)
    assert sorted(touching(lambda *ids: rule_places(ledger, *ids), *asked)) == told_of_all(found, *asked) != []


def test_rules_that_name_no_event_and_no_record_are_said_to_find_nothing(tmp_path: Path) -> None:
    found = found_by_all(opened(example(tmp_path / "billing")).examination)
    for rule in RULES:
        if rule.reach is Reach.NOTHING:
            assert set(found[rule.code]) <= {(None, None)}, rule.code


def found_in_part(examination: Examination, code: str) -> list[str]:
    """The events and records of the ledger of which a part tells that this rule found something, and the whole does."""
    assert_alike(examination)
    asked = asked_of(examination, {})
    return [
        *{
            each
            for events, records in asked
            if code in told_of_part(examination, events, records)
            for each in (*events, *records)
        }
    ]


def test_a_circle_is_found_whose_other_records_nobody_asks_about() -> None:
    steps = [relation(n, "supersedes", record_node(n - 9), record_node((n - 9) % 3 + 1)) for n in (10, 11, 12)]
    found = found_in_part(examination_of(created(1), created(2), created(3), *steps), "FP708")
    assert {ident("evt", 10), ident("rec", 1)} <= set(found)


def test_answers_to_a_challenge_that_nobody_knows_are_found_together() -> None:
    answers = [created(n, kind="challenge_resolution") for n in (1, 2)]
    told = [relation(n + 10, "resolves", record_node(n), record_node(9)) for n in (1, 2)]
    assert ident("evt", 1) in found_in_part(examination_of(*answers, *told), "FP412")


def test_the_thread_of_work_is_known_by_another_relation_of_it() -> None:
    node = {"kind": "action", "provider": "ci", "id": "88"}
    claim = relation(10, "informed_by", node, record_node(1))
    other = relation(11, "derived_from", record_node(2), node, {"correlation_id": "t1"})
    runtime = [thread(3, "t1"), projection(4, "t1", [], []), receipt(5, 4, "t1", [], [])]
    examination = examination_of(created(1), created(2), claim, other, *runtime)
    assert {ident("evt", 10), ident("rec", 1)} <= set(found_in_part(examination, "FP711"))


NUMBERS = st.integers(1, 4)
THREADS = st.sampled_from(["t1", "t2", "p:t1", "x:y:z"])
TIMES = st.integers(0, 9).map(at)
ACTORS = st.sampled_from([HUMAN, AGENT, {"kind": "agent", "id": "t1"}, {"kind": "tool"}])
TRUSTS = st.sampled_from([HUMAN_CONFIRMED, AGENT_ASSERTED, {"level": "certain", "basis": "none"}])
KINDS = st.sampled_from(["decision", "challenge", "challenge_resolution"])
STATUSES = st.sampled_from(["active", "active", "open", "expired", "accepted", "discarded"])
WAYS = st.lists(st.sampled_from(["src/a.py", "src/*.py", "Use floats", "use  floats"]), max_size=2)
SCOPES = st.sampled_from(
    [{"repo": "billing", "issue": "1"}, {"paths": ["src/*.py"], "areas": ["tax"]}, {"global": True}, {"paths": ["src"]}]
)
RECORDS = NUMBERS.map(record_node)
NODES = st.one_of(
    RECORDS,
    THREADS.map(lambda each: {"kind": "thread", "id": each}),
    st.sampled_from(
        [
            {"kind": "commit", "id": "a" * 40},
            {"kind": "thread", "provider": "p", "id": "t1"},
            {"kind": "thread:p", "id": "t1"},
            {"kind": "action", "provider": "x", "id": "y:z"},
            {"kind": "action", "provider": "x:y", "id": "z"},
            {"kind": "evidence", "id": "javascript:x"},
            {"kind": "event", "id": ident("evt", 1)},
            {"kind": "event", "id": ident("evt", 99)},
        ]
    ),
)
RELATIONS = st.sampled_from(
    ["informed_by"] * 3 + ["supersedes"] * 3 + ["implements", "challenges", "resolves", "derived_from", "delivered_to"]
)


@st.composite
def extensions(draw: st.DrawFn) -> Wire:
    found: Wire = {}
    if draw(st.booleans()):
        found[TARGET] = ident("rec", draw(NUMBERS))
    if draw(st.booleans()):
        found[TARGET_RELATION] = ident("rel", draw(NUMBERS))
    if draw(st.integers(0, 3)) == 0:
        competing = sorted({ident("evt", draw(st.integers(1, 12))) for _ in range(2)})
        about = {"record_id": ident("rec", draw(NUMBERS)), "parent_event_id": ident("evt", draw(st.integers(1, 12)))}
        found[SETTLES] = {**about, "competing_event_ids": competing}
    return found


@st.composite
def events_numbered(draw: st.DrawFn, number: int, kind: str = "") -> Wire:
    """An event of some kind that names few things, so that many name the same."""
    event: dict[str, Any] = {"actor": draw(ACTORS), "trust": draw(TRUSTS), "occurred_at": draw(TIMES)}
    kind = kind or draw(st.sampled_from(["created"] + ["changed"] * 3 + ["relation"] * 4 + ["thread", "prj", "rcp"]))
    if kind == "created":
        fields = {
            "kind": draw(KINDS),
            "status": draw(STATUSES),
            "scope": draw(SCOPES),
            "extensions": draw(extensions()),
        }
        fields |= {"durability": draw(st.sampled_from(["live", "candidate", "durable"]))}
        fields |= {"rejected_paths": draw(WAYS), "preferred_paths": draw(WAYS)}
        fields |= {"text": draw(st.sampled_from(["Round once", "round  once", "```py\nx\n```"]))}
        return created(number, number if number < 5 else draw(NUMBERS), event, **fields)
    if kind == "changed":
        fields = {"status": draw(STATUSES)} if draw(st.booleans()) else {"durability": "durable"}
        about = draw(NUMBERS)
        parent = about if draw(st.booleans()) else draw(st.integers(1, 12))
        return changed(number, about, parent, event, **fields)
    if kind == "relation":
        said = {"correlation_id": draw(THREADS)} if draw(st.booleans()) else {}
        made = {"relation_id": ident("rel", draw(st.integers(1, 8)))}
        type_ = draw(RELATIONS)
        source = draw(RECORDS if type_ in ("supersedes", "challenges", "resolves") and draw(st.booleans()) else NODES)
        target = draw(RECORDS if draw(st.booleans()) else NODES)
        return relation(number, type_, source, target, {**event, **said}, **made)
    named = [ident("rec", draw(NUMBERS))]
    shown = [ident("evt", draw(st.integers(1, 12)))]
    if kind == "prj":
        return projection(draw(NUMBERS) + 20, draw(THREADS), shown, named)
    if kind == "rcp":
        return receipt(number, draw(NUMBERS) + 20, draw(THREADS), shown, named)
    return thread(number, draw(THREADS))


@st.composite
def ledgers(draw: st.DrawFn) -> list[MemoryStore]:
    """Stores with some events; some lie in another store than is for them, in two, or in two that differ."""
    stores = {name: MemoryStore(name, path) for name, path in PATHS.items()}
    for number in range(1, draw(st.integers(6, 18))):
        event = draw(events_numbered(number, "created" if number < 5 else ""))
        odd = draw(st.integers(0, 19))
        home = store_of(event) if odd else draw(st.sampled_from(list(StoreName)))
        stores[home].add(event)
        if odd == 1:
            other = draw(events_numbered(number))
            stores[draw(st.sampled_from(list(StoreName)))].add({**other, "event_id": event["event_id"]})
        if odd == 2:
            stores[StoreName.SHARED].add(event)
    return list(stores.values())


@settings(max_examples=100, deadline=None)
@given(ledgers(), st.lists(st.sampled_from(["src/a.py", ".fabric/ledger/events/evt_1.json"]), max_size=2))
def test_a_part_of_any_ledger_tells_what_the_whole_tells(stores: Iterable[MemoryStore], tracked: list[str]) -> None:
    assert_alike(examination_of(stores=list(stores), as_of="2026-06-03T09:00:00Z", tracked_paths=tracked))
