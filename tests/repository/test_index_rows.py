"""Indexes that git would write to when it lists them: split and sparse ones."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository import index_rows as module
from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git
from fingerpost.repository.git_process import attempt
from fingerpost.repository.index_rows import IndexRow, begun_tracking, index_rows, tracked_here

FOLDER = "ledger/events"


def write(root: Path, path: str, text: str) -> None:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


@pytest.fixture(params=["sha1", "sha256"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    root.mkdir()
    git(root, "init", "-q", f"--object-format={request.param}")
    for name in ("a.json", "ü.json", "deep/er.txt", "empty", "sdir"):
        write(root, f"{FOLDER}/{name}", "" if name == "empty" else name)
    write(root, "src/text.txt", "text")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    return root


def rows(root: Path) -> list[IndexRow]:
    repository = Git(root)
    return index_rows(repository, repository.git_dir())


def times(root: Path) -> dict[str, tuple[int, int]]:
    """When each file of the repository was last written, and its size, the git folder's included."""
    found = {}
    for folder, _, names in os.walk(root):
        for place in [Path(folder), *(Path(folder) / name for name in names)]:
            about = place.lstat()
            found[str(place)] = (about.st_mtime_ns, about.st_size)
    return found


def test_rows_are_what_git_lists(root: Path) -> None:
    listed = git(root, "ls-files", "-z", "--stage").rstrip("\0").split("\0")
    assert [f"{row.mode} {row.id} {row.stage}\t{row.path}" for row in rows(root)] == listed


@pytest.mark.parametrize("sparse_checkout", ["true", "false"])
def test_a_sparse_index_is_filled_in_and_nothing_is_touched(root: Path, sparse_checkout: str) -> None:
    expected = set(rows(root))
    git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "src")
    assert not (root / FOLDER).exists()
    assert "040000" in git(root, "ls-files", "--sparse", "--stage")
    write(root, "src/new.txt", "new")
    write(root, "src/later.txt", "later")
    git(root, "add", "src/new.txt")
    git(root, "add", "-N", "src/later.txt")
    git(root, "config", "--worktree", "core.sparseCheckout", sparse_checkout)
    before = times(root)
    found = set(rows(root))
    assert times(root) == before
    assert found > expected
    assert {row.path for row in found - expected} == {"src/new.txt"}


def test_an_index_that_may_become_sparse_is_not_made_so(root: Path) -> None:
    expected = rows(root)
    git(root, "sparse-checkout", "set", "--cone", "--no-sparse-index", "src")
    git(root, "config", "--worktree", "index.sparse", "true")
    before = times(root)
    assert rows(root) == expected
    assert times(root) == before


def test_a_split_index_is_read_from_a_copy(root: Path) -> None:
    expected = rows(root)
    git(root, "update-index", "--split-index")
    write(root, "later.txt", "")
    write(root, "empty.txt", "")
    git(root, "add", "-N", "later.txt")
    git(root, "add", "empty.txt")
    before = times(root)
    found = rows(root)
    assert times(root) == before
    assert {row.path for row in set(found) - set(expected)} == {"empty.txt"}


def test_a_file_named_like_the_mark_of_a_sparse_index_is_a_file(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "new")
    for name in ("sdir", "a-sdir", "bb-sdir", "z/sdir"):  # the last one's padding reads as the mark does
        write(root, name, "x")
    git(root, "add", ".")
    before = times(root)
    assert {row.path for row in rows(root)} == {"sdir", "a-sdir", "bb-sdir", "z/sdir"}
    assert times(root) == before


def test_a_git_that_tells_flags_otherwise_is_not_guessed_at(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other(
        root: Path, args: Sequence[str], stdin: bytes | None = None, variables: object = None
    ) -> subprocess.CompletedProcess[bytes]:
        done = attempt(root, args, stdin)
        assert variables is not None
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.replace(b"flags: ", b"flags="))

    monkeypatch.setattr(module, "attempt", other)
    with pytest.raises(CannotExamine, match="in an unknown way"):
        rows(root)


def test_what_is_tracked_is_listed_meanwhile_and_nothing_is_touched(root: Path) -> None:
    repository = Git(root)
    git(root, "sparse-checkout", "set", "--cone", "--no-sparse-index", "src")
    for change in ((), ("update-index", "--split-index"), ("sparse-checkout", "reapply", "--sparse-index")):
        if change:
            git(root, *change)
        before = times(root)
        with begun_tracking(repository) as listed:
            assert listed() == tracked_here(repository) == {row.path for row in rows(root)}
        assert times(root) == before
