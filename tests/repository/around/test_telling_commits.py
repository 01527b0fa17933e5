"""One walk over a history, for all who ask what its messages tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.around.telling_commits import begun_walk, commits_of, telling_commits, told_commits
from fingerpost.repository.configs.trailer_names import TrailerNames
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


def trailers_of(root: Path, *messages: str) -> list[tuple[str, ...]]:
    """The values of the thread trailers of commits with these messages, asked all at once."""
    made = [commit(root, message) for message in messages]
    found = told_commits(Git(root), made)
    assert sorted(found) == sorted(made)
    return [tuple(value for key, value in found[each].trailers if key.lower() == "fabric-thread") for each in made]


def test_trailers_are_what_git_takes_for_trailers(tmp_path: Path) -> None:
    assert trailers_of(
        make_repository(tmp_path / "r"),
        "One\n\nFabric-Thread: thr_1\n",
        "Several\n\nRefs: 7\nFabric-Thread: thr_2\nfabric-THREAD: thr_1\nFabric-Thread:thr_2\n",
        "Folded\n\nFabric-Thread: thr_1\n  and more\nRefs: 7\n",
        "In the middle\n\nFabric-Thread: thr_1\n\nThe end.\n",
        "Fabric-Thread: thr_1",
        "Another key\n\nFabric-Thread-Of: thr_1\nX-Fabric-Thread: thr_1\n",
        "Nothing said\n\nFabric-Thread:\n",
        "Body\n\nWe name Fabric-Thread: thr_1 here.\n",
    ) == [("thr_1",), ("thr_2", "thr_1", "thr_2"), ("thr_1 and more",), (), (), (), (), ()]


def test_hostile_trailers_break_nothing(tmp_path: Path) -> None:
    other = "f" * 40
    assert trailers_of(
        make_repository(tmp_path / "r"),
        f"A\n\nFabric-Thread: x\x1f{other}\x01y\nFabric-Thread: %x00%H\n",
        f"B\n\nFabric-Thread: \x1b[31m\r{other}\n",
        "C\n\nFabric-Thread: \u2028thr_1\u202e\n",
        "D\n\nFabric-Thread: --all\n",
    ) == [(f"x\x1f{other}\x01y", "%x00%H"), (f"\x1b[31m\r{other}",), ("\u2028thr_1\u202e",), ("--all",)]


def test_configuration_does_not_move_what_a_trailer_is(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    for key, value in {
        "trailer.separators": "=#",
        "log.showSignature": "true",
        "color.ui": "always",
        "i18n.logOutputEncoding": "iso-8859-1",
        "log.showRoot": "true",
        "format.pretty": "email",
    }.items():
        git(root, "config", key, value)
    found = trailers_of(root, "Ü\n\nFabric-Thread: thr_ü\n", "B\n\nFabric-Thread=thr_2\nRefs: 7\n")
    assert found == [("thr_ü",), ()]


def test_commits_are_told_where_their_parents_are_not(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    commit(root, "First")
    last = commit(root, "Second\n\nFabric-Thread: thr_1")
    git(tmp_path, "clone", "-q", "--depth=1", root.as_uri(), "shallow")
    assert told_commits(Git(tmp_path / "shallow"), [last])[last].trailers == (("Fabric-Thread", "thr_1"),)


def test_nobody_is_asked_about_no_commit(tmp_path: Path) -> None:
    assert told_commits(Git(tmp_path / "nowhere"), []) == {}


def test_a_name_is_no_pattern(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    found = commit(root, "One\n\nA.b(c)+[d]: yes")
    commit(root, "Two\n\nAxb(c)+[d]: no")
    names = TrailerNames(skip=("A.b(c)+[d]",))
    assert [each.id for each in telling_commits(Git(root), "HEAD", names)] == [found]
