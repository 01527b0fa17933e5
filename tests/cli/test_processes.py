"""What commands print does not depend on how many processes read the ledger."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import fingerpost
from support.events import changed, created, write_ledger
from support.shared import make_repository

from fingerpost.ledger import blocks, load
from fingerpost.lint import sharing


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "repo")
    events = [created(number, text="Again" if number % 4 == 0 else f"Text {number}") for number in range(1, 90)]
    forks = [changed(200 + number, 7, 7, status=status) for number, status in enumerate(("expired", "discarded"))]
    write_ledger(root, *events, *forks)
    (root / ".fabric/ledger/events/broken.json").write_text("{")
    return root


@pytest.mark.parametrize("command", [("lint", "--format", "json"), ("lint",), ("list", "--json"), ("status", "--json")])
def test_the_answer_is_the_same_to_the_byte(
    root: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "WORTH_SHARING", 1)
    monkeypatch.setattr(blocks, "_SIZE", 4)
    monkeypatch.setattr(sharing, "WORTH_SHARING", 1)
    verb, *options = command
    given: tuple[str | Path, ...] = (verb, root, *options, "--as-of", "2026-06-01T00:00:00Z")
    alone = fingerpost(*given, env={"FINGERPOST_PROCESSES": "1"})
    for _ in range(3):
        assert fingerpost(*given, env={"FINGERPOST_PROCESSES": "2"}) == alone


def test_a_number_of_processes_that_is_none_is_refused(root: Path) -> None:
    done = fingerpost("lint", root, env={"FINGERPOST_PROCESSES": "many"})
    assert done.code == 2
    assert "FINGERPOST_PROCESSES=many" in done.err
