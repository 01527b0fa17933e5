from __future__ import annotations

from typing import Any

import pytest
from support.events import MemoryStore, created, projection, receipt, stores_of, thread
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity

THREAD, PROJECTION, RECEIPT = thread(4, "t"), projection(5, "t", [], []), receipt(6, 5, "t", [], [])


@pytest.mark.parametrize("event", [THREAD, PROJECTION, RECEIPT], ids=lambda event: str(event["event_type"]))
def test_bad(event: dict[str, Any]) -> None:
    stores = [store for store in stores_of(event) if store.name.value != "ledger"]
    for held in (stores, []):
        found = findings_of(stores=[MemoryStore().add(created(1), event), *held])
        [finding] = only(found, "FP309")
        assert finding.severity is Severity.ERROR
        assert finding.path == f".fabric/ledger/events/{event['event_id']}.json"
        assert (finding.line, finding.pointer) == (4, "/event_type")


def test_tracked_files_of_private_folders() -> None:
    paths = (
        ".fabric/generated/SYNC_DELTA.md",
        ".fabric/active/current-thread",
        ".fabric/active/events/\udcffevt.json",
        ".fabric/config.yaml",
        "docs/.fabric/active/x",
        ".fabric/activeness",
    )
    found = only(findings_of(created(1), tracked_paths=paths), "FP309")
    assert [finding.path for finding in found] == [
        ".fabric/active/current-thread",
        ".fabric/active/events/\\xffevt.json",
        ".fabric/generated/SYNC_DELTA.md",
    ]
    assert len({finding.fingerprint for finding in found}) == 3


def test_a_private_folder_that_is_itself_tracked_as_a_link_or_a_submodule() -> None:
    found = only(findings_of(created(1), tracked_paths=(".fabric/active", ".fabric/generated")), "FP309")
    assert [finding.path for finding in found] == [".fabric/active", ".fabric/generated"]


def test_what_keeps_a_folder_empty_is_fine() -> None:
    paths = (".fabric/generated/.gitignore", ".fabric/active/.gitkeep")
    assert only(findings_of(created(1), tracked_paths=paths), "FP309") == []


def test_good() -> None:
    assert "FP309" not in codes(findings_of(created(1), THREAD, PROJECTION, RECEIPT, tracked_paths=None))
    assert "FP309" not in codes(findings_of(created(1), tracked_paths=(".fabric/ledger/events/evt.json",)))
