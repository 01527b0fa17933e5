"""The trees of a commit against its parent, and against what is examined (see tests/cli/test_commit_then)."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.ledger_git import EVENTS, LedgerGit, ledger_git

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git
from fingerpost.repository.git_process import NotARepository
from fingerpost.repository.trees.commit_trees import CommitTrees, begun_trees
from fingerpost.repository.trees.examined_files import ExaminedLedger
from fingerpost.repository.trees.tree_store import TreeStore


@pytest.fixture
def repo(tmp_path: Path) -> LedgerGit:
    return ledger_git(tmp_path / "repo")


def trees_of(
    repo: LedgerGit, commit: str, revision: str | None = None, folder: str = EVENTS, usual: str | None = EVENTS
) -> CommitTrees | None:
    with begun_trees(Git(repo.root), commit, ExaminedLedger(folder, revision, usual)) as taken:
        return taken()


def told(repo: LedgerGit, commit: str, revision: str | None = None, folder: str = EVENTS) -> CommitTrees:
    found = trees_of(repo, commit, revision, folder)
    assert found is not None
    return found


def test_files_and_what_is_altered_of_them(repo: LedgerGit) -> None:
    first = repo.commit(a="1", b="1", c="1")
    second = repo.commit(b="2", c=None, d="1")
    last = repo.commit(a="3", e="1")
    for revision in (None, last):
        found = told(repo, second, revision)
        assert found.first_parent is not None
        assert found.first_parent.files.stems == {"a", "b", "c"}
        assert found.first_parent.altered == {"a", "b", "c"}
        assert found.own.files.stems == {"a", "b", "d"}
        assert found.own.altered == {"a"}
        assert found.first_parent.files.blobs["b"] != found.own.files.blobs["b"]
    assert told(repo, first).first_parent is None


def test_what_a_tree_held_is_not_known_where_its_ledger_lies_elsewhere_than_was_asked(repo: LedgerGit) -> None:
    first = repo.commit(a="1")
    second = repo.commit(b="1")
    repo.git("mv", EVENTS, "moved")
    (repo.root / "fingerpost.toml").write_text('ledger = "moved"\n', encoding="utf-8")
    moving = repo.commit()
    (repo.root / "moved/c.json").write_text("1", encoding="utf-8")
    last = repo.commit()
    assert [trees_of(repo, each, None, "moved", None) is None for each in (first, second, moving, last)] == [
        True,
        True,
        True,
        False,
    ]
    assert trees_of(repo, second, None, "moved") is not None


def test_a_moved_folder_is_compared_by_names(repo: LedgerGit) -> None:
    first = repo.commit(a="1", b="1")
    repo.git("mv", EVENTS, "moved")
    (repo.root / "moved/b.json").write_text("2", encoding="utf-8")
    (repo.root / "fingerpost.toml").write_text('ledger = "moved"\n', encoding="utf-8")
    second = repo.commit()
    for revision in (None, second):
        found = told(repo, second, revision, "moved")
        assert found.first_parent is not None
        assert (found.first_parent.folder, found.own.folder) == (EVENTS, "moved")
        assert (found.first_parent.altered, found.own.altered) == (frozenset({"b"}), frozenset())
        assert told(repo, first, revision, "moved").own.altered == {"b"}


def test_line_endings_that_git_converts_are_no_change(repo: LedgerGit) -> None:
    (repo.root / ".gitattributes").write_text("*.json text eol=crlf\n", encoding="utf-8")
    only = repo.commit(a="1\n2\n")
    repo.remove("a.json")
    repo.git("checkout", "-q", "--", EVENTS)
    assert b"\r\n" in repo.path("a.json").read_bytes()
    assert told(repo, only).own.altered == frozenset()


def test_an_error_of_the_caller_is_the_callers(repo: LedgerGit) -> None:
    only = repo.commit(a="1")
    with (
        pytest.raises(CannotExamine, match="mine"),
        begun_trees(Git(repo.root), only, ExaminedLedger(EVENTS, None, EVENTS)),
    ):
        raise CannotExamine("mine")


def test_what_is_no_commit_is_unknown_and_what_is_no_repository_is_refused(repo: LedgerGit, tmp_path: Path) -> None:
    repo.commit(a="1")
    assert trees_of(repo, repo.git("rev-parse", "HEAD:")) is None
    assert trees_of(repo, "5d" * 20) is None
    (tmp_path / "bare").mkdir()
    with pytest.raises(NotARepository):
        trees_of(LedgerGit(tmp_path / "bare"), "5d" * 20)


def test_files_of_a_tree_are_read_like_any_store(repo: LedgerGit) -> None:
    repo.commit(a="one", b="two")
    blobs = told(repo, repo.git("rev-parse", "HEAD")).own.files.blobs
    store = TreeStore("led\nger", Git(repo.root), {**blobs, "missing": "5d" * 20})
    assert [(each.origin.path, each.data) for each in store.scan() if hasattr(each, "data")] == [
        ("led\\x0ager/a.json", b"one"),
        ("led\\x0ager/b.json", b"two"),
    ]
    with store.reader() as read:
        assert [read(name) for name in ("b.json", "a.json", "missing.json", "other.json")] == [
            b"two",
            b"one",
            None,
            None,
        ]
