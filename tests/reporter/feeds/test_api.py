"""The data beside the pages: what its schemas say, the facts of the pages, every version of what is in dispute."""

from __future__ import annotations

import json
from importlib.resources import files
from posixpath import join, normpath
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from support.events import MemoryStore, changed, created, ident, record_node, relation
from support.surveys import ALL_HOSTILE, COMMIT, HOSTILE, hostile_commit, hostile_ledger, survey_of, working_ledger

from fingerpost import schemas
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.feeds.api import NAMES, SCHEMAS, api_files
from fingerpost.reporter.feeds.feed_blocks import API
from fingerpost.reporter.graph.edges import trailer_edges
from fingerpost.reporter.pages.book import compose
from fingerpost.reporter.pages.survey import Survey
from fingerpost.repository.source import StoreName

Json = dict[str, Any]


def api(survey: Survey, name: str) -> Json:
    value: Json = json.loads(api_files(survey)[f"{API}/{name}.json"])
    return value


def record(survey: Survey, number: int) -> Json:
    (found,) = [each for each in api(survey, "records")["records"] if each["record_id"] == ident("rec", number)]
    return dict(found)


def hostile() -> Survey:
    areas = {HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]: ("services/**", HOSTILE[1])}
    return survey_of(*hostile_ledger(), name=ALL_HOSTILE, areas=areas, **hostile_commit())


def disputed() -> Survey:
    shared = MemoryStore(StoreName.SHARED, "git-common:fabric/events").add(created(1, text="A copy that differs"))
    ledger = MemoryStore().add(created(1, text="As it was")).add(created(2, text="One way"))
    ledger.add(created(3, 2, text="Another way")).add(changed(4, 2, 3, status="expired"))
    return survey_of(stores=[ledger, shared])


SURVEYS = {
    "working": lambda: survey_of(*working_ledger()),
    "hostile": hostile,
    "disputed": disputed,
    "empty": survey_of,
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("case", list(SURVEYS))
def test_every_file_is_as_its_schema_says(case: str, name: str) -> None:
    made = api_files(SURVEYS[case]())
    beside = {path: json.loads(content) for path, content in made.items() if path.startswith(SCHEMAS)}
    registry: Registry[Any] = Registry().with_resources(
        [(schema["$id"], Resource.from_contents(schema)) for schema in beside.values()]
    )
    value = json.loads(made[f"{API}/{name}.json"])
    schema = beside[normpath(join(API, value["schema"]))]
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema, registry=registry).validate(value)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_describes_every_property_once_and_allows_no_other(name: str) -> None:
    schema = json.loads(files(schemas).joinpath(f"api/{name}.schema.json").read_text(encoding="utf-8"))
    assert schema["title"] == f"{API}/{name}.json"
    assert schema["description"].endswith(".")
    assert schema["additionalProperties"] is False
    assert sorted(schema["required"]) == sorted(schema["properties"])


def test_json_is_ascii_and_a_line() -> None:
    for path, content in api_files(hostile()).items():
        assert content.endswith(b"\n")
        if not path.startswith(SCHEMAS):
            assert content.isascii(), path
            assert content.count(b"\n") == 1
            assert b"\x7f" not in content


def test_the_same_ledger_gives_the_same_bytes() -> None:
    assert api_files(survey_of(*working_ledger())) == api_files(survey_of(*reversed(working_ledger())))


def test_a_record_has_its_text_its_chain_and_its_claim() -> None:
    found = record(survey_of(*working_ledger()), 1)
    assert found["title"] == "Round once, on the invoice total"
    assert (found["state"], found["in_force"], found["contested"]) == ("active", True, False)
    assert found["record"]["durability"] == "durable"
    assert found["record"]["lifecycle_reason"] == "Confirmed by the tax review"
    assert [each["event_id"] for each in found["chain"]] == [ident("evt", 1), ident("evt", 2)]
    assert found["chain"][0]["record"]["durability"] == "candidate"
    assert found["chain"][1]["change"]["durability"] == "durable"
    assert found["trust"] == {"level": "human_confirmed", "basis": "flag"}


def test_a_fork_has_every_branch_and_none_is_chosen() -> None:
    found = record(survey_of(*working_ledger()), 3)
    assert found["contested"]
    (conflict,) = found["conflicts"]
    assert conflict["settled_by"] is None
    told = [
        [each["child"]["event_id"], *(event["event_id"] for event in each["following"])]
        for each in conflict["branches"]
    ]
    assert told == [[ident("evt", 4)], [ident("evt", 5), ident("evt", 6)]]
    assert [each["event_id"] for each in found["chain"]] == [ident("evt", 3)]


def versions(found: Json) -> set[str]:
    """The texts of every version of a record that a dispute has."""
    events = [
        *(event for each in found["conflicts"] for event in each["versions"]),
        *(branch["child"] for each in found["conflicts"] for branch in each["branches"]),
    ]
    return {event["record"]["text"] for event in events if event["record"]}


def test_of_several_creations_every_version_is_told_and_none_chosen() -> None:
    found = record(disputed(), 2)
    assert found["text_known"] is False
    assert found["record"] == {"record_id": ident("rec", 2)}
    assert {found[name] for name in ("title", "head_event_id")} == {None}
    assert found["actor"] is found["trust"] is found["head_actor"] is found["head_trust"] is None
    assert found["chain"] == []
    assert versions(found) == {"One way", "Another way"}


def test_copies_that_differ_are_both_told() -> None:
    found = record(disputed(), 1)
    assert found["contested"]
    assert versions(found) == {"As it was", "A copy that differs"}


def test_pages_that_are_named_are_there() -> None:
    survey = survey_of(*working_ledger())
    there = {f"{page.address.site_path}.html" for page in compose(survey)}
    named = [each["page"] for each in api(survey, "records")["records"]]
    named += [each["page"] for each in api(survey, "graph")["nodes"] if each["page"]]
    assert len(named) > 6
    assert {*named} <= there


def test_an_edge_joins_its_nodes_and_keeps_its_class() -> None:
    value = api(survey_of(*working_ledger(), facts={COMMIT: CommitFact("exact", COMMIT)}), "graph")
    told = {
        (edge["type"], edge["class"], value["nodes"][edge["from"]]["id"], value["nodes"][edge["to"]]["id"])
        for edge in value["edges"]
    }
    assert ("implements", "causality", COMMIT, ident("rec", 1)) in told
    assert {each[1] for each in told if each[0] == "delivered_to"} == {"availability"}
    (commit,) = [each for each in value["nodes"] if each["kind"] == "commit"]
    assert commit["resolution"] == "exact"


def test_a_trailer_names_nobody() -> None:
    survey = survey_of(
        created(1),
        declared=trailer_edges(COMMIT, "Fabric-Implements", ident("rec", 1), "implements", "2026-03-02T09:00:00Z"),
    )
    (edge,) = api(survey, "graph")["edges"]
    assert edge["trailer"] == f"Fabric-Implements: {ident('rec', 1)}"
    assert edge["actor"] is edge["trust"] is edge["event_id"] is None


def test_a_challenged_declaration_says_so() -> None:
    challenge = created(
        30, text="No", kind="challenge", status="open", extensions={"fingerpost.challenges-relation": ident("rel", 8)}
    )
    edges = api(survey_of(*working_ledger(), challenge), "graph")["edges"]
    assert [(each["dispute"], each["disputed_by"]) for each in edges if each["type"] == "implements"] == [
        ("disputed", [ident("rec", 30)])
    ]


def test_paths_name_what_direction_in_force_names() -> None:
    survey = survey_of(
        created(1, scope={"paths": ["services/a.py"], "areas": ["pay"]}),
        created(2, scope={"global": True, "issue": "7", "areas": ["lost"]}),
        created(3, scope={"paths": ["gone/**"]}, status="expired"),
        areas={"pay": ("services/pay/**",)},
    )
    value = api(survey, "paths")
    one, two = ident("rec", 1), ident("rec", 2)
    assert [(each["pattern"], each["areas"], each["records"]) for each in value["paths"]] == [
        ("services/a.py", [], [one]),
        ("services/pay/**", ["pay"], [one]),
    ]
    assert [(each["name"], each["known"], each["records"]) for each in value["areas"]] == [
        ("lost", False, [two]),
        ("pay", True, [one]),
    ]
    assert value["issues"] == [{"name": "7", "records": [two]}]
    assert value["global"] == [two]
    assert value["unknown_areas"] == ["lost"]


def test_a_fork_is_marked_where_paths_are_listed() -> None:
    assert api(survey_of(*working_ledger()), "paths")["contested"] == [ident("rec", 3)]


def test_findings_are_those_of_lint() -> None:
    survey = survey_of(*working_ledger(), relation(40, "supersedes", record_node(1), record_node(39)))
    value = api(survey, "findings")
    assert [each["fingerprint"] for each in value["findings"]] == [each.fingerprint for each in survey.findings]
    assert sum(value["summary"].values()) == len(survey.findings) > 0


def test_without_the_runtime_the_head_says_so() -> None:
    assert api(survey_of(*working_ledger(), runtime=False), "records")["runtime"] is False
    assert api(survey_of(*working_ledger()), "records")["runtime"] is True


def texts(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*map(texts, value.values()), value)
    return set().union(*map(texts, value)) if isinstance(value, list) else set()


def test_hostile_text_is_equal_to_what_was_written() -> None:
    survey = hostile()
    said = texts(api(survey, "records"))
    line = HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]
    assert {*HOSTILE, ALL_HOSTILE, line} <= said
    assert {line, ALL_HOSTILE} <= texts(api(survey, "graph"))
    assert {line, HOSTILE[1], HOSTILE[5]} <= texts(api(survey, "paths"))
    for content in api_files(survey).values():
        assert b"\x1b" not in content


def test_a_lone_surrogate_is_written_as_a_code_point() -> None:
    survey = survey_of(created(1, text="a"), name="x\udcffy")
    assert api(survey, "records")["repository"] == "x[U+DCFF]y"
