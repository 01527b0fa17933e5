from __future__ import annotations

from support.events import PATHS, MemoryStore, Wire, created, ident, projection, receipt, thread
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity
from fingerpost.repository.source import StoreName

E1, E2, R1, R2 = ident("evt", 1), ident("evt", 2), ident("rec", 1), ident("rec", 2)
BASE = (created(1), created(2), thread(3, "t"))


def outside(*events: Wire) -> list[Finding]:
    return only(findings_of(*BASE, *events), "FP704")


def test_what_the_projection_does_not_hold_is_an_error_in_each_list() -> None:
    found = outside(projection(4, "t", [E1], [R1]), receipt(5, 4, "t", [E1, E2], [R1, R2]))
    assert [finding.pointer for finding in found] == ["/payload/receipt/event_ids", "/payload/receipt/record_ids"]
    assert {finding.severity for finding in found} == {Severity.ERROR}
    assert all(finding.line is not None and finding.event_id == ident("evt", 5) for finding in found)
    assert E2 in found[0].message
    assert E1 not in found[0].message
    assert found[0].related[0].path.endswith(f"projections/{ident('evt', 4)}.json")


def test_the_whole_projection_or_a_part_of_it_is_fine() -> None:
    held = projection(4, "t", [E1, E2], [R1, R2])
    assert not outside(held, receipt(5, 4, "t", [E1, E2], [R1, R2]))
    assert not outside(held, receipt(5, 4, "t", [E2], [R2]))
    assert not outside(held, receipt(5, 4, "t", [], []))


def test_competing_revisions_that_the_projection_names_are_held() -> None:
    conflict = {"record_id": R2, "parent_event_id": E2, "competing_event_ids": [E1, E2], "message": "m"}
    held = projection(4, "t", [], [], conflicts=[conflict])
    assert not outside(held, receipt(5, 4, "t", [E1, E2], [R2]))


def test_an_unknown_projection_is_another_finding() -> None:
    assert not outside(receipt(5, 4, "t", [E1], [R1]))


def test_where_two_events_claim_to_be_the_projection_none_is_chosen() -> None:
    one, other = projection(4, "t", [E1], [R1]), projection(6, "t", [E2], [R2], projection_id=ident("prj", 4))
    assert not outside(one, other, receipt(5, 4, "t", [E1, E2], [R1, R2]))


def test_it_applies_without_the_runtime_where_both_lie_in_the_tracked_ledger() -> None:
    store = MemoryStore(StoreName.LEDGER, PATHS[StoreName.LEDGER])
    store.add(*BASE, projection(4, "t", [E1], [R1]), receipt(5, 4, "t", [E2], [R1]))
    assert len(only(findings_of(stores=[store]), "FP704")) == 1
