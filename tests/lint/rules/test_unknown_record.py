from __future__ import annotations

from support.events import MemoryStore, changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


def test_a_change_of_a_created_record_is_fine() -> None:
    assert not only(findings_of(created(1), changed(2, 1, 1)), "FP405")


def test_a_record_that_nobody_created_is_reported_at_its_first_change() -> None:
    [finding] = only(findings_of(changed(2, 1, 1), changed(3, 1, 2, status="active")), "FP405")
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.record_id) == (ident("evt", 2), ident("rec", 1))
    assert finding.pointer == "/payload/record_id"
    assert finding.line is not None


def test_a_change_that_hangs_under_another_record_is_reported_too() -> None:
    found = findings_of(created(1), changed(2, 5, 1))
    [finding] = only(found, "FP405")
    assert finding.record_id == ident("rec", 5)
    assert not only(found, "FP403")


def test_a_creation_that_could_not_be_read_is_that_files_fault() -> None:
    broken = created(1, surprise="a field that no client knows")
    store = MemoryStore().add(broken, changed(2, 1, 1), changed(3, 1, 9))
    found = findings_of(stores=[store])
    assert only(found, "FP206")
    assert not only(found, "FP405")


def test_an_unknown_record_in_a_circle_is_not_lost() -> None:
    found = only(findings_of(changed(2, 1, 3), changed(3, 1, 2)), "FP405")
    assert [finding.event_id for finding in found] == [ident("evt", 2), ident("evt", 3)]
