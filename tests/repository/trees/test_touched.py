from __future__ import annotations

from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.errors import CannotExamine, UsageError
from fingerpost.repository.git import Git
from fingerpost.repository.trees.touched import difference, touched_by


def put(root: Path, path: str, text: str = "x\n") -> str:
    (root / path).write_text(text, encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", path)
    return git(root, "rev-parse", "HEAD")


def touched(root: Path, commit: str) -> frozenset[str]:
    found = Git(root).commits([commit])[commit]
    assert found is not None
    return touched_by(Git(root), found)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "repo")


def test_a_commit_is_compared_with_its_first_parent_and_the_first_one_with_nothing(root: Path) -> None:
    first = put(root, "a")
    git(root, "switch", "-q", "-c", "side")
    put(root, "b")
    git(root, "switch", "-q", "main")
    second = put(root, "c\n\u202e")
    git(root, "merge", "-q", "--no-edit", "side")
    assert touched(root, first) == {"a"}
    assert touched(root, second) == {"c\n\u202e"}
    assert touched(root, git(root, "rev-parse", "HEAD")) == {"b"}


def test_a_removed_and_a_renamed_file_are_touched(root: Path) -> None:
    put(root, "a")
    git(root, "mv", "a", "b")
    assert touched(root, put(root, "c")) == {"a", "b", "c"}


def test_a_cut_off_parent_is_no_empty_tree(root: Path, tmp_path: Path) -> None:
    put(root, "a")
    commit = put(root, "b")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{root}", "shallow")
    with pytest.raises(CannotExamine, match="its parent is not here"):
        touched(tmp_path / "shallow", commit)


def test_three_dots_begin_where_the_two_parted(root: Path) -> None:
    base = put(root, "a")
    git(root, "switch", "-q", "-c", "side")
    side = put(root, "b")
    git(root, "switch", "-q", "main")
    main = put(root, "c")
    two, three = difference(Git(root), "main..side"), difference(Git(root), "main...side")
    assert (two.base, two.head, two.paths) == (main, side, frozenset({"b", "c"}))
    assert (three.base, three.head, three.paths) == (main, side, frozenset({"b"}))
    assert difference(Git(root), f"{base}..").paths == {"c"}
    assert difference(Git(root), "..side").paths == {"b", "c"}


def test_branches_without_a_common_commit_have_no_merge_base(root: Path) -> None:
    put(root, "a")
    git(root, "switch", "-q", "--orphan", "other")
    put(root, "b")
    assert difference(Git(root), "main..other").paths == {"a", "b"}
    with pytest.raises(CannotExamine, match="no commit in common"):
        difference(Git(root), "main...other")


@pytest.mark.parametrize("text", ["", "main", "..", "...", "a..b..c", "a...b...c", "a....b"])
def test_anything_else_is_no_difference(root: Path, text: str) -> None:
    with pytest.raises(UsageError):
        difference(Git(root), text)
