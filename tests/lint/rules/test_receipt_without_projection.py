from __future__ import annotations

from support.events import MemoryStore, Wire, created, ident, projection, receipt, stores_of, thread
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity
from fingerpost.repository.source import StoreName

E1, R1 = ident("evt", 1), ident("rec", 1)
SHOWN = receipt(5, 4, "t", [E1], [R1])


def without(*events: Wire) -> list[Finding]:
    return only(findings_of(created(1), *events), "FP705")


def test_an_unknown_projection_and_an_unknown_thread_are_told_apart() -> None:
    found = without(SHOWN)
    assert [finding.pointer for finding in found] == ["/payload/receipt/projection_id", "/payload/receipt/thread_id"]
    assert {finding.severity for finding in found} == {Severity.WARNING}
    assert all(finding.line is not None and finding.event_id == ident("evt", 5) for finding in found)
    assert [f.pointer for f in without(SHOWN, thread(3, "t"))] == ["/payload/receipt/projection_id"]
    assert [f.pointer for f in without(SHOWN, projection(4, None, [E1], [R1]))] == ["/payload/receipt/thread_id"]


def test_to_add_what_is_missing_ends_the_finding() -> None:
    assert not without(SHOWN, thread(3, "t"), projection(4, "t", [E1], [R1]))


def test_without_the_runtime_both_are_unknown_and_no_finding() -> None:
    assert not only(findings_of(stores=[MemoryStore().add(created(1), SHOWN)]), "FP705")


def test_what_may_lie_in_an_unreadable_file_is_not_missing() -> None:
    for name, left in (
        (StoreName.PROJECTIONS, "/payload/receipt/thread_id"),
        (StoreName.THREADS, "/payload/receipt/projection_id"),
    ):
        stores = stores_of(created(1), SHOWN)
        next(store for store in stores if store.name is name).files[f"{ident('evt', 9)}.json"] = b"{"
        assert [finding.pointer for finding in only(findings_of(stores=stores), "FP705")] == [left]
