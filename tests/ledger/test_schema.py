"""The two validators: they never ask the network, and judge alike."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import Wire, changed, created, projection, receipt, record_node, relation, thread
from support.shared import LEDGERS, needs_ledgers
from support.wire import full_events, mutants

from fingerpost.ledger.schema import conforms, python_validator, resolve, schema_faults

NO_NETWORK = """
import socket
def refuse(*_, **__):
    raise AssertionError("a socket was opened")
socket.socket = socket.create_connection = socket.getaddrinfo = refuse
from fingerpost.ledger import schema
assert not schema.conforms({})
assert not schema.python_validator().is_valid({})
import sys
"""


def test_making_both_validators_opens_no_socket() -> None:
    subprocess.run([sys.executable, "-c", NO_NETWORK], check=True, timeout=60)


def test_the_gate_does_not_import_the_slow_validator() -> None:
    code = "import sys; from fingerpost.ledger.violations import acceptable; acceptable({}); "
    subprocess.run([sys.executable, "-c", code + "assert 'jsonschema' not in sys.modules"], check=True, timeout=60)


def test_a_reference_to_anything_else_fails_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    from fingerpost.ledger import schema

    documents = dict(schema.documents())
    documents[schema.EVENT] = {**documents[schema.EVENT], "$ref": "https://elsewhere.invalid/other.json"}
    monkeypatch.setattr(schema, "documents", lambda: documents)
    with pytest.raises(ValueError, match="nothing is retrieved"):
        schema._gate.__wrapped__()
    with pytest.raises(Exception, match=r"elsewhere\.invalid"):
        schema.python_validator.__wrapped__().is_valid(created(1))
    with pytest.raises(KeyError):
        resolve("other.json", schema.EVENT)


@pytest.mark.parametrize("event", full_events(), ids=lambda event: event["event_type"])
def test_a_full_event_of_each_type_conforms(event: Wire) -> None:
    assert conforms(event)
    assert schema_faults(event, 5) == []


@pytest.mark.parametrize(
    "event",
    [
        created(1),
        changed(2, 1, 1),
        relation(3, "informed_by", record_node(1), {"kind": "projection", "id": "none"}),
        thread(4, "any text at all"),
        thread(5, "T1", "thread.scope_changed"),
        projection(6, None, [], []),
        receipt(7, 6, "T1", [], []),
    ],
    ids=lambda event: event["event_type"],
)
def test_the_plain_events_of_the_tests_conform(event: Wire) -> None:
    assert conforms(event)


@pytest.mark.parametrize("event", full_events(), ids=lambda event: event["event_type"])
def test_both_validators_judge_every_mutant_alike(event: Wire) -> None:
    validator = python_validator()
    verdicts = set()
    for mutant in mutants(event):
        verdict = conforms(mutant)
        verdicts.add(verdict)
        assert validator.is_valid(mutant) is verdict, mutant
    assert verdicts == {True, False}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(full_events()), st.lists(st.tuples(st.integers(0, 60), JSON), min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_both_validators_judge_several_changes_at_once_alike(event: Wire, changes: list[tuple[int, Any]]) -> None:
    mutant = json.loads(json.dumps(event))
    for number, replacement in changes:
        holders = list(_containers(mutant))
        holder = holders[number % len(holders)]
        keys = sorted(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if keys:
            holder[keys[number % len(keys)]] = replacement
    assert python_validator().is_valid(mutant) is conforms(mutant)


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from _containers(item)


@needs_ledgers
def test_both_validators_judge_every_file_of_the_corpus_alike() -> None:
    judged = 0
    for path in sorted(LEDGERS.rglob("*.json")):
        if not path.is_file() or path.stat().st_size > 1 << 20:
            continue
        try:
            value = json.loads(path.read_bytes())
        except (ValueError, RecursionError):
            continue
        if "depth-" not in path.name and "deep-" not in str(path):
            judged += 1
            assert python_validator().is_valid(value) is conforms(value), path
    assert judged > 900


@pytest.mark.parametrize("text", ["\ud800", "a longer text with \udfff inside", "\udfff\ud800"])
def test_a_lone_surrogate_is_no_fault_of_the_shape(text: str) -> None:
    assert conforms(created(1, text=text, event={"extensions": {"a/b": text, f"a/{text}": 1}}))
    assert not conforms(created(1, text=text, status=text))
    assert not conforms({**created(1), text: 1})


def test_faults_are_limited() -> None:
    event = created(1, rejected_paths=[1] * 50)
    assert len(schema_faults(event, 7)) == 7
