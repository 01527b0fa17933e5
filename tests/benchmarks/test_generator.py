"""The generator of ledgers: the same seed gives the same bytes, and what it promises is there."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest

from fingerpost.ledger.build import build_history
from fingerpost.ledger.events import EVENT_TYPES, Event, Projection, Receipt, Relation
from fingerpost.ledger.history import ConflictKind
from fingerpost.ledger.load import load
from fingerpost.ledger.reading import Reading
from fingerpost.repository.locate import find_repository
from fingerpost.repository.source import StoreName
from fingerpost.repository.stores import open_stores

if TYPE_CHECKING:
    from benchmarks.generator import Made

Payload = TypeVar("Payload")

CHECKOUT = Path(__file__).resolve().parents[2]
EVENTS = 2500  # 750 records, so two forks


@pytest.fixture(autouse=True, scope="module")
def _importable() -> Iterator[None]:
    """Benchmarks are no package of the wheel: they are imported from the checkout."""
    sys.path.insert(0, str(CHECKOUT))
    yield
    sys.path.remove(str(CHECKOUT))


@pytest.fixture(scope="module")
def made(_importable: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Made]:
    from benchmarks.generator import generate

    root = tmp_path_factory.mktemp("made") / "repository"
    return root, generate(root, EVENTS, seed=7)


def reading_of(root: Path) -> Reading:
    return load(open_stores(find_repository(root), ledger=".fabric/ledger/events", revision=None, runtime=True))


def files_of(root: Path) -> dict[str, bytes]:
    """Every event file and tracked file of a generated repository."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and (".git" not in path.parts or "fabric" in path.parts)
    }


def payloads_of(events: Iterable[Event], kind: type[Payload]) -> list[Payload]:
    """The payloads of events that must all be of one kind."""
    found: list[Payload] = []
    for event in events:
        assert isinstance(event.payload, kind)
        found.append(event.payload)
    return found


def head_of(root: Path) -> str:
    done = subprocess.run(["git", "rev-parse", "main"], cwd=root, capture_output=True, check=True, text=True)
    return done.stdout.strip()


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(made: tuple[Path, Made], tmp_path: Path) -> None:
    from benchmarks.generator import generate

    root, first = made
    again = generate(tmp_path / "again", EVENTS, seed=7)
    other = generate(tmp_path / "other", EVENTS, seed=8)
    assert again == first
    assert files_of(tmp_path / "again") == files_of(root)
    assert head_of(tmp_path / "again") == head_of(root)
    assert other.record != first.record
    assert files_of(tmp_path / "other").keys().isdisjoint(name for name in files_of(root) if "evt_" in name)


def test_every_event_type_is_there_in_its_share(made: tuple[Path, Made]) -> None:
    from benchmarks.story import SHARES

    root, counted = made
    reading = reading_of(root)
    types = Counter(event.event_type for event in reading.events)
    assert types == counted.events
    assert set(types) == set(EVENT_TYPES)
    assert sum(types.values()) == EVENTS
    for kind, share in SHARES.items():
        assert types[kind] == pytest.approx(share * EVENTS, abs=10)


def test_reading_finds_no_fault_in_any_file(made: tuple[Path, Made]) -> None:
    reading = reading_of(made[0])
    assert list(reading.problems) == []
    assert list(reading.uninterpreted) == []
    assert reading.files == EVENTS == made[1].files


def test_forks_are_where_they_were_promised_and_nothing_else_is_loose(made: tuple[Path, Made]) -> None:
    root, counted = made
    history = build_history(reading_of(root))
    forked = [record.record_id for record in history.records.values() if record.contested]
    assert len(counted.forks) == 2
    assert sorted(forked) == sorted(counted.forks)
    conflicts = [history.records[record].conflict for record in forked]
    assert {conflict and conflict.kind for conflict in conflicts} == {ConflictKind.COMPETING_CHILDREN}
    assert not history.unplaced
    assert counted.record in history.records


def test_every_kind_of_story_is_told(made: tuple[Path, Made]) -> None:
    history = build_history(reading_of(made[0]))
    kinds = {record.record.kind for record in history.records.values()}
    assert {"challenge", "challenge_resolution"} <= kinds
    states = {record.status for record in history.records.values()}
    assert {"active", "open", "expired", "discarded", "superseded"} <= states
    assert {record.durability for record in history.records.values()} == {"live", "candidate", "durable"}
    types = {relation.type for relation in payloads_of(history.relations, Relation)}
    assert types == {"implements", "informed_by", "derived_from", "supersedes", "challenges", "resolves"}
    projections = payloads_of(chain.from_iterable(history.projections.values()), Projection)
    assert any(projection.omitted for projection in projections)
    receipts = payloads_of(chain.from_iterable(history.receipts.values()), Receipt)
    assert {receipt.state for receipt in receipts} == {"delivered", "exposed"}


def test_events_lie_in_the_stores_that_are_for_them(made: tuple[Path, Made]) -> None:
    reading = reading_of(made[0])
    stores = {event.origin.store for event in reading.events}
    assert stores == set(StoreName) - {StoreName.ACTIVE}
    assert not reading.copies


def test_a_mirror_holds_each_tracked_event_again(tmp_path: Path) -> None:
    from benchmarks.generator import generate

    counted = generate(tmp_path / "mirrored", 300, seed=1, mirrored=True)
    reading = reading_of(tmp_path / "mirrored")
    tracked = [event for event in reading.events if event.origin.store is StoreName.LEDGER]
    assert len(reading.events) == 300
    assert reading.files == counted.files == 300 + len(tracked)
    assert reading.copies.keys() == {event.event_id for event in tracked}


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    from benchmarks.generator import generate

    (tmp_path / "mine.txt").write_text("keep me")
    with pytest.raises(FileExistsError):
        generate(tmp_path, 10, seed=1)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
