from __future__ import annotations

from support.events import (
    PATHS,
    MemoryStore,
    Wire,
    created,
    ident,
    projection,
    record_node,
    relation,
    thread,
)
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity
from fingerpost.repository.source import StoreName

COMMIT = {"kind": "commit", "id": "a" * 40}


def link(source: Wire, target: Wire, number: int = 9) -> Wire:
    return relation(number, "derived_from", source, target)


def tracked_only(*events: Wire) -> list[Finding]:
    return only(findings_of(stores=[MemoryStore().add(*events)]), "FP701")


def test_known_ends_and_outside_things_are_fine() -> None:
    events = (
        created(1),
        thread(2, "thread-1"),
        projection(3, "thread-1", [ident("evt", 1)], [ident("rec", 1)]),
        link(record_node(1), {"kind": "thread", "id": "thread-1"}, 10),
        link(record_node(1), {"kind": "projection", "id": ident("prj", 3)}, 11),
        link(record_node(1), {"kind": "event", "id": ident("evt", 1)}, 12),
        link(COMMIT, record_node(1), 13),
        link({"kind": "issue", "id": "BILL-1"}, {"kind": "message", "provider": "chat", "id": "m-1"}, 14),
    )
    assert not only(findings_of(*events), "FP701")


def test_an_unknown_record_is_reported_at_its_end_whatever_was_read() -> None:
    for found in (tracked_only(link(COMMIT, record_node(1))), only(findings_of(link(COMMIT, record_node(1))), "FP701")):
        [finding] = found
        assert finding.severity is Severity.WARNING
        assert (finding.event_id, finding.record_id) == (ident("evt", 9), ident("rec", 1))
        assert finding.pointer == "/payload/relation/to/id"
        assert finding.line is not None


def test_both_ends_are_judged() -> None:
    found = tracked_only(link(record_node(1), record_node(2)))
    assert [finding.pointer for finding in found] == ["/payload/relation/from/id", "/payload/relation/to/id"]


def test_threads_projections_and_events_are_judged_only_where_the_runtime_was_read() -> None:
    ends: tuple[Wire, ...] = (
        {"kind": "thread", "id": "ghost"},
        {"kind": "projection", "id": ident("prj", 7)},
        {"kind": "event", "id": ident("evt", 7)},
    )
    for end in ends:
        events = (created(1), link(record_node(1), end))
        assert not tracked_only(*events)
        [finding] = only(findings_of(*events), "FP701")
        assert finding.record_id == ident("rec", 1)


def test_a_thread_of_another_provider_is_no_matter_of_this_ledger() -> None:
    end = {"kind": "thread", "provider": "chat", "id": "ghost"}
    assert not only(findings_of(created(1), link(record_node(1), end)), "FP701")


def test_what_could_not_be_read_is_that_files_fault() -> None:
    ledger = MemoryStore().add(created(1, surprise=1), link(COMMIT, record_node(1)))
    assert not only(findings_of(stores=[ledger]), "FP701")
    threads = MemoryStore(StoreName.THREADS, PATHS[StoreName.THREADS])
    threads.files["evt_x.json"] = b"{"
    named = MemoryStore().add(created(1), link(record_node(1), {"kind": "thread", "id": "ghost"}))
    assert not only(findings_of(stores=[named, threads]), "FP701")
