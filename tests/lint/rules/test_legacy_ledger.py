from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

from support.events import MemoryStore, created
from support.lint import codes, examination_of, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.lint.rules.legacy_ledger import RULE
from fingerpost.lint.surroundings import Surroundings
from fingerpost.repository.source import Obstacle


def paths_for(*around: str, stray: str | None = None) -> list[str | None]:
    ledger = MemoryStore().add(created(1))
    if stray is not None:
        ledger.files[stray] = Obstacle.STRAY
    surroundings = Mock(spec=Surroundings)
    surroundings.legacy_ledgers.return_value = around
    examination = replace(examination_of(stores=[ledger]), surroundings=surroundings)
    return [found.origin.path for found in RULE.check(examination) if found.origin is not None]


def test_bad() -> None:
    assert paths_for(".fabric/ledger/events.jsonl") == [".fabric/ledger/events.jsonl"]


def test_in_the_folder_it_is_found_once() -> None:
    inside = ".fabric/ledger/events/events.jsonl"
    assert paths_for(inside, ".fabric/events.jsonl", stray="events.jsonl") == [".fabric/events.jsonl", inside]


def test_in_the_folder_it_is_found_without_git() -> None:
    ledger = MemoryStore().add(created(1))
    ledger.files["events.jsonl"] = Obstacle.STRAY
    [finding] = only(findings_of(stores=[ledger]), "FP111")
    assert (finding.severity, finding.path) == (Severity.WARNING, ".fabric/ledger/events/events.jsonl")


def test_good() -> None:
    assert paths_for(stray="other.jsonl") == []
    assert "FP111" not in codes(findings_of(created(1)))
