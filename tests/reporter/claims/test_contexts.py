"""What a subject gives a scope to match: its threads as they then were, and what relations tie it to."""

from __future__ import annotations

from typing import Any

import pytest
from support.events import AGENT, Wire, as_bytes, at, created, ident, record_node, relation, stores_of, thread
from support.traces import COMMIT

from fingerpost.ledger.build import build_history
from fingerpost.ledger.events import Scope
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.reporter.claims.contexts import Contexts, contexts_of
from fingerpost.reporter.claims.subjects import find_subject, parse_node
from fingerpost.reporter.claims.threads import SubjectThread, subject_threads
from fingerpost.reporter.graph.provenance import Provenance
from fingerpost.repository.source import StoreName

HERE = {"kind": "commit", "id": COMMIT}
TIE = relation(30, "derived_from", HERE, {"kind": "message", "id": "m"}, {"correlation_id": "t1"})


def contexts(
    *events: Wire, copies: tuple[Wire, ...] = (), minute: int | None = 300, trailers: tuple[str, ...] = ()
) -> Contexts:
    stores = stores_of(*events)
    threads = next(store for store in stores if store.name is StoreName.THREADS)
    for number, copy in enumerate(copies):
        threads.files[f"copy-{number}.json"] = as_bytes(copy)
    reading = load(stores)
    provenance = Provenance(build_history(reading))
    subject = find_subject(parse_node(f"commit:{COMMIT}", provenance), provenance, {})
    found = (
        *subject_threads(subject, provenance, {}),
        *(SubjectThread(each, "trailer", None, False) for each in trailers),
    )
    return contexts_of(
        subject,
        provenance,
        threads=found,
        time=None if minute is None else instant(at(minute)),
        touched=None,
        divergent=reading.divergent,
    )


def scoped(number: int, issue: str, kind: str = "thread.scope_changed", **fields: Any) -> Wire:
    return thread(number, "t1", kind, scope={"repo": "billing", "issue": issue}, **fields)


def issues(found: Contexts) -> list[str | None]:
    return [scope.issue for scope in found.threads]


@pytest.mark.parametrize(
    ("minute", "expected"), [(19, []), (20, ["A"]), (39, ["A"]), (40, ["B"]), (300, ["B"]), (None, [])]
)
def test_a_thread_has_the_scope_of_its_last_event_up_to_then(minute: int | None, expected: list[str]) -> None:
    events = [scoped(20, "A", "thread.started"), scoped(40, "B"), scoped(310, "C"), TIE]
    assert issues(contexts(*events, minute=minute)) == expected


def test_an_event_may_state_an_older_scope() -> None:
    events = [scoped(20, "A", "thread.started"), scoped(40, "B", updated_at=at(10)), TIE]
    assert issues(contexts(*events)) == ["A"]


def test_equal_scopes_of_two_threads_are_one() -> None:
    other = relation(31, "derived_from", HERE, {"kind": "message", "id": "m"}, {"correlation_id": "t2"})
    found = contexts(thread(20, "t1"), thread(21, "t2"), TIE, other)
    assert found.threads == (Scope(repo="billing", issue="BILL-1"),)
    assert found.complete


def test_where_copies_differ_no_scope_is_chosen() -> None:
    found = contexts(TIE, copies=(scoped(20, "A"), scoped(20, "B")))
    assert (found.threads, found.complete) == ((), False)
    later = contexts(TIE, scoped(50, "C"), copies=(scoped(20, "A"), scoped(20, "B")))
    assert (issues(later), later.complete) == (["C"], True)
    alike = contexts(TIE, copies=(scoped(20, "A"), {**scoped(20, "A"), "trust": {"level": "other"}}))
    assert (issues(alike), alike.complete) == (["A"], True)


def test_a_thread_that_only_a_trailer_names_leaves_something_open() -> None:
    assert not contexts(thread(20, "t1"), trailers=("t9",)).complete


@pytest.mark.parametrize(
    ("tie", "alone", "beside_another"),
    [
        ({"correlation_id": "t1"}, False, False),
        ({"causation_id": "t1"}, False, False),
        ({"causation_id": ident("evt", 1), "actor": {"kind": "tool"}}, True, True),
        ({"correlation_id": ident("rcp", 1), "actor": {"kind": "tool"}}, True, True),
        ({"correlation_id": "t7"}, False, True),
        ({"actor": AGENT}, False, False),
        ({"actor": AGENT | {"provider": "maker"}}, False, True),
        ({"actor": {"kind": "human", "id": "ines"}}, False, True),
        ({"actor": {"kind": "human", "id": "thr_1"}}, False, False),
        ({"actor": {"kind": "human", "id": "t8"}}, False, False),
        ({"actor": {"kind": "tool"}}, True, True),
    ],
)
def test_a_tie_may_name_a_thread_that_was_not_read(tie: Wire, alone: bool, beside_another: bool) -> None:
    declared = relation(30, "implements", HERE, record_node(1), tie)
    spoken_of = relation(31, "derived_from", record_node(1), {"kind": "thread", "id": "t8"})
    assert contexts(created(1), declared).complete is alone
    assert contexts(created(1), declared, spoken_of, thread(20, "t7")).complete is beside_another


@pytest.mark.parametrize(("kind", "complete"), [("thread.started", True), ("thread.scope_changed", False)])
def test_before_the_first_event_that_was_read_a_thread_may_have_had_a_scope(kind: str, complete: bool) -> None:
    found = contexts(scoped(310, "A", kind), TIE)
    assert (found.threads, found.complete) == ((), complete)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", ["issue", "pr"])
def test_relations_tie_to_issues_and_prs(kind: str, turned: bool) -> None:
    ends = [HERE, {"kind": kind, "id": "7", "provider": "tracker"}]
    found = contexts(relation(30, "derived_from", *(ends[::-1] if turned else ends)))
    assert (found.issues, found.prs) == ((("7",), ()) if kind == "issue" else ((), ("7",)))


def test_what_is_related_to_something_else_does_not_travel() -> None:
    events = [
        relation(30, "implements", HERE, record_node(1)),
        relation(31, "derived_from", record_node(1), {"kind": "issue", "id": "7"}),
    ]
    assert contexts(created(1), *events).issues == ()
