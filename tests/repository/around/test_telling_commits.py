"""One walk over a history, for all who ask what its messages tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.around.telling_commits import begun_walk, commits_of, telling_commits
from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git

SECONDS = 1772442000


def commit(root: Path, message: str) -> str:
    git(root, "commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m", message)
    return git(root, "rev-parse", "HEAD")


def test_a_message_comes_whole_and_beside_it_its_trailers(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    first = commit(root, "Round (#1)\n\nOne.\n\nTwo: three\n\nFabric-Thread: t1\nSigned-off-by: M <m@example.invalid>")
    second = commit(root, "\n\nFixes #3 é\n\nNo trailer: here, since\nthis is text.")
    commit(root, "Nothing of that kind")
    found = telling_commits(Git(root), "HEAD")
    assert [(each.id, each.seconds) for each in found] == [(second, SECONDS), (first, SECONDS)]
    assert [each.subject for each in found] == ["Fixes #3 é", "Round (#1)"]
    assert found[0].trailers == ()
    assert found[0].message.rstrip().endswith("No trailer: here, since\nthis is text.")
    assert found[1].trailers == (("Fabric-Thread", "t1"), ("Signed-off-by", "M <m@example.invalid>"))
    assert found[1].message.startswith("Round (#1)\n\nOne.\n\nTwo: three\n\nFabric-Thread: t1")


def test_a_walk_that_git_refuses_is_told_when_it_is_waited_for(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    commit(root, "One (#1)")
    with begun_walk(Git(root), "5d" * 20) as walk, pytest.raises(CannotExamine):
        commits_of(walk)
