from __future__ import annotations

from support.events import MemoryStore, as_bytes, created, ident
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


def test_all_creations_are_named_and_none_chosen() -> None:
    events = [created(3, rec=1), created(2, rec=1, text="other"), created(4, rec=1), created(5)]
    [finding] = only(findings_of(*events), "FP303")
    assert finding.severity is Severity.ERROR
    assert finding.record_id == ident("rec", 1)
    assert finding.pointer == "/payload/record/record_id"
    assert finding.event_id == ident("evt", 2)
    assert [place.line for place in finding.related] == [finding.line, finding.line]
    assert all(ident("evt", number) in finding.message for number in (2, 3, 4))


def test_the_order_of_files_does_not_count() -> None:
    one = findings_of(stores=[MemoryStore().add(created(3, rec=1), created(2, rec=1))])
    two = findings_of(stores=[MemoryStore().add(created(2, rec=1), created(3, rec=1))])
    assert only(one, "FP303") == only(two, "FP303") != []


def test_good() -> None:
    assert "FP303" not in codes(findings_of(created(1), created(2)))


def test_a_copy_that_differs_counts_as_one_creation() -> None:
    store = MemoryStore().add(created(2, rec=1), created(3, rec=1))
    store.files["copy.json"] = as_bytes(created(3, rec=1, text="other"))
    [finding] = only(findings_of(stores=[store]), "FP303")
    assert finding.detail == f"{ident('evt', 2)} {ident('evt', 3)}"
    assert finding.message.endswith("neither is chosen")
    alone = MemoryStore().add(created(3, rec=1))
    alone.files["copy.json"] = as_bytes(created(3, rec=1, text="other"))
    assert "FP303" not in codes(findings_of(stores=[alone]))
