"""Files are added whole, and nothing is replaced."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.locate import Repository
from fingerpost.repository.packs.adding import Adding, runtime_folder
from fingerpost.repository.source import Obstacle, StoreName


def test_a_file_is_created_once(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "receipts"
    adding = Adding(folder)
    assert adding.existing("a.json") is None
    assert not folder.exists()
    assert adding.add("a.json", b"one")
    assert not adding.add("a.json", b"two")
    assert (folder / "a.json").read_bytes() == b"one"
    assert adding.existing("a.json") == b"one"
    assert os.listdir(folder) == ["a.json"]


def test_what_is_no_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"kept")
    (tmp_path / "link.json").symlink_to("kept")
    (tmp_path / "gone.json").symlink_to("nowhere")
    adding = Adding(tmp_path)
    assert adding.existing("link.json") is Obstacle.SYMLINK
    assert adding.existing("gone.json") is Obstacle.SYMLINK
    assert not adding.add("gone.json", b"x")
    assert not (tmp_path / "nowhere").exists()


def test_a_place_that_takes_no_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "receipts").write_bytes(b"")
    with pytest.raises(CannotExamine, match=r"a\.json could not be added to receipts"):
        Adding(tmp_path / "receipts").add("a.json", b"x")


def test_where_the_stores_lie(tmp_path: Path) -> None:
    with_git = Repository(tmp_path, tmp_path / "common", None)
    assert runtime_folder(with_git, StoreName.RECEIPTS) == tmp_path / "common/fabric/runtime/receipts"
    assert runtime_folder(with_git, StoreName.SHARED) == tmp_path / "common/fabric/events"
    without = Repository(tmp_path, None, None)
    assert runtime_folder(without, StoreName.THREADS) == tmp_path / ".fabric/active/runtime/threads"
