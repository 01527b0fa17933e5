"""Which files git is told to ignore."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.around.ignored_files import ignored_files
from fingerpost.repository.git import Git
from fingerpost.repository.git_process import NotARepository


def test_ignored_files_are_told_from_those_that_are_only_untracked(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r é")
    (root / ".gitignore").write_text("*.log\n/größe/\n!keep.log\n")
    asked = ["a.log", "keep.log", "größe/a b.json", "line\nbreak.log", "b\udcff.log", ":(x)*.log", "plain.json"]
    expected = {"a.log", "größe/a b.json", "line\nbreak.log", "b\udcff.log", ":(x)*.log"}
    assert ignored_files(Git(root), asked) == expected
    assert ignored_files(Git(root), ["plain.json"]) == frozenset()


def test_a_split_index_is_not_touched(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    (root / "a.txt").write_text("a")
    git(root, "add", "-A")
    git(root, "update-index", "--split-index")
    before = {path: path.stat().st_mtime_ns for path in (root / ".git").iterdir()}
    ignored_files(Git(root), ["a.log"])
    assert {path: path.stat().st_mtime_ns for path in (root / ".git").iterdir()} == before


def test_behind_a_symbolic_link_nothing_is_said(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    (root / "real").mkdir()
    (root / "link").symlink_to("real")
    assert ignored_files(Git(root), ["link/a.json"]) == frozenset()


def test_no_paths_ask_nobody_and_no_repository_is_an_error(tmp_path: Path) -> None:
    assert ignored_files(Git(tmp_path), []) == frozenset()
    with pytest.raises(NotARepository):
        ignored_files(Git(tmp_path), ["a"])
