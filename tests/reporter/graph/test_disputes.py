"""Challenges of declarations: which are open, and how the others ended."""

from __future__ import annotations

from typing import Any

import pytest
from support.events import Wire, changed, created, ident, record_node, relation, stores_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.history import History
from fingerpost.ledger.load import load
from fingerpost.reporter.graph.disputes import Dispute, dispute_mark, disputed_relations, disputes_of
from fingerpost.reporter.graph.edges import declared_edge, trailer_edges
from fingerpost.reporter.graph.provenance import relation_of
from fingerpost.reporter.graph.whole_graph import build_graph

COMMIT = {"kind": "commit", "id": "c0ffee0"}
DECLARED = [created(1), relation(2, "implements", COMMIT, record_node(1))]
REL = ident("rel", 2)


def history_of(*events: Wire) -> History:
    return build_history(load(stores_of(*events)))


def challenge(number: int = 5, relation_id: str = REL, status: str = "open", **record: Any) -> Wire:
    record = {"kind": "challenge", **record}
    return created(number, status=status, extensions={"fingerpost.challenges-relation": relation_id}, **record)


def resolution(number: int, status: str, of: int = 5, kind: str = "challenge_resolution") -> list[Wire]:
    made = created(number, kind=kind, status=status)
    return [made, relation(number + 100, "resolves", record_node(number), record_node(of))]


def disputes(*events: Wire) -> tuple[Dispute, ...]:
    return disputed_relations(history_of(*DECLARED, *events)).get(REL, ())


def outcome(*events: Wire) -> str:
    [found] = disputes(*events)
    assert found.record_id == ident("rec", 5)
    return found.outcome


def test_an_open_challenge_disputes_and_others_do_not() -> None:
    assert disputes() == ()
    assert disputes(challenge()) == (Dispute(ident("rec", 5), "open"),)
    assert disputes(challenge(relation_id=ident("rel", 3))) == ()
    assert disputes(challenge(kind="note")) == ()
    assert disputes(challenge(relation_id="")) == ()
    assert outcome(challenge(status="active")) == "open"


@pytest.mark.parametrize("status", ["accepted", "rejected", "superseded"])
def test_a_resolution_answers_though_the_challenge_stays_open_on_the_wire(status: str) -> None:
    found = disputes(challenge(), *resolution(6, status))
    assert found == (Dispute(ident("rec", 5), status),)
    assert not found[0].open
    assert dispute_mark(found) == f"challenge {status}"


def test_resolutions_that_differ_are_both_told_but_for_one_that_is_no_longer_in_force() -> None:
    both = [*resolution(6, "rejected"), *resolution(7, "accepted")]
    assert outcome(challenge(), *both) == "accepted, rejected"
    assert outcome(challenge(), *both, changed(8, 6, 6, status="superseded")) == "accepted"


def test_a_resolution_that_was_not_read_or_says_no_such_word_still_answers() -> None:
    assert outcome(challenge(), resolution(6, "accepted")[1]) == "answered"
    assert outcome(challenge(), *resolution(6, "accepted", kind="note")) == "answered"
    assert outcome(challenge(), *resolution(6, "active")) == "answered"
    assert outcome(challenge(), *resolution(6, "accepted", of=7)) == "open"


@pytest.mark.parametrize("status", ["accepted", "rejected", "expired", "discarded", "superseded"])
def test_its_own_state_ends_a_challenge_too(status: str) -> None:
    assert outcome(challenge(), changed(6, 5, 5, status=status)) == status


def test_a_challenge_that_is_itself_contested_is_open() -> None:
    fork = [changed(6, 5, 5, status="rejected"), changed(7, 5, 5, status="accepted")]
    assert outcome(challenge(), *fork) == "open"
    second = challenge(9, rec=5, text="In other words.")
    assert outcome(challenge(), second) == "open"
    # Which version counts nobody can say: each does.
    assert disputes(created(4, rec=5), challenge(9, rec=5)) == (Dispute(ident("rec", 5), "open"),)


def test_one_open_challenge_is_enough_and_every_one_stays_listed() -> None:
    found = disputes(challenge(7), challenge(), *resolution(6, "rejected"))
    assert found == (Dispute(ident("rec", 5), "rejected"), Dispute(ident("rec", 7), "open"))
    assert dispute_mark(found) == "disputed"
    assert dispute_mark(found[:1]) == "challenge rejected"
    assert dispute_mark(()) is None


def test_only_declarations_are_disputed_and_a_trailer_has_no_relation_to_name() -> None:
    events = [
        *DECLARED,
        challenge(),
        relation(3, "derived_from", record_node(1), COMMIT),
        challenge(6, ident("rel", 3)),
    ]
    history = history_of(*events)
    known = disputed_relations(history)
    edges = {event.event_id: declared_edge(event, relation_of(event)) for event in history.relations}
    assert disputes_of(edges[ident("evt", 2)], known) == (Dispute(ident("rec", 5), "open"),)
    assert disputes_of(edges[ident("evt", 3)], known) == ()
    [trailer] = trailer_edges("c" * 40, "Fabric-Implements", ident("rec", 1), "implements", "2026-03-02T09:00:00Z")
    assert disputes_of(trailer, known) == ()


def test_the_whole_graph_carries_the_mark() -> None:
    graph = build_graph(history_of(*DECLARED, challenge()))
    assert (
        graph.edges[("commit", "", "c0ffee0"), ("record", "", ident("rec", 1)), ident("evt", 2)]["dispute"]
        == "disputed"
    )
    assert [data["dispute"] for _, _, data in build_graph(history_of(*DECLARED)).edges(data=True)] == [None, None]
