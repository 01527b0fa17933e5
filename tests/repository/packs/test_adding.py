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
    adding = Adding(tmp_path, "deep/receipts")
    adding.check()
    assert adding.existing("a.json") is None
    assert not folder.exists()
    assert adding.add("a.json", b"one")
    assert not adding.add("a.json", b"two")
    assert (folder / "a.json").read_bytes() == b"one"
    assert adding.existing("a.json") == b"one"
    assert [each.name for each in folder.iterdir()] == ["a.json"]


def test_what_is_no_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"kept")
    folder = tmp_path / "receipts"
    folder.mkdir()
    (folder / "link.json").symlink_to("../kept")
    (folder / "gone.json").symlink_to("../nowhere")
    adding = Adding(tmp_path, "receipts")
    assert adding.existing("link.json") is Obstacle.SYMLINK
    assert adding.existing("gone.json") is Obstacle.SYMLINK
    assert not adding.add("gone.json", b"x")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("stands", ["fabric", "fabric/runtime", "fabric/runtime/receipts"])
@pytest.mark.parametrize("what", ["file", "link out", "link inside", "dangling link"])
def test_a_place_that_takes_no_file_is_told_before_anything_is_added(tmp_path: Path, stands: str, what: str) -> None:
    base, outside = tmp_path / "base", tmp_path / "outside"
    place = base / stands
    for folder in (place.parent, outside, base / "inside"):
        folder.mkdir(parents=True, exist_ok=True)
    if what == "file":
        place.write_bytes(b"")
    else:
        place.symlink_to({"link out": outside, "link inside": base / "inside"}.get(what, base / "nowhere"))
    adding = Adding(base, "fabric/runtime/receipts")
    for attempt in (adding.check, lambda: adding.add("a.json", b"x")):
        with pytest.raises(CannotExamine, match=r"nothing can be added to fabric/runtime/receipts") as refused:
            attempt()
        assert ("no folder" if what == "file" else "symbolic link") in refused.value.message
    assert [*outside.iterdir(), *(base / "inside").iterdir()] == []


def test_a_folder_that_takes_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # who runs the tests may write anywhere
    for folder in ("receipts", "there"):
        (tmp_path / "there").mkdir(exist_ok=True)
        with pytest.raises(CannotExamine, match="cannot be written to"):
            Adding(tmp_path, folder).check()


def test_where_the_stores_lie(tmp_path: Path) -> None:
    common = tmp_path / "common"
    with_git = Repository(tmp_path, common, None)
    assert runtime_folder(with_git, StoreName.RECEIPTS) == Adding(common, "fabric/runtime/receipts")
    assert runtime_folder(with_git, StoreName.SHARED) == Adding(common, "fabric/events")
    without = Repository(tmp_path, None, None)
    assert runtime_folder(without, StoreName.THREADS) == Adding(tmp_path, ".fabric/active/runtime/threads")
