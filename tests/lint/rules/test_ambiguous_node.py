from __future__ import annotations

from support.events import Wire, created, ident, record_node, relation, thread
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity

PLAIN = {"kind": "action", "id": "ci:88"}
OF_PROVIDER = {"kind": "action", "provider": "ci", "id": "88"}


def ambiguous(*ends: Wire, more: tuple[Wire, ...] = ()) -> list[Finding]:
    links = (relation(9 + place, "informed_by", end, record_node(1)) for place, end in enumerate(ends))
    return only(findings_of(created(1), *more, *links), "FP713")


def test_the_second_node_of_a_spelling_is_reported_with_the_first() -> None:
    [finding] = ambiguous(PLAIN, OF_PROVIDER)
    assert finding.severity is Severity.WARNING
    assert finding.event_id == ident("evt", 10)
    assert finding.pointer == "/payload/relation/from"
    assert finding.line is not None
    assert "action:ci:88" in finding.message
    assert finding.related[0].path.endswith(f"{ident('evt', 9)}.json")


def test_each_node_is_reported_once_however_often_it_is_named() -> None:
    assert len(ambiguous(PLAIN, OF_PROVIDER, PLAIN, OF_PROVIDER)) == 1
    assert len(ambiguous(PLAIN, OF_PROVIDER, {"kind": "action:ci", "id": "88"})) == 2


def test_both_may_stand_in_one_relation() -> None:
    link = relation(9, "informed_by", PLAIN, OF_PROVIDER)
    [finding] = only(findings_of(link), "FP713")
    assert finding.pointer == "/payload/relation/to"


def test_one_node_under_one_spelling_is_fine() -> None:
    assert not ambiguous(PLAIN, PLAIN)
    assert not ambiguous(OF_PROVIDER, {"kind": "action", "provider": "ci", "id": "89"}, {**OF_PROVIDER, "kind": "pr"})
    assert not ambiguous({**OF_PROVIDER, "url": "https://example.invalid/1"}, OF_PROVIDER)
    assert not ambiguous({"kind": "evidence", "id": "https://example.invalid/a"}, {"kind": "evidence", "id": "https"})


def test_a_thread_of_this_ledger_is_a_node_too() -> None:
    foreign = {"kind": "thread", "provider": "chat", "id": "7"}
    [finding] = ambiguous(foreign, more=(thread(2, "chat:7"),))
    assert finding.related[0].path.endswith(f"threads/{ident('evt', 2)}.json")
    assert not ambiguous(foreign, more=(thread(2, "chat:8"),))
