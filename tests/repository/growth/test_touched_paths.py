"""The files that a change touches, in real repositories: in the worktree, staged and committed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.ledger_git import EVENTS, LedgerGit, examined_as, ledger_git

from fingerpost.repository.git import Git
from fingerpost.repository.growth.ledger_state import Revision, Worktree
from fingerpost.repository.growth.merge_base import Base, find_base
from fingerpost.repository.growth.touched_paths import touched_paths


@pytest.fixture
def repo(tmp_path: Path) -> LedgerGit:
    """Two old events on main, and a branch of it checked out."""
    made = ledger_git(tmp_path / "repo")
    made.commit(a="one\n", b="two\n")
    made.branch("topic")
    return made


def test_the_paths_that_a_change_touches(repo: LedgerGit) -> None:
    asked = Git(repo.root)
    for name, text in (("kept.py", "1"), ("edited.py", "1"), ("moved.py", "long enough\n" * 9), ('a b\n"é.py', "1")):
        (repo.root / name).write_text(text, encoding="utf-8")
    repo.checkout("main")
    start = repo.commit()
    repo.branch("work")
    (repo.root / "edited.py").write_text("2", encoding="utf-8")
    (repo.root / "moved.py").rename(repo.root / "new.py")
    (repo.root / 'a b\n"é.py').write_text("2", encoding="utf-8")
    os.utime(repo.root / "kept.py", (1, 1))  # touched in time only
    base = find_base(asked, "main")
    expected = {"edited.py", "moved.py", 'a b\n"é.py'}
    assert touched_paths(asked, base, Worktree()) == expected
    expected |= {"new.py"}
    assert touched_paths(asked, base, examined_as(repo, "index")) == expected
    assert touched_paths(asked, base, Worktree()) == expected
    assert touched_paths(asked, base, examined_as(repo, "revision")) == expected
    assert touched_paths(asked, Base("start", start, (start,)), Revision(start)) == frozenset()


def test_what_was_merged_in_between_is_not_touched_by_the_change(repo: LedgerGit) -> None:
    ours = repo.commit(ours="1")
    repo.checkout("main")
    theirs = repo.commit(theirs="1")
    repo.git("merge", "-q", "-m", "Merge", ours)
    repo.checkout("topic")
    repo.git("merge", "-q", "-m", "Merge", theirs)
    repo.commit(own="1")
    asked = Git(repo.root)
    assert touched_paths(asked, find_base(asked, "main"), Worktree()) == {f"{EVENTS}/own.json"}


def test_paths_touched_without_an_index_are_told(repo: LedgerGit) -> None:
    (repo.root / ".git" / "index").unlink()
    asked = Git(repo.root)
    assert touched_paths(asked, find_base(asked, "main"), Worktree()) == {f"{EVENTS}/a.json", f"{EVENTS}/b.json"}


@pytest.mark.parametrize("how", ["worktree", "index", "revision"])
def test_what_git_is_set_to_changes_nothing(repo: LedgerGit, how: str) -> None:
    repo.write("é.json", "three\n")
    repo.remove("a.json")
    repo.git("add", "--all")
    examined = examined_as(repo, how)
    for key, value in (
        ("diff.orderFile", "no such file"),
        ("diff.external", "false"),
        ("diff.renames", "copies"),
        ("color.ui", "always"),
        ("core.quotePath", "true"),
    ):
        repo.git("config", key, value)
    asked = Git(repo.root)
    assert touched_paths(asked, find_base(asked, "main"), examined) == {f"{EVENTS}/a.json", f"{EVENTS}/é.json"}
