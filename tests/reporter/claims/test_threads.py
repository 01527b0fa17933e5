"""Threads of a subject: by a commit's trailer, by relations, and what stands where copies of a thread differ."""

from __future__ import annotations

import pytest
from support.events import (
    AGENT,
    Wire,
    as_bytes,
    at,
    created,
    ident,
    projection,
    receipt,
    record_node,
    relation,
    stores_of,
    thread,
)
from support.traces import COMMIT, FACTS, provenance_of, trace_of

from fingerpost.ledger.build import build_history
from fingerpost.ledger.instants import instant
from fingerpost.ledger.load import load
from fingerpost.reporter.claims.claim import Level
from fingerpost.reporter.claims.facts import CommitFact
from fingerpost.reporter.claims.subjects import find_subject, parse_node
from fingerpost.reporter.claims.threads import SubjectThread
from fingerpost.reporter.graph.provenance import Provenance
from fingerpost.reporter.traces.trace import Request, Surroundings, Trace, trace
from fingerpost.reporter.traces.trace_text import render_text
from fingerpost.repository.source import StoreName

HERE = {"kind": "commit", "id": COMMIT}
ONE = ([ident("evt", 1)], [ident("rec", 1)])
NO_HISTORY = provenance_of().history


def told(*threads: str) -> dict[str, CommitFact]:
    """The commit, with trailers that name these threads."""
    return {COMMIT: CommitFact("exact", COMMIT, instant(at(300)), tuple(("Fabric-Thread", each) for each in threads))}


def text_of(answer: Trace) -> str:
    return render_text(answer, NO_HISTORY, colour=False, width=120)


def test_a_trailer_names_a_thread_and_its_receipts_count() -> None:
    events = [created(1), thread(20, "t1"), projection(21, "t1", *ONE), receipt(22, 21, "t1", *ONE)]
    answer = trace_of(f"commit:{COMMIT}", *events, facts=told("t1"))
    assert answer.threads == (SubjectThread("t1", "trailer", None),)
    assert [(claim.record_id, claim.level) for claim in answer.claims] == [(ident("rec", 1), Level.DELIVERED)]
    assert "a trailer of the commit names this thread" in " ".join(text_of(answer).split())
    assert trace_of(f"commit:{COMMIT}", *events).threads == ()


def test_only_a_trailer_may_name_a_thread_without_an_event() -> None:
    receipts = [projection(21, "t1", *ONE), receipt(22, 21, "t1", *ONE, state="exposed")]
    tie = relation(30, "implements", HERE, record_node(1), {"correlation_id": "t2", "actor": AGENT})
    answer = trace_of(f"commit:{COMMIT}", created(1), tie, *receipts, facts=told("t1"))
    assert answer.threads == (SubjectThread("t1", "trailer", None, known=False),)
    assert answer.claims[0].level is Level.EXPOSED
    assert "no thread event of it was read" in text_of(answer)


def test_trailers_come_first_and_a_thread_once() -> None:
    tie = relation(30, "implements", HERE, record_node(1), {"correlation_id": "t1", "causation_id": "t2"})
    events = [created(1), thread(20, "t1"), thread(21, "t2"), tie]
    answer = trace_of(f"commit:{COMMIT}", *events, facts=told("t9", "t2"))
    assert [(found.thread_id, found.basis) for found in answer.threads] == [
        ("t2", "trailer"),
        ("t9", "trailer"),
        ("t1", "correlation"),
    ]


def test_a_receipt_after_the_commit_does_not_count_for_a_trailer_either() -> None:
    late = [projection(400, "t1", *ONE), receipt(401, 400, "t1", *ONE)]
    answer = trace_of(f"commit:{COMMIT}", created(1), *late, facts=told("t1"))
    assert not answer.claims[0].delivered.shown
    assert len(answer.claims[0].delivered.after) == 1


def differing(*copies: Wire, more: tuple[Wire, ...] = (), node: str = "thread:t1") -> Trace:
    """The trace of a node where files of the runtime hold these copies of one thread event."""
    stores = stores_of(created(1), projection(21, "t1", *ONE), receipt(22, 21, "t1", *ONE), *more)
    threads = next(store for store in stores if store.name is StoreName.THREADS)
    for number, copy in enumerate(copies):
        threads.files[f"copy-{number}.json"] = as_bytes(copy)
    reading = load(stores)
    provenance = Provenance(build_history(reading))
    subject = find_subject(parse_node(node, provenance), provenance, FACTS)
    surroundings = Surroundings(instant(at(500)), FACTS, runtime_read=True, divergent=reading.divergent)
    return trace(provenance, subject, Request(), surroundings)


def test_copies_of_a_thread_event_that_differ_are_both_shown() -> None:
    here = thread(20, "t1", scope={"repo": "billing", "issue": "BILL-1"})
    there = thread(20, "t1", scope={"repo": "billing", "paths": ["src/**"]})
    answer = differing(here, there)
    assert answer.time == instant(at(20))  # both say the same of its start
    text = text_of(answer)
    assert "its statements differ" in text
    assert "repo billing, issue BILL-1" in text
    assert "repo billing, path src/**" in text
    assert text.count(f"- {ident('evt', 20)}  ") == 2
    assert "copy-0.json" in text
    assert "copy-1.json" in text
    assert text_of(differing(there, here)).count("its statements differ") == 1
    assert differing(here, here).statements == ()


def test_where_copies_differ_in_the_start_no_receipt_counts() -> None:
    here, there = thread(20, "t1"), thread(20, "t1")
    there["occurred_at"] = at(25)
    answer = differing(here, there)
    assert answer.time is None
    assert "copies of one event differ in when this thread began" in " ".join(text_of(answer).split())
    assert differing(here, there, more=(thread(19, "t1"),)).time == instant(at(19))


@pytest.mark.parametrize("order", [1, -1])
def test_an_issue_in_the_scope_of_one_copy_is_counted(order: int) -> None:
    copies = [thread(20, "t1", scope={"issue": "7"}), thread(20, "t1", scope={"issue": "8"})][::order]
    scoped = differing(*copies, node="issue:8").scoped
    assert scoped is not None
    assert scoped.threads == 1
