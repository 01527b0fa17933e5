from __future__ import annotations

import pytest
from support.events import MemoryStore, created, ident
from support.lint import codes, findings_of, only

from fingerpost.repository.source import Obstacle

NAME = f"{ident('evt', 2)}.json"


@pytest.mark.parametrize(
    "obstacle",
    [Obstacle.DIRECTORY, Obstacle.SYMLINK, Obstacle.SPECIAL, Obstacle.PERMISSION, Obstacle.IO_ERROR],
)
def test_what_stands_in_an_events_place_is_named_and_the_rest_is_read(obstacle: Obstacle) -> None:
    store = MemoryStore().add(created(1))
    store.files[NAME] = obstacle
    [finding] = only(findings_of(stores=[store]), "FP101")
    assert finding.path == f"{store.path}/{NAME}"
    assert finding.event_id == ident("evt", 2)
    assert finding.detail == obstacle.value


def test_a_store_that_is_a_file_is_reported() -> None:
    store = MemoryStore()
    store.files["events"] = Obstacle.NOT_A_FOLDER
    assert len(only(findings_of(stores=[store]), "FP101")) == 1


def test_regular_files_are_fine() -> None:
    assert "FP101" not in codes(findings_of(created(1)))
