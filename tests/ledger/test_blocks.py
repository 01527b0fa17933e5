"""Folders read with a second process: the reading is the same, whatever lies in them and whatever becomes of it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from support.events import as_bytes, created, ident, projection, thread

from fingerpost.ledger import blocks, load
from fingerpost.ledger.reading import Reading
from fingerpost.repository.listing import Listing
from fingerpost.repository.source import StoreName
from fingerpost.repository.stores import DirectoryStore

LEDGER, SHARED = "ledger", "shared"
TOKEN = "ghp_" + "a1B2c3D4" * 4 + "e5F6"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two folders with everything that may lie in one: sound files, odd ones, copies, and copies that differ."""
    for name in (LEDGER, SHARED):
        (tmp_path / name).mkdir()
    for number in range(1, 401):
        write(tmp_path / LEDGER, created(number))
        if number % 3 == 0:
            write(tmp_path / SHARED, created(number))
    for number in range(401, 420):
        write(tmp_path / LEDGER, created(number, text=f"The key is {TOKEN}."))
        write(tmp_path / SHARED, thread(number + 100, f"thr-{number}"))
    for number in (7, 9, 200):  # 9 has a copy that is replaced by another text
        write(tmp_path / SHARED, created(number, text="Another text"))
    ledger = tmp_path / LEDGER
    (ledger / name_of(600)).write_bytes(b'{"schema_version": "fabric/1.0",')
    (ledger / name_of(601)).write_text(json.dumps(created(601)))  # not as a client writes it
    (ledger / name_of(602)).write_bytes(as_bytes(created(603)))  # under another's name
    (ledger / name_of(604)).write_bytes(as_bytes(created(604, status="archived")))
    (ledger / name_of(605)).symlink_to(ledger / name_of(1))
    (ledger / name_of(606)).mkdir()
    (ledger / "note.txt").write_text("stray")
    (ledger / "größe.json").write_bytes(as_bytes(created(607)))
    (ledger / name_of(608)).write_bytes(b"x" * (1024 * 1024 + 1))
    write(tmp_path / SHARED, projection(610, "thr-401", [ident("evt", 3)], [ident("rec", 3)]))
    (tmp_path / SHARED / name_of(601)).write_text(json.dumps(created(601)))
    return tmp_path


def name_of(number: int) -> str:
    return f"{ident('evt', number)}.json"


def write(folder: Path, event: dict[str, Any]) -> None:
    (folder / f"{event['event_id']}.json").write_bytes(as_bytes(event))


def reading_of(root: Path, processes: int) -> Reading:
    folders = ((StoreName.LEDGER, LEDGER), (StoreName.SHARED, SHARED))
    return load.load([DirectoryStore(name, folder, root, folder) for name, folder in folders], processes)


@pytest.fixture(autouse=True)
def _shared_from_the_first_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "WORTH_SHARING", 1)
    monkeypatch.setattr(blocks, "_SIZE", 8)


def all_told_by_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the second process were much the faster."""
    monkeypatch.setattr(load, "shared", lambda count, answer: ((each, answer(each)) for each in range(count)))


def test_two_processes_read_what_one_reads(root: Path) -> None:
    alone = reading_of(root, 1)
    assert {problem.code for problem in alone.problems} >= {"FP101", "FP104", "FP107", "FP108", "FP201", "FP207"}
    assert alone.copies
    assert alone.divergent
    assert alone.suspects
    for _ in range(5):  # whoever comes first to a block
        assert reading_of(root, 2) == alone


def test_the_second_process_may_read_all_of_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = reading_of(root, 1)
    all_told_by_the_second(monkeypatch)
    assert reading_of(root, 2) == alone


def test_blocks_may_come_in_any_order(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = reading_of(root, 1)

    def backwards(count: int, answer: Any) -> Any:
        return ((each, None if each % 3 == 0 else answer(each)) for each in reversed(range(count)))

    monkeypatch.setattr(load, "shared", backwards)
    assert reading_of(root, 2) == alone


def test_a_second_process_that_dies_changes_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = reading_of(root, 1)
    parent, told = os.getpid(), blocks.tell

    def dying(block: blocks.Block) -> bytes:
        if os.getpid() != parent and block.stems[0] > ident("evt", 40):
            os.kill(os.getpid(), signal.SIGKILL)
        return told(block)

    monkeypatch.setattr(load, "tell", dying)
    assert reading_of(root, 2) == alone


def test_few_files_are_read_by_one_process(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "WORTH_SHARING", 4_000)
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("a second process for a few files"))
    assert reading_of(root, 2) == reading_of(root, 1)


def test_a_copy_is_told_without_its_value(root: Path) -> None:
    stores = [DirectoryStore(StoreName.LEDGER, name, root, name) for name in (LEDGER, SHARED)]
    with stores[0].listing() as first, stores[1].listing() as second:
        assert isinstance(first, Listing)
        assert isinstance(second, Listing)
        found = blocks.blocks_of([first, second])
        told = {
            stem: (block.listing is second, outcome)
            for block in found
            for stem, outcome, _ in blocks.told_of(block, blocks.tell(block))
            if block.listing is second
        }
    assert told[ident("evt", 3)] == (True, blocks.COPY)
    assert told[ident("evt", 9)] == (True, blocks.UNPROVEN)
    assert told[ident("evt", 510)] == (True, blocks.SOUND)


def test_there_are_never_more_blocks_than_can_be_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 10)
    monkeypatch.setattr(blocks, "_SIZE", 1)
    listings = [Listing(StoreName.LEDGER, f"{n}/", -1, [f"{n}-{m}" for m in range(30)], ()) for n in range(3)]
    found = blocks.blocks_of(listings)
    assert len(found) <= 10
    assert [stem for block in found for stem in block.stems] == [stem for each in listings for stem in each.plain]
