"""Which node a command line names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.events import created, ident, record_node, relation
from support.traces import provenance_of

from fingerpost.ledger.events import Node
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.claims.subjects import NodeSyntaxError, Subject, find_subject, parse_node

EMPTY = provenance_of()
FULL = "ab12" + "c" * 36


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("issue:BILL-1", Node("issue", "BILL-1")),
        ("pr:88", Node("pr", "88")),
        ("thread:any words", Node("thread", "any words")),
        ("action:codex:act-1", Node("action", "act-1", "codex")),
        ("message:chat:a:b", Node("message", "a:b", "chat")),
        ("evidence:https://example.invalid/1", Node("evidence", "//example.invalid/1", "https")),
        (ident("rec", 1), Node("record", ident("rec", 1))),
        ("abcdef1", Node("commit", "abcdef1")),
        ("a" * 64, Node("commit", "a" * 64)),
    ],
)
def test_the_forms(text: str, node: Node) -> None:
    assert parse_node(text, EMPTY) == node


@pytest.mark.parametrize("text", ["", "x", "abcdef", "rec_", "a" * 65, ":", "a:", ":b", " :b", "a::b", "main"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(NodeSyntaxError, match="kind:id"):
        parse_node(text, EMPTY)


def test_the_literal_node_is_taken_where_the_ledger_knows_it() -> None:
    url = "https://example.invalid/1"
    known = provenance_of(relation(1, "derived_from", record_node(1), {"kind": "evidence", "id": url}))
    assert parse_node(f"evidence:{url}", known) == Node("evidence", url)


@given(st.text())
def test_no_text_is_worse_than_refused(text: str) -> None:
    try:
        node = parse_node(text, EMPTY)
    except NodeSyntaxError:
        return
    assert node.kind
    assert node.id


def commit(text: str, facts: dict[str, CommitFact], *ids: str) -> Subject:
    events = [relation(n, "implements", {"kind": "commit", "id": id_}, record_node(1)) for n, id_ in enumerate(ids, 2)]
    provenance = provenance_of(created(1), *events)
    return find_subject(parse_node(f"commit:{text}", provenance), provenance, facts)


def test_an_abbreviation_finds_the_full_id_of_the_ledger() -> None:
    facts = {"ab12ccc": CommitFact("abbreviated", FULL), FULL: CommitFact("exact", FULL)}
    assert commit("ab12ccc", facts, FULL).node == Node("commit", FULL)


def test_a_full_id_finds_the_abbreviation_of_the_ledger_and_both_spellings_count() -> None:
    facts = {"ab12ccc": CommitFact("abbreviated", FULL), FULL: CommitFact("exact", FULL)}
    assert commit(FULL, facts, "ab12ccc").node == Node("commit", "ab12ccc")
    both = commit(FULL, facts, "ab12ccc", FULL)
    assert both.node == Node("commit", FULL)
    assert {node.id for node in both.spellings} == {"ab12ccc", FULL}


def test_an_abbreviation_that_git_resolves_elsewhere_is_another_commit() -> None:
    other = "ab12" + "d" * 36
    facts = {"ab12": CommitFact("ambiguous"), FULL: CommitFact("exact", FULL), other: CommitFact("exact", other)}
    assert commit(FULL, facts, "ab12", other).spellings == (Node("commit", FULL),)


def test_a_missing_commit_is_found_by_the_one_id_that_it_begins() -> None:
    facts = {"ab12ccc": CommitFact("missing"), FULL: CommitFact("missing")}
    assert commit("ab12ccc", facts, FULL).node.id == FULL
    assert commit("ab12ccc", facts, FULL, "ab12ccc" + "e" * 33).node.id == "ab12ccc"


def test_a_commit_that_only_a_provider_names_is_found_without_naming_it() -> None:
    event = relation(2, "implements", {"kind": "commit", "provider": "hub", "id": FULL}, record_node(1))
    provenance = provenance_of(event)
    facts = {FULL: CommitFact("exact", FULL)}
    assert find_subject(Node("commit", FULL), provenance, facts).node.provider == "hub"
    assert find_subject(Node("commit", FULL, "lab"), provenance, facts).node.provider == "lab"
