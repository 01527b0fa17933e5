"""Commits with an equal patch, in real repositories."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.around import same_patch as module
from fingerpost.repository.around.same_patch import same_patch
from fingerpost.repository.git import Git


def commit(root: Path, message: str, **files: str | bytes) -> str:
    for name, data in files.items():
        (root / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")


@pytest.fixture(params=["sha1", "sha256"])
def root(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    folder = tmp_path / "a repo é"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main", f"--object-format={request.param}")
    commit(folder, "Begin", **{"a.txt": "one\n", "b.bin": "\0one"})
    return folder


def test_a_rebased_commit_is_found_where_it_went(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "work")
    old = commit(root, "Round once", **{"größe.txt": "1\n"})
    git(root, "checkout", "-q", "main")
    commit(root, "Meanwhile", **{"c.txt": "c\n"})
    git(root, "checkout", "-q", "work")
    git(root, "rebase", "-q", "main")
    new = git(root, "rev-parse", "HEAD")
    assert new != old
    assert same_patch(Git(root), [old]) == {old: (new,)}


def test_a_branch_of_one_commit_is_found_in_its_squash_and_one_of_two_is_not(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "one")
    alone = commit(root, "Round once", **{"d.txt": "d\n"})
    git(root, "checkout", "-q", "-b", "two", "main")
    pair = [commit(root, "First", **{"e.txt": "e\n"}), commit(root, "Second", **{"f.txt": "f\n"})]
    git(root, "checkout", "-q", "main")
    squashed = []
    for branch in ("one", "two"):
        git(root, "merge", "-q", "--squash", branch)
        squashed.append(commit(root, f"Squashed {branch}"))
        git(root, "branch", "-q", "-D", branch)
    assert same_patch(Git(root), [alone, *pair]) == {alone: (squashed[0],)}


def test_merges_empty_commits_and_other_bytes_equal_nothing(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "work")
    binary = commit(root, "Picture", **{"b.bin": b"\0two"})
    empty = commit(root, "Nothing")
    git(root, "checkout", "-q", "main")
    commit(root, "Another picture", **{"b.bin": b"\0six"})
    commit(root, "Nothing either")
    git(root, "branch", "-q", "-D", "work")
    git(root, "merge", "-q", "-s", "ours", "-m", "Both", binary)
    merge = git(root, "rev-parse", "HEAD")
    git(root, "reset", "-q", "--hard", "HEAD^")
    assert same_patch(Git(root), [binary, empty, merge]) == {}


def test_all_that_equal_it_are_named(root: Path) -> None:
    lost = commit(root, "Round once", **{"d.txt": "d\n"})
    git(root, "reset", "-q", "--hard", "HEAD^")
    copies = []
    for branch in ("x", "y"):
        git(root, "checkout", "-q", "-b", branch, "main")
        copies.append(commit(root, f"Round on {branch}", **{"d.txt": "d\n"}))
    assert same_patch(Git(root), [lost]) == {lost: tuple(sorted(copies))}


def test_configuration_that_changes_patches_changes_nothing(root: Path) -> None:
    lost = commit(root, "Round once", **{"a.txt": "two\n"})
    git(root, "reset", "-q", "--hard", "HEAD^")
    found = commit(root, "Round again", **{"a.txt": "two\n"})
    for key, value in (
        ("diff.noprefix", "true"),
        ("diff.external", "false"),
        ("color.ui", "always"),
        ("log.showSignature", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("diff.orderFile", "no such file"),
    ):
        git(root, "config", key, value)
    assert same_patch(Git(root), [lost]) == {lost: (found,)}


def test_only_the_nearest_commits_are_compared(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = commit(root, "Round once", **{"d.txt": "d\n"})
    git(root, "reset", "-q", "--hard", "HEAD^")
    found = commit(root, "Round again", **{"d.txt": "d\n"})
    assert same_patch(Git(root), [lost]) == {lost: (found,)}
    reached = {"a" * 40: 5, "b" * 40: 50, "c" * 40: 90, "d" * 40: 11}
    monkeypatch.setattr(module, "_MOST_COMPARED", 2)
    assert set(module._near(reached, [10, 52])) == {"b" * 40, "d" * 40}
    monkeypatch.setattr(module, "_MOST_COMPARED", 0)
    assert same_patch(Git(root), [lost]) == {}


def test_no_question_costs_nothing_and_a_partial_clone_compares_nothing(tmp_path: Path) -> None:
    assert same_patch(Git(tmp_path / "nowhere"), []) == {}
    root = make_repository(tmp_path / "r")
    only = commit(root, "Begin", **{"a.txt": "a"})
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{root}", "part")
    assert same_patch(Git(tmp_path / "part"), [only]) == {}
