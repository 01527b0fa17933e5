"""The index over events, with what commits declare by trailers beside them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from support.events import Wire, created, ident, record_node, relation, stores_of
from support.shared import git, make_repository

from fingerpost.ledger.build import build_history
from fingerpost.ledger.events import Node
from fingerpost.ledger.load import load
from fingerpost.reporter.graph.edges import Edge, EdgeClass, edges_of_trailers, trailer_edges
from fingerpost.reporter.graph.neighbourhood import Direction, neighbourhood
from fingerpost.reporter.graph.provenance import Provenance
from fingerpost.reporter.graph.whole_graph import build_graph
from fingerpost.repository.around.surroundings import GitSurroundings
from fingerpost.repository.around.trailers import CommitTrailer
from fingerpost.repository.configs.trailer_names import TrailerNames
from fingerpost.repository.git import Git

SHA = "c0ffee" + "0" * 34
COMMIT = Node("commit", SHA)
ONE, TWO = ident("rec", 1), ident("rec", 2)
TIME = "2026-03-02T09:00:00Z"


def said(value: str, kind: str = "implements", key: str = "Fabric-Implements", commit: str = SHA) -> tuple[Edge, ...]:
    return trailer_edges(commit, key, value, kind, TIME)


def provenance(declared: tuple[Edge, ...], *events: Wire) -> Provenance:
    return Provenance(build_history(load(stores_of(*events))), declared)


def test_a_trailer_is_an_edge_to_each_record_that_it_names_and_nobody_vouches_for_it() -> None:
    first, second = said(f"{ONE}, {TWO} {ONE} the rule")
    assert (first.source, first.target, second.target) == (COMMIT, Node("record", ONE), Node("record", TWO))
    assert first.trailer == second.trailer == f"Fabric-Implements: {ONE}, {TWO} {ONE} the rule"
    assert (first.event_id, first.relation_id, first.receipt_id, first.actor, first.trust, first.reason) == (None,) * 6
    assert (first.edge_class, first.asserted_at) == (EdgeClass.CAUSALITY, TIME)
    assert said("no record") == ()


def test_what_git_reads_of_messages_becomes_declarations_by_the_names_of_the_config(tmp_path: Path) -> None:
    root = make_repository(tmp_path)
    body = f"Follows: {ONE},\n  {TWO}\nfabric-informed-by: {TWO}\nFabric-Implements: {ONE}\nFabric-Thread: rec_3"
    for message in (f"One\n\n{body}", f"Two\n\nFollows: {ONE}\n\nNot at the end.", "Three\n\nFabric-Skip: rec_4"):
        git(root, "commit", "-q", "--allow-empty", "-m", message)
    first = git(root, "rev-parse", "HEAD~2")
    names = TrailerNames(implements=("Follows",))
    around = GitSurroundings(Git(root), revision=None, staged=False, ledger=".fabric/ledger/events", names=names)
    edges = edges_of_trailers(around.trailers(), names)
    assert [(edge.source.id, edge.type, edge.target.id, edge.trailer, edge.asserted_at) for edge in edges] == [
        (first, "implements", ONE, f"Follows: {ONE}, {TWO}", TIME),
        (first, "implements", TWO, f"Follows: {ONE}, {TWO}", TIME),
        (first, "informed_by", TWO, f"fabric-informed-by: {TWO}", TIME),
    ]


def test_a_trailer_declares_an_edge_for_each_record_it_names() -> None:
    trailers = (
        CommitTrailer(SHA, "fabric-implements", f"{ONE}, {TWO}; for now", 1772442000),
        CommitTrailer(SHA, "Fabric-Informed-By", ONE, 1772442000),
        CommitTrailer(SHA, "Fabric-Thread", "t1", 1772442000),
        CommitTrailer(SHA, "Fabric-Reviewed", TWO, 1772442000),
        CommitTrailer(SHA, "Fabric-Implements", TWO),  # nobody can read when
    )
    edges = edges_of_trailers(trailers, TrailerNames())
    assert [(edge.type, edge.target.id, edge.trailer) for edge in edges] == [
        ("implements", ONE, f"fabric-implements: {ONE}, {TWO}; for now"),
        ("implements", TWO, f"fabric-implements: {ONE}, {TWO}; for now"),
        ("informed_by", ONE, f"Fabric-Informed-By: {ONE}"),
        ("implements", TWO, f"Fabric-Implements: {TWO}"),
    ]
    assert {(edge.source.id, edge.actor, edge.trust) for edge in edges} == {(SHA, None, None)}
    assert [edge.asserted_at for edge in edges] == [*["2026-03-02T09:00:00Z"] * 3, ""]


def test_trailers_stand_beside_events_and_make_nodes_known() -> None:
    found = provenance(
        said(f"{ONE} {TWO}"),
        created(1),
        relation(9, "informed_by", {"kind": "commit", "id": "abc1234"}, record_node(1)),
    )
    assert [edge.target.id for edge in found.edges_at(COMMIT)] == [ONE, TWO]
    assert found.trailers_at(COMMIT) == found.edges_at(COMMIT)
    assert [edge.trailer is None for edge in found.edges_at(Node("record", ONE))] == [False, True]
    assert [edge.source for edge in found.trailers_at(Node("record", TWO))] == [COMMIT]
    assert found.trailers_at(Node("commit", "abc1234")) == []
    assert found.relations_at(COMMIT) == []
    assert [node.id for node in found.related_nodes("commit")] == ["abc1234", SHA]
    assert found.knows(COMMIT)
    assert found.knows(Node("record", TWO))
    assert not found.knows(Node("commit", SHA, "github"))
    assert not provenance((), created(1)).knows(COMMIT)


def test_the_address_that_the_ledger_gives_a_commit_stays() -> None:
    node = {"kind": "commit", "id": SHA, "url": "https://example.invalid/c"}
    found = provenance(said(ONE), relation(9, "implements", node, record_node(1)))
    assert found.node(COMMIT.key).url == "https://example.invalid/c"
    assert len(found.edges_at(COMMIT)) == 2


def test_the_same_words_of_one_commit_count_once_and_other_words_for_themselves() -> None:
    edges = (*said(ONE), *said(ONE), *said(ONE, key="fabric-implements"), *said(f"{ONE} x"), *said(ONE, "informed_by"))
    found = provenance(edges)
    assert len(found.declared) == len(found.edges_at(COMMIT)) == 4
    assert len({edge.key for edge in found.declared}) == len({edge.order for edge in found.declared}) == 4
    assert build_graph(found.history, edges).number_of_edges() == 4


def test_the_order_they_are_given_in_changes_nothing() -> None:
    edges = [*said(f"{ONE} {TWO}"), *said(TWO, "informed_by"), *said(ONE, commit="b" * 40)]
    expected = provenance(tuple(edges), created(1))
    for seed in range(5):
        Random(seed).shuffle(edges)
        found = provenance(tuple(edges), created(1))
        assert found.declared == expected.declared
        assert found.edges_at(Node("record", ONE)) == expected.edges_at(Node("record", ONE))
        assert list(build_graph(found.history, edges).edges(keys=True, data=True)) == list(
            build_graph(expected.history, expected.declared).edges(keys=True, data=True)
        )


@pytest.mark.parametrize(
    ("direction", "types", "count"),
    [
        (Direction.BOTH, (), 2),
        (Direction.OUTGOING, (), 2),
        (Direction.INCOMING, (), 0),
        (Direction.BOTH, ("informed_by",), 0),
    ],
)
def test_trailers_are_followed_like_relations(direction: Direction, types: tuple[str, ...], count: int) -> None:
    found = neighbourhood(provenance(said(f"{ONE} {TWO}")), [COMMIT], depth=1, direction=direction, types=types)
    assert len(found.edges) == count
    assert len(found.nodes) == count + 1
    assert not found.truncated


def test_the_graph_says_of_a_trailer_what_it_says_and_no_more() -> None:
    graph = build_graph(provenance((), created(1)).history, said(f"{ONE} {TWO}"))
    edges = list(graph.out_edges(COMMIT.key, data=True))
    assert [target[2] for _, target, _ in edges] == [ONE, TWO]
    for _, _, attributes in edges:
        assert attributes["trailer"] == f"Fabric-Implements: {ONE} {TWO}"
        assert attributes["class"] is EdgeClass.CAUSALITY
        assert {attributes[name] for name in ("event_id", "relation_id", "actor", "trust", "dispute")} == {None}
