from __future__ import annotations

import pytest
from support.events import MemoryStore, created
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.source import Obstacle


@pytest.mark.parametrize("name", ["README.md", ".fabric-event-123", "x.json.tmp", "2026"])
def test_what_no_client_reads_is_reported_once(name: str) -> None:
    store = MemoryStore().add(created(1))
    store.files[name] = Obstacle.STRAY
    found = findings_of(stores=[store])
    [finding] = only(found, "FP108")
    assert finding.severity is Severity.WARNING
    assert finding.path == f"{store.path}/{name}"
    assert "FP101" not in codes(found)


def test_a_hidden_json_file_is_read_as_an_event() -> None:
    store = MemoryStore().add(created(1))
    store.files[".evt.json"] = b"{"
    found = codes(findings_of(stores=[store]))
    assert "FP108" not in found
    assert "FP104" in found


def test_event_files_are_fine() -> None:
    assert "FP108" not in codes(findings_of(created(1)))
