"""Commits with an equal tree, in real repositories."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.shared import git

from fingerpost.repository.around.same_tree import same_tree
from fingerpost.repository.git import Git


def commit(root: Path, message: str, **files: str) -> str:
    for name, data in files.items():
        (root / name).write_text(data, encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")


@pytest.fixture(params=["sha1", "sha256"])
def root(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    folder = tmp_path / "a repo é"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main", f"--object-format={request.param}")
    commit(folder, "Begin", a="one\n")
    return folder


def test_the_last_of_a_squashed_branch_is_found_in_the_squash(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "work")
    pair = [commit(root, "First", b="1\n"), commit(root, "Second", b="2\n")]
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "--squash", "work")
    squashed = commit(root, "Squashed")
    git(root, "branch", "-q", "-D", "work")
    assert same_tree(Git(root), pair) == {pair[1]: (squashed,)}


def test_an_amended_message_leaves_the_tree(root: Path) -> None:
    git(root, "config", "i18n.logOutputEncoding", "UTF-16")
    old = commit(root, "Typo", b="1\n")
    git(root, "commit", "-q", "--amend", "-m", "No typo")
    assert same_tree(Git(root), [old]) == {old: (git(root, "rev-parse", "HEAD"),)}


def test_a_time_that_git_cannot_read_spoils_nothing(root: Path) -> None:
    old = commit(root, "Typo", b="1\n")
    git(root, "commit", "-q", "--amend", "-m", "No typo")
    tree, head = git(root, "rev-parse", "HEAD^{tree}"), git(root, "rev-parse", "HEAD")
    (root / "odd").write_text(f"tree {tree}\nparent {head}\nauthor M <m> 1 +0000\ncommitter M <m> never\n\nTwo\n")
    odd = git(root, "hash-object", "-t", "commit", "-w", "--literally", "odd")
    git(root, "update-ref", "refs/heads/odd", odd)
    assert same_tree(Git(root), [old]) == {old: (odd, head)}


def test_a_commit_without_a_change_is_not_told_by_its_tree(root: Path) -> None:
    first = git(root, "rev-parse", "HEAD")
    git(root, "checkout", "-q", "--detach")
    chain = [commit(root, "Changes", b="1\n"), commit(root, "Empty"), commit(root, "Another")]
    git(root, "checkout", "-q", "main")
    commit(root, "The same change", b="1\n")
    found = same_tree(Git(root), chain)
    assert list(found) == chain[:1]
    assert first not in found[chain[0]]


def test_the_oldest_comes_first_and_a_reachable_commit_has_no_candidates(root: Path) -> None:
    git(root, "checkout", "-q", "--orphan", "other")
    lost = commit(root, "Alone", b="1\n")
    git(root, "checkout", "-q", "main")
    made = [commit(root, "Once", b="1\n"), commit(root, "Away", b="2\n"), commit(root, "Again", b="1\n")]
    git(root, "branch", "-q", "-D", "other")
    assert same_tree(Git(root), [lost, made[0]]) == {lost: tuple(sorted((made[0], made[2])))}


def test_it_is_told_in_a_partial_clone_and_where_nothing_is_asked(root: Path, tmp_path: Path) -> None:
    git(root, "config", "uploadpack.allowFilter", "true")
    only = commit(root, "One", b="1\n")
    git(tmp_path, "clone", "-q", "--filter=tree:0", "--no-checkout", root.as_uri(), "part")
    assert same_tree(Git(tmp_path / "part"), [only]) == {}
    assert same_tree(Git(tmp_path / "nowhere"), []) == {}
