"""The page of the graph and the data of its drawing, as the builder makes them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from support.events import created, ident, record_node, relation
from support.surveys import COMMIT, HOSTILE, block_of, hostile_ledger, spoken, survey_of, working_ledger

from fingerpost.ledger.inert import visible
from fingerpost.reporter.graph.edges import CLASS_OF_TYPE, EdgeClass, trailer_edges
from fingerpost.reporter.pages import graph_page
from fingerpost.reporter.pages.blocks import Table
from fingerpost.reporter.pages.graph_data import FILE, graph_data, graph_file, groups
from fingerpost.reporter.pages.graph_view import GraphView
from fingerpost.reporter.pages.survey import Survey


def data_of(survey: Survey) -> dict[str, Any]:
    """What the script reads: the file's only statement."""
    content = graph_file(survey)[FILE].decode("ascii")
    assert content.startswith("window.fingerpostGraph = ")
    found: dict[str, Any] = json.loads(content.removeprefix("window.fingerpostGraph = ").removesuffix(";\n"))
    return found


def named(data: dict[str, Any], place: int) -> str:
    kind, name = data["nodes"][place][:2]
    return f"{data['kinds'][kind]}:{name}"


def edges_of(data: dict[str, Any]) -> set[tuple[str, str, str]]:
    return {
        (named(data, source), data["types"][kind][0], named(data, target)) for source, target, kind, *_ in data["edges"]
    }


def record(number: int) -> str:
    return f"record:{ident('rec', number)}"


def test_every_node_and_edge_is_there_with_its_class() -> None:
    data = data_of(survey_of(*working_ledger()))
    edges = edges_of(data)
    assert (f"commit:{COMMIT}", "implements", record(1)) in edges
    assert ("action:codex:act-1", "informed_by", record(1)) in edges
    assert (record(1), "derived_from", "pr:88") in edges
    assert {kind for _, kind, _ in edges} >= {"delivered_to", "exposed_to", "revision", "extends"}
    assert dict(data["types"]) == {name: kind.value for name, kind in CLASS_OF_TYPE.items()}
    assert data["classes"] == [kind.value for kind in EdgeClass]


def test_a_record_says_its_title_state_area_and_page() -> None:
    survey = survey_of(
        created(1, text="Round once. Not twice.", scope={"repo": "r", "areas": ["billing", "tax"]}),
        created(2, text="Two"),
    )
    data = data_of(survey)
    first, second = (next(node for node in data["nodes"] if node[1] == ident("rec", n)) for n in (1, 2))
    assert first[2] == "Round once"
    assert first[3] == 1
    assert data["states"][first[4]][0] == "active"
    assert [data["areas"][place][0] for place in first[5]] == ["billing", "tax"]
    assert data["areas"][first[5][0]][1].startswith("areas/billing")
    assert [data["areas"][place] for place in second[5]] == [["", ""]]


def test_what_other_pages_call_by_another_word_is_called_so_here() -> None:
    data = data_of(survey_of(*working_ledger()))
    labels = {named(data, place): node[2] for place, node in enumerate(data["nodes"])}
    assert labels["pr:88"] == "PR 88"
    assert labels["action:codex:act-1"] == "act-1"
    assert data["called"] == {"pr": "PR"}


def test_the_paths_of_a_scope_are_there_to_be_found() -> None:
    survey = survey_of(created(1, scope={"repo": "r", "paths": ["b/**", "a.py"]}), created(2))
    data = data_of(survey)
    first, second = (next(node for node in data["nodes"] if node[1] == ident("rec", n)) for n in (1, 2))
    assert [data["paths"][place] for place in first[6]] == ["a.py", "b/**"]
    assert len(second) == 6
    assert data["field"] == "paths"


def test_counts_agree() -> None:
    survey = survey_of(
        created(1, scope={"repo": "r", "areas": ["b", "a"]}),
        relation(2, "derived_from", record_node(1), {"kind": "pr", "id": "88"}),
    )
    said = spoken(graph_page.page(survey).blocks)
    assert "3 nodes and 2 edges in all: 0 of availability, 0 of causality, 1 of lineage, 1 of lifecycle." in said
    assert (
        "4 groups of 3 nodes; a record of several areas is in each of them, so the counts of nodes add up to 4" in said
    )
    assert "1 of 2 edges. The other 1 " in said


def test_parallel_edges_are_one_with_a_count() -> None:
    commit = {"kind": "commit", "id": COMMIT}
    survey = survey_of(
        created(1),
        relation(2, "implements", commit, record_node(1)),
        relation(3, "implements", commit, record_node(1)),
        declared=trailer_edges(COMMIT, "Fabric-Implements", ident("rec", 1), "implements", "2026-03-01T00:00:00Z"),
    )
    data = data_of(survey)
    declared = [edge for edge in data["edges"] if data["types"][edge[2]][0] == "implements"]
    assert [edge[3:] for edge in declared] == [[3, ""]]
    table = tables(survey)[1]
    assert "3 times" in spoken(table.rows[0])


def tables(survey: Survey) -> list[Table]:
    return [block for block in graph_page.page(survey).blocks if isinstance(block, Table)]


def test_the_page_is_complete_as_tables() -> None:
    survey = survey_of(*working_ledger())
    page = graph_page.page(survey)
    assert block_of(page, GraphView).beside == page.address
    listed, edges = tables(survey)
    assert [row[0] for row in listed.rows if "area" in spoken(row[0])] == [("records in no area",)]
    assert sum(int(spoken(row[1])) for row in listed.rows) == len(survey.graph.nodes)
    of_lifecycle = sum(bundle.edge.edge_class is EdgeClass.LIFECYCLE for bundle in survey.graph.bundles)
    assert len(edges.rows) == len(survey.graph.bundles) - of_lifecycle
    assert "causality" in spoken(edges.rows[0])
    assert page.command.startswith("fingerpost export --format graphml")


def test_a_cut_table_says_so(monkeypatch: Any) -> None:
    monkeypatch.setattr(graph_page, "MOST_ROWS", 2)
    survey = survey_of(*working_ledger())
    assert len(tables(survey)[1].rows) == 2
    assert "Showing 2 of " in spoken(graph_page.page(survey).blocks)


def test_groups_count_a_record_in_each_of_its_areas() -> None:
    survey = survey_of(
        created(1, scope={"repo": "r", "areas": ["b", "a"]}), created(2, scope={"repo": "r", "areas": ["a"]})
    )
    found = [(kind, name, count) for kind, name, count, _ in groups(survey)]
    assert found == [("area", "a", 2), ("area", "b", 1), ("event", "", 2)]


def test_hostile_text_is_data_and_made_visible() -> None:
    survey = survey_of(*hostile_ledger())
    content = graph_file(survey)[FILE]
    assert content.isascii()
    data = data_of(survey)
    line = HOSTILE[0] + HOSTILE[2] + HOSTILE[3] + HOSTILE[6]
    assert f"commit:{visible(line)}" in {named(data, place) for place in range(len(data["nodes"]))}
    titles = {node[2] for node in data["nodes"]}
    assert visible(HOSTILE[0]) in titles
    assert not any("\u202e" in title for title in titles)


def test_neither_file_order_nor_repetition_shows() -> None:
    events = working_ledger()
    expected = graph_data(survey_of(*events))
    for seed in range(4):
        mixed = list(events)
        Random(seed).shuffle(mixed)
        assert graph_data(survey_of(*mixed)) == expected
