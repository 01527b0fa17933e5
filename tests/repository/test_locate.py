"""Repositories found from folders of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.errors import CannotExamine, UsageError
from fingerpost.repository.git_process import GitNotInstalled, NoWorktree
from fingerpost.repository.locate import find_repository


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "main repo")
    git(root, "commit", "-q", "--allow-empty", "-m", "Begin")
    return root


def test_a_subfolder_finds_its_worktree(root: Path) -> None:
    (root / "a/b").mkdir(parents=True)
    found = find_repository(root / "a/b")
    assert (found.root, found.common_dir) == (root, root / ".git")


def test_a_linked_worktree_shares_the_common_dir(root: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(root, "worktree", "add", "-q", str(linked), "-b", "side")
    (linked / "deep").mkdir()
    found = find_repository(linked / "deep")
    assert (found.root, found.common_dir) == (linked, root / ".git")


def test_a_submodule_is_a_repository_of_its_own(root: Path, tmp_path: Path) -> None:
    outer = make_repository(tmp_path / "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(root), "part")
    found = find_repository(outer / "part")
    assert (found.root, found.common_dir) == (outer / "part", outer / ".git/modules/part")


def test_variables_of_a_hook_do_not_lead_elsewhere(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_repository(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / "index"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(root))
    (root / "sub").mkdir()
    assert find_repository(root / "sub").root == root


def test_without_git_the_nearest_fabric_folder_counts(tmp_path: Path) -> None:
    (tmp_path / "x/.fabric").mkdir(parents=True)
    (tmp_path / "x/y/z").mkdir(parents=True)
    found = find_repository(tmp_path / "x/y/z")
    assert (found.root, found.common_dir, found.git) == (tmp_path / "x", None, None)
    (tmp_path / "bare folder").mkdir()
    assert find_repository(tmp_path / "bare folder").root == tmp_path / "bare folder"


def test_without_a_git_program_only_a_folder_without_git_can_be_read(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "plain").mkdir()
    assert find_repository(tmp_path / "plain").git is None
    (root / "sub").mkdir()
    with pytest.raises(GitNotInstalled):
        find_repository(root / "sub")


def test_a_bare_repository_and_a_git_folder_have_no_worktree(root: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--bare", "bare.git")
    for folder in (tmp_path / "bare.git", root / ".git"):
        with pytest.raises(NoWorktree):
            find_repository(folder)


def test_a_broken_git_folder_is_never_no_repository(tmp_path: Path) -> None:
    (tmp_path / "empty/.git").mkdir(parents=True)
    (tmp_path / "pointer").mkdir()
    (tmp_path / "pointer/.git").write_text("gitdir: /nonexistent/elsewhere\n", encoding="utf-8")
    for name in ("empty", "pointer"):
        with pytest.raises(CannotExamine):
            find_repository(tmp_path / name)


def test_a_start_that_is_no_folder_is_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for name, words in (("gone", "does not exist"), ("file", "is not a folder")):
        with pytest.raises(UsageError, match=words):
            find_repository(tmp_path / name)


def test_a_start_through_a_symlink_is_the_real_folder(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    assert find_repository(tmp_path / "link").root == root


def test_a_current_folder_that_is_gone_is_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(UsageError, match="does not exist"):
        find_repository(Path())
    monkeypatch.chdir(tmp_path)


def test_a_name_no_system_can_hold_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="too long"):
        find_repository(tmp_path / ("x" * 300))
