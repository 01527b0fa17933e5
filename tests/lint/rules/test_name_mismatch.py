from __future__ import annotations

import pytest
from support.events import MemoryStore, as_bytes, created, ident
from support.lint import codes, findings_of, only


@pytest.mark.parametrize("name", ["note.json", f"{ident('evt', 2)}.json", f"{ident('evt', 1)} (copy).json", ".json"])
def test_bad(name: str) -> None:
    store = MemoryStore()
    store.files[name] = as_bytes(created(1))
    [finding] = only(findings_of(stores=[store]), "FP207")
    assert finding.path == f"{store.path}/{name}"
    assert finding.pointer == "/event_id"
    assert finding.line == 3


def test_the_event_is_interpreted_all_the_same() -> None:
    store = MemoryStore()
    store.files["note.json"] = as_bytes(created(1, text=" "))
    assert "FP210" in codes(findings_of(stores=[store]))


def test_good() -> None:
    assert "FP207" not in codes(findings_of(created(1)))
