"""A split index is read, and its shared half keeps its time."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git
from fingerpost.repository.git_process import UnknownRevision
from fingerpost.repository.split_index import copied_index, is_split


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "repo")
    for name in ("a.txt", "ü.txt"):
        (root / name).write_text(name, encoding="utf-8")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    return root


def times(git_dir: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in git_dir.iterdir()}


def split(worktree: Path) -> None:
    git(worktree, "update-index", "--split-index")
    (worktree / "later.txt").write_text("later", encoding="utf-8")
    git(worktree, "add", "later.txt")


def test_both_halves_are_read_and_neither_is_touched(root: Path) -> None:
    assert not is_split(root / ".git")
    split(root)
    assert is_split(root / ".git")
    before = times(root / ".git")
    assert Git(root).tracked_paths(None) == {"a.txt", "ü.txt", "later.txt"}
    assert times(root / ".git") == before


def test_the_index_of_a_linked_worktree_is_its_own(root: Path) -> None:
    linked = root.parent / "linked"
    git(root, "worktree", "add", "-q", "--detach", str(linked))
    split(linked)
    own = root / ".git/worktrees/linked"
    before = times(own)
    assert Git(linked).tracked_paths(None) == {"a.txt", "ü.txt", "later.txt"}
    assert times(own) == before
    assert Git(root).tracked_paths(None) == {"a.txt", "ü.txt"}


def test_nothing_of_the_index_is_asked_for_a_revision(root: Path) -> None:
    split(root)
    before = times(root / ".git")
    assert Git(root).tracked_paths("HEAD") == {"a.txt", "ü.txt"}
    for revision in (":a.txt", ":0:a.txt", "gone"):
        with pytest.raises(UnknownRevision):
            Git(root).resolve_revision(revision)
    assert times(root / ".git") == before


def test_a_half_that_cannot_be_copied_is_told(root: Path) -> None:
    split(root)
    next((root / ".git").glob("sharedindex.*")).unlink()
    (root / ".git/sharedindex.x").mkdir()
    with (
        pytest.raises(CannotExamine, match="split index cannot be copied"),
        copied_index(root / ".git", root / ".git", root),
    ):
        pass
