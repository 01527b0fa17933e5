"""The JSON answer: the contract's shape, and text that cannot act."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator
from support.claims import BY_PATHS, TREE, by_trailer, claim, spelled
from support.events import changed, created, ident, projection, receipt, record_node, relation, thread
from support.traces import COMMIT, trace_of

from fingerpost.reporter.claims.claim import Cause
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.traces.trace import Trace
from fingerpost.reporter.traces.trace_json import render_json, trace_json

HERE = {"kind": "commit", "id": COMMIT}
LISTED = ([ident("evt", 1)], [ident("rec", 1)])
EVENTS = [
    created(1),
    created(2, text="Plain\x1b[31m <b>text</b>"),
    changed(3, 2, 2),
    thread(20, "t1"),
    relation(10, "implements", HERE, record_node(2), {"correlation_id": "t1"}, reason="It does."),
    relation(11, "exposed_to", record_node(2), HERE),
    relation(
        12, "derived_from", record_node(1), {"kind": "message", "provider": "chat", "id": "7", "url": "https://a"}
    ),
    projection(21, "t1", *LISTED),
    receipt(22, 21, "t1", *LISTED, state="exposed"),
    projection(310, "t1", *LISTED),
    receipt(311, 310, "t1", *LISTED),
]


def schema() -> Draft202012Validator:
    text = files("fingerpost.schemas").joinpath("trace.schema.json").read_text(encoding="utf-8")
    value = json.loads(text)
    Draft202012Validator.check_schema(value)
    return Draft202012Validator(value)


def traced(text: str) -> Trace:
    return trace_of(text, *EVENTS, problems=[("FP709", ident("evt", 11), None)])


@pytest.mark.parametrize(
    "text", [f"commit:{COMMIT}", "thread:t1", ident("rec", 1), ident("rec", 2), "message:chat:7", "issue:none"]
)
def test_every_answer_conforms_to_the_schema(text: str) -> None:
    schema().validate(trace_json(traced(text)))


def test_without_the_trees_of_a_commit_what_existed_is_unknown_without_a_basis() -> None:
    for each in trace_json(traced(f"commit:{COMMIT}"))["claims"]:
        assert each["availability"]["existed"] == {"value": "unknown", "basis": None, "event_id": None}
        assert each["availability"]["in_scope"] == {"value": "unknown", "basis": None, "reasons": []}
        assert each["state_then"] == "unknown"


def test_the_answer_of_a_commit() -> None:
    answer = trace_json(traced(f"commit:{COMMIT}"))
    assert answer["root"] == {"kind": "commit", "id": COMMIT, "resolution": "exact"}
    assert answer["threads"] == [{"thread_id": "t1", "basis": "correlation", "event_id": ident("evt", 10)}]
    assert answer["problems"] == ["FP709", "FP710"]  # its record has expired since
    by_record = {claim["record_id"]: claim for claim in answer["claims"]}
    assert by_record[ident("rec", 2)]["verdict"] == "declared"
    assert by_record[ident("rec", 2)]["availability"]["exposed"]["value"] == "unknown"
    assert by_record[ident("rec", 2)]["availability"]["exposed"]["claimed"][0]["receipt_id"] is None
    one = by_record[ident("rec", 1)]
    assert (one["verdict"], one["availability"]["level"]) == ("available", "exposed")
    assert [entry["receipt_id"] for entry in one["availability"]["delivered"]["after"]] == [ident("rcp", 311)]


def test_a_thread_by_trailer_has_no_event() -> None:
    facts = {COMMIT: CommitFact("exact", COMMIT, None, (("Fabric-Thread", "t7\udcff"),))}
    trace = trace_of(f"commit:{COMMIT}", *EVENTS, facts=facts)
    schema().validate(trace_json(trace))
    assert json.loads(render_json(trace))["threads"][0] == {
        "thread_id": "t7[U+DCFF]",
        "basis": "trailer",
        "event_id": None,
    }


def test_a_trailer_has_no_event_names_nobody_and_claims_no_trust() -> None:
    edge = by_trailer(COMMIT, 1)
    found = claim(1, causality=(Cause(edge),), existed=TREE, in_scope=BY_PATHS, state_then="active")
    trace, _ = spelled(f"commit:{COMMIT}", created(1), claims=(found,), relations=(edge,), none_not_listed=3)
    answer = trace_json(trace)
    schema().validate(answer)
    line = f"Fabric-Implements: {ident('rec', 1)}"
    assert answer["claims"][0]["causality"] == [
        {
            "type": "implements",
            "event_id": None,
            "relation_id": None,
            "trailer": line,
            "actor": {},
            "trust": None,
            "reason": None,
            "asserted_at": "2026-03-02T14:00:00Z",
            "disputed_by": [],
        }
    ]
    relation_ = answer["relations"][0]
    assert (relation_["trailer"], relation_["relation_id"], relation_["actor"], relation_["trust"]) == (
        line,
        None,
        {},
        None,
    )
    assert answer["claims"][0]["availability"]["existed"] == {
        "value": "yes",
        "basis": "tree",
        "event_id": ident("evt", 1),
    }
    assert answer["claims"][0]["availability"]["in_scope"] == {
        "value": "yes",
        "basis": "paths",
        "reasons": [{"kind": "path", "value": "services/billing/x.py"}],
    }
    assert answer["claims"][0]["state_then"] == "active"
    assert answer["not_listed"] == {"none": 3}


def test_an_unreachable_commit_carries_its_candidates() -> None:
    fact = CommitFact("unreachable", COMMIT, None, (), ("a" * 40, "b" * 40))
    answer = trace_json(trace_of(f"commit:{COMMIT}", *EVENTS, facts={COMMIT: fact}))
    schema().validate(answer)
    assert answer["root"] == {
        "kind": "commit",
        "id": COMMIT,
        "resolution": "unreachable",
        "candidates": ["a" * 40, "b" * 40],
    }


def test_the_text_is_ascii_and_survives_lone_surrogates() -> None:
    reason = "broken \ud800 text"
    text = render_json(trace_of(f"commit:{COMMIT}", relation(2, "implements", HERE, record_node(1), reason=reason)))
    assert text.isascii()
    assert "\\ud800" not in text
    assert json.loads(text)["version"] == 1
