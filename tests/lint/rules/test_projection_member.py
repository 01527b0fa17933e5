from __future__ import annotations

from support.events import MemoryStore, Wire, changed, created, ident, projection, record_node, relation, stores_of
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity

E1, E2, E3, E9 = (ident("evt", number) for number in (1, 2, 3, 9))
R1, R2, R9 = (ident("rec", number) for number in (1, 2, 9))
BASE = (created(1), created(2), changed(3, 2, 2, reviewed_at="2026-03-02T10:00:00Z"))


def members(events: list[str], records: list[str], *more: Wire) -> list[Finding]:
    return only(findings_of(*BASE, *more, projection(7, None, events, records)), "FP706")


def test_lists_that_fit_each_other_are_fine_in_any_order() -> None:
    assert not members([E1, E3], [R2, R1])
    assert not members([E1, E2, E3], [R1, R2])
    assert not members([], [])


def test_unknown_members_are_reported_in_their_list() -> None:
    found = members([E1, E9], [R1, R9])
    assert [finding.pointer for finding in found] == ["/payload/projection/event_ids", "/payload/projection/record_ids"]
    assert {finding.severity for finding in found} == {Severity.WARNING}
    assert all(finding.line is not None and finding.event_id == ident("evt", 7) for finding in found)
    assert E9 in found[0].message
    assert E1 not in found[0].message


def test_a_revision_without_its_record_and_a_record_without_a_revision_are_reported() -> None:
    [loose] = members([E1, E3], [R1])
    assert (loose.pointer, E3 in loose.message) == ("/payload/projection/event_ids", True)
    [bare] = members([E1], [R1, R2])
    assert (bare.pointer, R2 in bare.message) == ("/payload/projection/record_ids", True)


def test_the_events_of_a_conflict_are_members_too() -> None:
    def told(*competing: str) -> list[Finding]:
        conflict = {"record_id": R1, "parent_event_id": E1, "competing_event_ids": list(competing), "message": "m"}
        return only(findings_of(*BASE, projection(7, None, [E1], [R1], conflicts=[conflict])), "FP706")

    assert not told(E2, E3)
    [finding] = told(E2, E9)
    assert finding.pointer == "/payload/projection/conflicts"
    assert finding.message.endswith(f"which no store that was read holds: {E9}")


def test_reasons_are_for_what_it_holds() -> None:
    def given(record_id: str, **more: object) -> list[Finding]:
        reasons = {R1: [{"kind": "issue", "value": "BILL-1"}], record_id: [{"kind": "global"}]}
        return only(findings_of(*BASE, projection(7, None, [E1], [R1], reasons=reasons, **more)), "FP706")

    assert not given(R1)
    [finding] = given(R2)
    assert (finding.pointer, R2 in finding.message) == ("/payload/projection/reasons", True)
    conflict = {"record_id": R2, "parent_event_id": E2, "competing_event_ids": [E1, E3], "message": "m"}
    assert not given(R2, conflicts=[conflict])


def test_a_record_whose_revision_may_be_the_unknown_event_is_not_called_bare() -> None:
    assert [finding.pointer for finding in members([E1, E9], [R1, R2])] == ["/payload/projection/event_ids"]


def test_events_that_are_of_no_record_fit_any_list() -> None:
    link = relation(9, "supersedes", record_node(1), record_node(2))
    assert not members([E1, E9], [R1], link)


def test_without_the_runtime_unknown_members_are_no_finding_but_mismatches_are() -> None:
    def tracked(events: list[str], records: list[str]) -> list[Finding]:
        store = MemoryStore().add(*BASE, projection(7, None, events, records))
        return only(findings_of(stores=[store]), "FP706")

    assert not tracked([E1, E9], [R1, R9])
    assert tracked([E1, E3], [R1])


def test_what_lies_in_an_unreadable_file_is_not_unknown() -> None:
    stores = stores_of(*BASE, projection(7, None, [E1, E9], [R1]))
    stores[0].files[f"{E9}.json"] = b"{"
    assert not only(findings_of(stores=stores), "FP706")
