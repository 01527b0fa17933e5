from __future__ import annotations

from support.events import MemoryStore, changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


def test_a_parent_that_is_there_is_fine() -> None:
    assert not only(findings_of(created(1), changed(2, 1, 1)), "FP402")


def test_a_missing_parent_is_reported_once_whatever_hangs_below() -> None:
    [finding] = only(findings_of(created(1), changed(3, 1, 2), changed(4, 1, 3, status="active")), "FP402")
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.record_id) == (ident("evt", 3), ident("rec", 1))
    assert finding.pointer == "/parent_event_id"
    assert finding.line is not None
    assert ident("evt", 2) in finding.message


def test_a_parent_whose_file_is_unreadable_is_that_files_fault() -> None:
    store = MemoryStore().add(created(1), changed(3, 1, 2))
    store.files[f"{ident('evt', 2)}.json"] = b"{"
    found = findings_of(stores=[store])
    assert not only(found, "FP402")
    assert not only(found, "FP405")
