"""Rules FP201 to FP206 and FP208: the right code at the right place, and one problem for one cause."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.events import Wire, changed, created, envelope, ident, projection, receipt, record_node, relation, thread
from support.shared import LEDGERS, needs_ledgers
from support.wire import full_events, mutants

from fingerpost.ledger.events import EVENT_TYPES
from fingerpost.ledger.problem import Problem
from fingerpost.ledger.violations import MOST_PROBLEMS, acceptable, normalise, violations
from fingerpost.repository.source import Origin, StoreName

ORIGIN = Origin(StoreName.LEDGER, ".fabric/ledger/events/x.json", "x.json")
LONG = "x" * 500_000


def without(event: Wire, *place: str) -> Wire:
    copy: Wire = json.loads(json.dumps(event))
    holder = copy
    for step in place[:-1]:
        holder = holder[step]
    del holder[place[-1]]
    return copy


def short(problems: list[Problem]) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.pointer) for problem in problems]


BAD_IDS = (
    ident("rec", 1),
    ident("evt", 1)[4:],
    ident("evt", 1).upper(),
    ident("evt", 0xABCDEF).replace("abcdef", "ABCDEF"),
    ident("evt", 1).replace("-7000", "-4000"),
    ident("evt", 1).replace("-8000", "-c000"),
    ident("evt", 1) + "\n",
    ident("evt", 1) + "0",
    " " + ident("evt", 1),
    "",
    "latest",
    LONG,
)

REASON = f"/payload/projection/reasons/{ident('rec', 1)}/0"

TABLE: list[tuple[Any, list[tuple[str, str]]]] = [
    # the value itself
    ([created(1)], [("FP201", "")]),
    (None, [("FP201", "")]),
    (5, [("FP201", "")]),
    # the envelope
    (without(created(1), "trust"), [("FP201", "")]),
    (without(created(1), "schema_version"), [("FP201", "")]),
    (created(1, event={"schema_version": "fabric/1.1", "novel": 1}), [("FP202", "/schema_version")]),
    (created(1, event={"schema_version": 1}), [("FP201", "/schema_version")]),
    ({**created(1), "event_type": ""}, [("FP201", "/event_type")]),
    ({**created(1), "event_type": 7}, [("FP201", "/event_type")]),
    (envelope(1, "decision.voted", {"x": None}), [("FP203", "/event_type")]),
    ({**created(1), "event_type": "Record.Created"}, [("FP203", "/event_type")]),
    (created(1, event={"actor": {"kind": "robot"}}), [("FP201", "/actor/kind")]),
    (created(1, event={"actor": {"kind": "human", "email": "x"}}), [("FP206", "/actor/email")]),
    (created(1, event={"trust": {"level": ""}}), [("FP201", "/trust/level")]),
    (created(1, event={"extensions": []}), [("FP201", "/extensions")]),
    (created(1, event={"priority": 1, "a/b~c": 2}), [("FP206", "/a~1b~0c"), ("FP206", "/priority")]),
    ({**without(created(1), "event_id"), "Event_ID": ident("evt", 1)}, [("FP206", "/Event_ID")]),
    ({**created(1), "payload": []}, [("FP201", "/payload")]),
    ({**created(1), "payload": {}}, [("FP201", "/payload")]),
    ({**created(1), "payload": None}, [("FP201", "/payload")]),
    ({**created(1), "parent_event_id": None}, [("FP208", "/parent_event_id")]),
    # a record
    (created(1, text=""), [("FP201", "/payload/record/text")]),
    (created(1, text=5), [("FP201", "/payload/record/text")]),
    (created(1, status="archived"), [("FP201", "/payload/record/status")]),
    (created(1, scope={}), [("FP201", "/payload/record/scope")]),
    (created(1, scope={"areas": [], "paths": []}), [("FP201", "/payload/record/scope")]),
    (created(1, scope={"issue": ""}), [("FP201", "/payload/record/scope")]),
    (created(1, scope={"global": False}), [("FP201", "/payload/record/scope")]),
    (created(1, scope={"repo": 5}), [("FP201", "/payload/record/scope"), ("FP201", "/payload/record/scope/repo")]),
    (created(1, scope={"areas": "billing"}), [("FP201", "/payload/record/scope/areas")]),
    (created(1, scope={"areas": ["a", "a"]}), [("FP201", "/payload/record/scope/areas")]),
    (
        created(1, scope={"paths": ["a", "", 1]}),
        [("FP201", f"/payload/record/scope/paths/{n}") for n in (1, 2)],
    ),
    (created(1, scope={"Paths": ["a"]}), [("FP206", "/payload/record/scope/Paths")]),
    (created(1, scope={"issue": None}), [("FP201", "/payload/record/scope"), ("FP208", "/payload/record/scope/issue")]),
    (created(1, evidence=[{"note": "x"}]), [("FP206", "/payload/record/evidence/0/note")]),
    (created(1, evidence=[None]), [("FP201", "/payload/record/evidence/0")]),
    (created(1, reviewed_at="yesterday"), [("FP205", "/payload/record/reviewed_at")]),
    (created(1, created_at=""), [("FP205", "/payload/record/created_at")]),
    (created(1, created_at=7), [("FP201", "/payload/record/created_at")]),
    # a state change
    (changed(2, 1, 1, note="x"), [("FP206", "/payload/note")]),
    (changed(2, 1, 1, status=None), [("FP201", "/payload"), ("FP208", "/payload/status")]),
    (changed(2, 1, 1, status="done"), [("FP201", "/payload/status")]),
    (changed(2, 1, 1, event={"parent_event_id": "latest"}), [("FP204", "/parent_event_id")]),
    (without(changed(2, 1, 1), "parent_event_id"), [("FP201", "")]),
    (without(changed(2, 1, 1), "payload", "status"), [("FP201", "/payload")]),
    ({**changed(2, 1, 1), "payload": {"record_id": "x"}}, [("FP201", "/payload"), ("FP204", "/payload/record_id")]),
    (changed(2, 1, 1, reviewed_at="2026-03-02"), [("FP205", "/payload/reviewed_at")]),
    # a relation
    (relation(3, "implements", record_node(1), {"kind": "record", "id": ""}), [("FP201", "/payload/relation/to/id")]),
    (relation(3, "implements", record_node(1), {"kind": "record", "id": "x"}), [("FP204", "/payload/relation/to/id")]),
    (relation(3, "implements", record_node(1), {"kind": "thread"}), [("FP201", "/payload/relation/to")]),
    (relation(3, "likes", record_node(1), record_node(2)), [("FP201", "/payload/relation/type")]),
    (
        relation(3, "implements", record_node(1), record_node(2), relation_id="r"),
        [("FP204", "/payload/relation/relation_id")],
    ),
    # threads, projections, receipts
    (thread(4, ""), [("FP201", "/payload/thread/thread_id")]),
    (thread(4, "T1", updated_at="2026-03-02t09:00:00Z"), [("FP205", "/payload/thread/updated_at")]),
    (projection(6, "T1", ["x"], []), [("FP204", "/payload/projection/event_ids/0")]),
    (projection(6, "T1", [ident("evt", 1)] * 2, []), [("FP201", "/payload/projection/event_ids")]),
    (projection(6, "T1", [], [], omitted="no"), [("FP201", "/payload/projection/omitted")]),
    (projection(6, "T1", [], [], reasons={"x": []}), [("FP204", "/payload/projection/reasons/x")]),
    (
        projection(6, "T1", [], [], reasons={ident("rec", 1): [{"kind": "", "why": 1}]}),
        [
            ("FP201", f"/payload/projection/reasons/{ident('rec', 1)}/0/kind"),
            ("FP206", f"/payload/projection/reasons/{ident('rec', 1)}/0/why"),
        ],
    ),
    (receipt(7, 6, "T1", [], [], "seen"), [("FP201", "/payload/receipt/state")]),
    (without(receipt(7, 6, "T1", [], []), "payload", "receipt", "event_ids"), [("FP201", "/payload/receipt")]),
    *[(created(1, event={"event_id": text}), [("FP204", "/event_id")]) for text in BAD_IDS],
]


@pytest.mark.parametrize(("value", "expected"), TABLE)
def test_the_code_and_the_place(value: Any, expected: list[tuple[str, str]]) -> None:
    found = violations(value, ORIGIN)
    assert short(found) == expected
    assert not acceptable(value)
    for problem in found:
        assert problem.detail
        assert problem.line is None
        assert len(problem.message) < 400
        assert problem.message.isascii()
        assert problem.message.isprintable()


@pytest.mark.parametrize("event", full_events(), ids=lambda event: event["event_type"])
def test_a_valid_event_has_no_violations(event: Wire) -> None:
    assert acceptable(event)
    assert violations(event, ORIGIN) == []
    assert normalise(event) == (event, ())


@pytest.mark.parametrize("event", full_events(), ids=lambda event: event["event_type"])
def test_what_is_not_acceptable_has_a_problem_and_the_other_way_round(event: Wire) -> None:
    for mutant in mutants(event):
        problems = violations(mutant, ORIGIN)
        assert acceptable(mutant) is (problems == []), mutant
        normal, _ = normalise(mutant)
        if not any(problem.hinders for problem in problems):
            assert acceptable(normal) or {problem.code for problem in problems} >= {"FP203"}
        assert not any(problem.code == "FP208" for problem in violations(normal, ORIGIN))


def test_ids_that_can_be_read_are_given() -> None:
    (problem,) = violations(created(1, rec=5, status="x"), ORIGIN)
    assert (problem.event_id, problem.record_id, problem.origin) == (ident("evt", 1), ident("rec", 5), ORIGIN)
    (problem,) = violations(changed(2, 5, 1, status="x"), ORIGIN)
    assert problem.record_id == ident("rec", 5)
    (problem,) = violations(created(1, record_id="x"), ORIGIN)
    assert problem.record_id is None


@pytest.mark.parametrize(
    ("event", "words", "detail"),
    [
        ({**created(1), "event_type": "Record.Created"}, "Write record.created", "case"),
        (envelope(1, "recrod.created", {}), "The nearest known type is record.created", "recrod.created"),
        (envelope(1, "decision.voted", {}), f". Known are {', '.join(EVENT_TYPES)}", "decision.voted"),
        (created(1, scope={"issue": "B-1", "zzz": 1}), ". Its fields are repo, issue, pr, areas, paths, global", "zzz"),
        (created(1, scope={"issue": "B-1", "zzz": 1}), "keep it in record.extensions under", "zzz"),
        (created(1, priority=1), "keep it in record.extensions under a namespaced key", "priority"),
        (created(1, event={"priority": 1}), "keep it in the event's own extensions under a", "priority"),
        (changed(2, 1, 1, note="x"), "keep it in the event's own extensions under a namespaced key", "note"),
        (created(1, event={"correlationid": "x"}), 'did you mean "correlation_id"?', "correlationid"),
        (without(created(1), "actor"), 'the event lacks "actor"', "required actor"),
        (created(1, created_at="2026-02-30T09:00:00Z"), "2026-02-30 is no date", "date"),
        (created(1, confidence=["x"]), "record.confidence must be a string, but is a list", "type"),
        (created(1, scope={"areas": ["b", "a", "a"]}), 'has "a" twice', "uniqueItems"),
        (created(1, event={"\u202eeteled": 1}), '"\\u202eeteled" is no field', "\\u202eeteled"),
    ],
)
def test_the_message_helps_and_the_detail_is_stable(event: Wire, words: str, detail: str) -> None:
    (problem,) = violations(event, ORIGIN)
    assert words in problem.message
    assert problem.detail == detail


@pytest.mark.parametrize("key", ["priority", "owner"])
def test_no_field_is_named_that_is_not_near(key: str) -> None:
    (problem,) = violations(created(1, event={key: 1}), ORIGIN)
    assert problem.message.endswith("under a namespaced key")


def test_a_field_there_twice_in_another_letter_case_is_not_taken_for_the_missing_one() -> None:
    event = without(created(1), "trust") | {"Actor": {}}
    assert short(violations(event, ORIGIN)) == [("FP201", ""), ("FP206", "/Actor")]


@pytest.mark.parametrize(
    "fields",
    [
        {"evidence": [{}] * 300 + [{"surplus": 1}] * 300},
        {"rejected_paths": [1, "a"] * 50_000},
        {"scope": {"areas": [1, "a"] * 50_000}},
        {"evidence": [{"text": None}] * 300},
    ],
)
def test_a_hostile_event_gives_a_limited_number_of_problems_and_says_so(fields: dict[str, Any]) -> None:
    problems = violations(created(1, **fields), ORIGIN)
    assert len(problems) == MOST_PROBLEMS + 1
    assert "more faults" in problems[0].message
    assert any(problem.hinders for problem in problems) is (
        "evidence" not in fields or {"text": None} not in fields["evidence"]
    )


def test_a_huge_key_is_in_no_message_and_no_pointer() -> None:
    (problem,) = violations({**created(1), LONG: 1}, ORIGIN)
    assert (problem.code, problem.pointer) == ("FP206", "")
    assert len(problem.message) + len(problem.detail) < 500


@needs_ledgers
def test_real_events_have_nothing_but_nulls() -> None:
    read = 0
    for ledger in ("billing", "forked", "dogfood", "edge"):
        for path in sorted((LEDGERS / ledger).rglob("evt_*.json")):
            event = json.loads(path.read_bytes())
            read += 1
            assert {problem.code for problem in violations(event, ORIGIN)} <= {"FP208"}, path
            assert acceptable(normalise(event)[0])
    assert read > 400


def _events(folder: Path) -> list[Any]:
    found = []
    for path in sorted(folder.rglob("*.json")):
        try:
            found.append(json.loads(path.read_bytes()))
        except (ValueError, OSError, RecursionError):
            continue
    return found


@needs_ledgers
def test_broken_ledgers_have_what_is_expected_of_each() -> None:
    ours = {"FP201", "FP202", "FP203", "FP204", "FP205", "FP206", "FP208"}
    for case in json.loads((LEDGERS / "broken" / "EXPECT.json").read_bytes()):
        if case["case"].startswith("deep-"):
            continue
        found = {p.code for value in _events(LEDGERS / "broken" / case["case"]) for p in violations(value, ORIGIN)}
        assert found == ours & set(case["expect"]), case["case"]


# What the Go client reads although the protocol refuses it.
LENIENT = {
    ("event_id", "no-prefix"),
    ("occurred_at", "year-0000"),
    ("occurred_at", "fraction-comma"),
    ("occurred_at", "hour-one-digit"),
    ("occurred_at", "offset-24"),
    ("occurred_at", "offset-min-60"),
    ("misc", "reviewed-at-bad-in-record"),
    *[("projection-missing", name) for name in ("event_ids", "record_ids", "omitted")],
    *[("receipt-missing", name) for name in ("event_ids", "record_ids")],
}


@needs_ledgers
def test_everything_the_go_client_refuses_is_refused_and_only_known_leniency_besides() -> None:
    folder = LEDGERS / "broken" / "_variants"
    for verdict in json.loads((folder / "verdicts.json").read_bytes()):
        group, name = verdict["group"], verdict["name"]
        if group.startswith("depth-"):
            continue
        value = json.loads((folder / f"{group}-{name}.json").read_bytes())
        accepted = not any(problem.hinders for problem in violations(value, ORIGIN))
        assert accepted is (verdict["verdict"] == "accept" and (group, name) not in LENIENT), (group, name)
