"""One walk over a history, for all who ask what its messages tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.around.merged_requests import ClosingCommits
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
    found = telling_commits(Git(root), git(root, "rev-parse", "HEAD"))
    assert [(each.id, each.seconds) for each in found] == [(second, SECONDS), (first, SECONDS)]
    assert [each.subject for each in found] == ["Fixes #3 é", "Round (#1)"]
    assert found[0].trailers == ()
    assert found[0].message.rstrip().endswith("No trailer: here, since\nthis is text.")
    assert found[1].trailers == (("Fabric-Thread", "t1"), ("Signed-off-by", "M <m@example.invalid>"))
    assert found[1].message.startswith("Round (#1)\n\nOne.\n\nTwo: three\n\nFabric-Thread: t1")


def test_a_time_that_git_cannot_read_spoils_nothing(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    first = commit(root, "Round (#1)\n\nFabric-Thread: t1")
    tree = git(root, "rev-parse", "HEAD^{tree}")
    (tmp_path / "odd").write_text(
        f"tree {tree}\nparent {first}\nauthor M <m> 1 +0000\ncommitter M <m> never\n\nTwo (#2)\n\nFabric-Thread: t2\n"
    )
    odd = git(root, "hash-object", "-t", "commit", "-w", "--literally", str(tmp_path / "odd"))
    found = telling_commits(Git(root), odd)
    assert [(each.id, each.seconds, each.subject) for each in found] == [
        (odd, None, "Two (#2)"),
        (first, SECONDS, "Round (#1)"),
    ]
    assert [each.trailers for each in found] == [(("Fabric-Thread", "t2"),), (("Fabric-Thread", "t1"),)]
    assert ClosingCommits(found).merged(["1", "2"]).keys() == {"1"}


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
        "core.commentChar": "F",
        "trailer.thread.key": "Fabric-Thread: ",
        "trailer.see.key": "Fabric-Thread",
    }.items():
        git(root, "config", key, value)
    messages = ("Ü\n\nFabric-Thread: thr_ü\n", "B\n\nFabric-Thread=thr_2\nRefs: 7\n", "C\n\nSee: thr_3\n")
    assert trailers_of(root, *messages) == [("thr_ü",), (), ()]


def test_nor_does_that_of_a_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_repository(tmp_path / "r")
    (tmp_path / "own").write_text('[trailer "see"]\nkey = Fabric-Thread\n[safe]\ndirectory = *\n')
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "own"))
    assert trailers_of(root, "A\n\nSee: thr_1\n", "B\n\nFabric-Thread: thr_2\n") == [(), ("thr_2",)]
    found = telling_commits(Git(root), git(root, "rev-parse", "HEAD"))
    assert [each.trailers for each in found] == [(("Fabric-Thread", "thr_2"),)]


@pytest.mark.parametrize("name", ["worktree", "sha256", "borrowed"])
def test_every_kind_of_repository_is_read(tmp_path: Path, name: str) -> None:
    root = tmp_path / "r"
    git(tmp_path, "init", "-q", f"--object-format={'sha256' if name == 'sha256' else 'sha1'}", str(root))
    made = commit(root, "One\n\nFabric-Thread: thr_1")
    place = tmp_path / name
    if name == "worktree":
        git(root, "worktree", "add", "-q", "--detach", str(place))
    else:
        git(tmp_path, "clone", "-q", *(("--shared",) if name == "borrowed" else ()), str(root), name)
    assert told_commits(Git(place), [made])[made].trailers == (("Fabric-Thread", "thr_1"),)
    assert [each.id for each in telling_commits(Git(place), made)] == [made]


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
    assert [each.id for each in telling_commits(Git(root), git(root, "rev-parse", "HEAD"), names)] == [found]
