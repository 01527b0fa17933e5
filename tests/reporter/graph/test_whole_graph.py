"""The whole graph: typed nodes, and edges of exactly one class."""

from __future__ import annotations

from random import Random

import networkx as nx
from support.events import Wire, changed, created, ident, projection, receipt, record_node, relation, stores_of, thread

from fingerpost.ledger.build import build_history
from fingerpost.ledger.load import load
from fingerpost.reporter.graph.edges import CLASS_OF_TYPE, RELATION_TYPES, EdgeClass
from fingerpost.reporter.graph.provenance import NodeKey
from fingerpost.reporter.graph.whole_graph import build_graph

COMMIT = {"kind": "commit", "id": "c0ffee0"}
LISTED = ([ident("evt", 1)], [ident("rec", 1)])
EVENTS = [
    created(1),
    created(2),
    changed(3, 1, 1),
    changed(4, 2, 2, status="expired"),
    changed(5, 2, 2, status="discarded"),
    changed(6, 9, 77),
    relation(10, "implements", COMMIT, record_node(1), reason="It follows."),
    relation(
        11, "derived_from", record_node(2), {"kind": "message", "provider": "chat", "id": "7", "url": "https://b"}
    ),
    relation(
        12, "derived_from", record_node(1), {"kind": "message", "provider": "chat", "id": "7", "url": "https://a"}
    ),
    thread(20, "t1"),
    projection(21, "t1", *LISTED),
    receipt(22, 21, "t1", *LISTED),
    receipt(23, 21, "t1", *LISTED, state="exposed"),
]


def graph_of(events: list[Wire]) -> nx.MultiDiGraph[NodeKey]:
    return build_graph(build_history(load(stores_of(*events))))


def key(kind: str, prefix: str, number: int) -> tuple[str, str, str]:
    return (kind, "", ident(prefix, number))


def test_every_edge_has_one_class_that_follows_from_its_type() -> None:
    edges = list(graph_of(EVENTS).edges(data=True))
    assert {attributes["class"] for _, _, attributes in edges} == set(EdgeClass)
    assert all(attributes["class"] is CLASS_OF_TYPE[attributes["type"]] for _, _, attributes in edges)


def test_only_two_types_are_causality_and_only_two_availability() -> None:
    by_class = {kind: {name for name in RELATION_TYPES if CLASS_OF_TYPE[name] is kind} for kind in EdgeClass}
    assert by_class[EdgeClass.CAUSALITY] == {"informed_by", "implements"}
    assert by_class[EdgeClass.AVAILABILITY] == {"delivered_to", "exposed_to"}
    assert by_class[EdgeClass.LINEAGE] == {"derived_from", "supersedes", "challenges", "resolves"}
    assert by_class[EdgeClass.LIFECYCLE] == set()


def test_a_declaration_carries_who_says_so() -> None:
    graph = graph_of(EVENTS)
    attributes = graph.edges[("commit", "", "c0ffee0"), key("record", "rec", 1), ident("evt", 10)]
    assert attributes["actor"].id == "mara"
    assert attributes["trust"].level == "human_confirmed"
    assert (attributes["reason"], attributes["receipt_id"]) == ("It follows.", None)


def test_a_receipt_gives_edges_to_the_projection_and_the_thread() -> None:
    graph = graph_of(EVENTS)
    hops = [
        graph.get_edge_data(key("record", "rec", 1), key("projection", "prj", 21)),
        graph.get_edge_data(key("projection", "prj", 21), ("thread", "", "t1")),
    ]
    for edges in hops:
        assert sorted((edge["type"], edge["receipt_id"]) for edge in edges.values()) == [
            ("delivered_to", ident("rcp", 22)),
            ("exposed_to", ident("rcp", 23)),
        ]


def test_both_branches_of_a_fork_are_drawn() -> None:
    graph = graph_of(EVENTS)
    assert set(graph.successors(key("record", "rec", 2))) >= {key("event", "evt", number) for number in (2, 4, 5)}
    assert set(graph.predecessors(key("event", "evt", 2))) >= {key("event", "evt", 4), key("event", "evt", 5)}


def test_a_change_that_no_chain_reaches_is_drawn_without_its_record() -> None:
    graph = graph_of(EVENTS)
    assert list(graph.successors(key("event", "evt", 6))) == [key("event", "evt", 77)]
    assert list(graph.predecessors(key("event", "evt", 6))) == []


def test_two_receipt_events_of_one_receipt_id_are_two_edges() -> None:
    second = receipt(22, 21, "t1", *LISTED)
    second["event_id"] = ident("evt", 99)
    graph = graph_of([*EVENTS, second])
    between = graph.get_edge_data(key("projection", "prj", 21), ("thread", "", "t1"))
    assert {edge["event_id"] for edge in between.values()} == {ident("evt", 22), ident("evt", 23), ident("evt", 99)}


def test_a_url_is_no_part_of_a_node_and_the_least_one_stands_for_it() -> None:
    graph = graph_of(EVENTS)
    assert graph.nodes["message", "chat", "7"]["url"] == "https://a"


def test_the_order_of_files_changes_nothing() -> None:
    expected = graph_of(EVENTS)
    shuffled = list(EVENTS)
    for seed in range(5):
        Random(seed).shuffle(shuffled)
        graph = graph_of(shuffled)
        assert list(graph.nodes(data=True)) == list(expected.nodes(data=True))
        assert [edge[:3] for edge in graph.edges(keys=True)] == [edge[:3] for edge in expected.edges(keys=True)]
