"""What git knows around a ledger, in clones of every kind; and what it costs to ask."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.shared import git, make_repository

from fingerpost.repository.around.surroundings import GitSurroundings
from fingerpost.repository.commits import CommitState, Resolution
from fingerpost.repository.git import Git
from fingerpost.repository.git_process import Running, UnknownRevision

LEDGER = ".fabric/ledger/events"
ABSENT = "5d" * 20


def around(root: Path, revision: str | None = None, *, staged: bool = False) -> GitSurroundings:
    return GitSurroundings(Git(root), revision=revision, staged=staged, ledger=LEDGER)


def commit(root: Path, message: str, **files: str) -> str:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "a repo é")


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The git commands that were started, by name."""
    started: list[str] = []
    popen = subprocess.Popen

    class Counted(popen):  # type: ignore[valid-type,misc]
        def __init__(self, args: Any, *rest: Any, **named: Any) -> None:
            words = [word.decode() if isinstance(word, bytes) else word for word in args]
            if "--no-pager" in words:  # what the tests themselves run has no such word
                rest_of = iter(words[words.index("core.fsmonitor=false") + 1 :])
                started.append(next(word for word in rest_of if not word.startswith("-") and "=" not in word))
            super().__init__(args, *rest, **named)

    monkeypatch.setattr(subprocess, "Popen", Counted)
    return started


def test_nothing_is_asked_before_somebody_wants_to_know(root: Path, processes: list[str]) -> None:
    found = around(root)
    assert (found.resolutions([]), found.merged_requests([]), found.closed_issues([])) == ({}, {}, {})
    assert (found.same_patch([]), found.ignored([])) == ({}, frozenset())
    assert (found.attributes(), found.legacy_ledgers()) == ((), ())
    assert processes == []


def test_each_answer_is_asked_for_once(root: Path, processes: list[str]) -> None:
    first = commit(root, "Round once (#12)\n\nFixes #3\nFabric-Thread: t1", **{".gitattributes": "* merge=union\n"})
    found = around(root)
    processes.clear()
    for _ in range(2):
        assert found.merged_requests(["12"])["12"].commit == found.closed_issues(["3"])["3"].commit == first
    assert processes.count("log") == 1
    processes.clear()
    assert found.trailers() == found.trailers()
    assert processes == []  # what was merged and what trailers say is found by one walk
    assert found.attributes() == found.attributes()
    assert processes == ["check-attr"]
    processes.clear()
    assert found.resolutions([first])[first].state is CommitState.EXACT
    cost = len(processes)
    assert cost <= 8
    assert set(found.resolutions([first])) == {first}
    assert len(processes) == cost


def test_git_walks_while_something_else_is_done(root: Path, processes: list[str]) -> None:
    first = commit(root, "Round once (#12)\n\nFabric-Thread: t1")
    found = around(root)
    with found.walking():
        assert "log" in processes
        processes.clear()
    assert found.merged_requests(["12"])["12"].commit == first
    assert [each.value for each in found.trailers()] == ["t1"]
    with found.walking():
        pass
    assert processes == []


def test_a_walk_tells_which_commits_are_reached_from_anywhere(root: Path, processes: list[str]) -> None:
    begun = commit(root, "Begin")
    git(root, "checkout", "-q", "-b", "other")
    aside = commit(root, "Aside")
    git(root, "checkout", "-q", "--detach", begun)
    lost = commit(root, "Lost")
    git(root, "checkout", "-q", "main")
    named = {begun, aside, lost, ABSENT, begun[:10], begun.upper(), "HEAD"}
    for found in (around(root), around(root, begun)):
        assert found.doubtful(named) == named  # nobody has looked
        with found.walking():
            pass
        processes.clear()
        assert found.doubtful(named) == named - {begun, aside}
        assert processes == []
        states = found.resolutions(named)
        assert {text for text in named if states[text].state is CommitState.EXACT} == {begun, aside, begun.upper()}


def test_a_walk_of_messages_alone_leaves_few_commits_in_doubt_and_many_are_looked_for(
    root: Path, processes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    named = {commit(root, "Begin"), ABSENT}
    monkeypatch.setattr(Running, "ended", lambda _: False)
    found = around(root)
    with found.walking(everywhere=False):
        pass
    processes.clear()
    assert found.doubtful(named) == named
    assert processes == []
    monkeypatch.setattr("fingerpost.repository.around.surroundings._FEW", 1)
    assert found.doubtful(named) == found.doubtful(named) == {ABSENT}
    assert processes == ["rev-list"]


def test_what_git_found_in_the_meantime_is_taken(
    root: Path, processes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = commit(root, "Begin")
    monkeypatch.setattr(Running, "ended", lambda _: True)
    found = around(root)
    with found.walking(everywhere=False):
        pass
    processes.clear()
    assert found.doubtful({first, ABSENT}) == {ABSENT}
    assert found.resolutions([first]) == {first: Resolution(CommitState.EXACT, first)}
    assert processes == []
    assert found.resolutions([first, first[:10], ABSENT]) == Git(root).resolve_commits([first, first[:10], ABSENT])


def test_a_branch_that_leads_nowhere_leaves_the_commits_in_doubt(root: Path) -> None:
    only = commit(root, "Begin (#12)")
    (root / ".git/refs/heads/broken").write_text(f"{ABSENT}\n")
    found = around(root)
    with found.walking():
        pass
    assert found.doubtful({only}) == {only}
    assert found.merged_requests(["12"])["12"].commit == only


def test_a_walk_that_nobody_waits_for_is_ended(root: Path) -> None:
    commit(root, "Fabric: one (#12)")
    with pytest.raises(KeyboardInterrupt), around(root).walking():
        raise KeyboardInterrupt
    found = around(root, "no such revision")
    with pytest.raises(UnknownRevision), found.walking():
        pytest.fail("there is nothing to walk")


def test_a_repository_without_a_commit_has_no_history(root: Path) -> None:
    found = around(root)
    assert (found.trailers(), found.merged_requests(["12"]), found.closed_issues(["3"])) == ((), {}, {})
    assert found.history_complete


def test_the_history_is_that_of_what_is_examined(root: Path) -> None:
    first = commit(root, "One\n\nFabric-Thread: t1")
    commit(root, "Two (#12)\n\nFabric-Thread: t2")
    assert [each.value for each in around(root).trailers()] == ["t2", "t1"]
    assert [each.value for each in around(root, staged=True).trailers()] == ["t2", "t1"]
    assert [each.value for each in around(root, first).trailers()] == ["t1"]
    assert around(root, first).merged_requests(["12"]) == {}


def test_attributes_and_old_ledgers_are_those_of_the_worktree_the_index_and_the_revision(root: Path) -> None:
    commit(root, "One", **{".gitattributes": "* text\n", ".fabric/ledger/events.jsonl": "{}"})
    (root / ".gitattributes").write_text("* merge=union\n")
    (root / ".fabric/ledger/events.jsonl").rename(root / ".fabric/events.jsonl")
    git(root, "add", "-A")
    (root / ".gitattributes").write_text("* eol=crlf\n")
    (root / LEDGER).mkdir(parents=True)
    (root / LEDGER / "events.jsonl").write_text("{}")

    def told(found: GitSurroundings) -> tuple[list[str], tuple[str, ...]]:
        return [each.name for each in found.attributes()], found.legacy_ledgers()

    assert told(around(root, "HEAD")) == (["text"], (".fabric/ledger/events.jsonl",))
    assert told(around(root, staged=True)) == (["merge"], (".fabric/events.jsonl",))
    assert told(around(root)) == (["eol"], (".fabric/events.jsonl", f"{LEDGER}/events.jsonl"))


def test_a_symbolic_link_sets_no_attribute(root: Path) -> None:
    (root / "elsewhere").write_text("* merge=union\n")
    (root / ".gitattributes").symlink_to("elsewhere")
    commit(root, "One")
    assert (
        around(root).attributes() == around(root, "HEAD").attributes() == around(root, staged=True).attributes() == ()
    )


def test_a_lost_commit_and_one_that_never_was(root: Path) -> None:
    commit(root, "Begin")
    lost = commit(root, "Round once", **{"a.txt": "a"})
    git(root, "reset", "-q", "--hard", "HEAD^")
    found = commit(root, "Round again", **{"a.txt": "a"})
    surroundings = around(root)
    states = surroundings.resolutions([lost, ABSENT, found[:10], "HEAD"])
    assert {text: each.state for text, each in states.items()} == {
        lost: CommitState.UNREACHABLE,
        ABSENT: CommitState.MISSING,
        found[:10]: CommitState.ABBREVIATED,
        "HEAD": CommitState.OPAQUE,
    }
    assert surroundings.same_patch([lost]) == {lost: (found,)}


@pytest.mark.parametrize("option", ["--depth=1", "--filter=blob:none", "--filter=tree:0"])
def test_a_cut_clone_never_says_missing(root: Path, tmp_path: Path, option: str) -> None:
    commit(root, "One\n\nFabric-Thread: t1", **{".gitattributes": "* merge=union\n"})
    tip = commit(root, "Two (#12)\n\nFabric-Thread: t2")
    git(root, "config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", option, f"file://{root}", str(clone))
    found = around(clone)
    assert not found.history_complete
    assert found.resolutions([ABSENT])[ABSENT].state is CommitState.UNKNOWN
    assert found.trailers()[0].value == "t2"
    assert found.merged_requests(["12"])["12"].commit == tip
    assert [each.name for each in found.attributes()] == ["merge"]


def test_a_sha_256_repository_is_read_alike(tmp_path: Path) -> None:
    root = tmp_path / "r"
    root.mkdir()
    git(root, "init", "-q", "-b", "main", "--object-format=sha256")
    only = commit(root, "One (#12)\n\nFabric-Thread: t1", **{".gitattributes": "* merge=union\n"})
    assert len(only) == 64
    for found in (around(root), around(root, only), around(root, staged=True)):
        assert found.merged_requests(["12"])["12"].commit == found.trailers()[0].commit == only
        assert [(each.name, each.line) for each in found.attributes()] == [("merge", 1)]


def test_asking_leaves_the_repository_as_it_is(root: Path) -> None:
    commit(root, "One (#12)\n\nFabric-Thread: t1", **{".gitattributes": "* merge=union\n"})
    git(root, "update-index", "--split-index")
    before = {path: path.stat().st_mtime_ns for path in sorted(root.rglob("*"))}
    for found in (around(root), around(root, "HEAD"), around(root, staged=True)):
        assert found.trailers()
        assert found.attributes()
        assert not found.legacy_ledgers()
        assert not found.merged_requests(["1"])
        assert not found.ignored(["x"])
        assert found.resolutions([ABSENT])
        assert not found.same_patch([ABSENT])
    assert {path: path.stat().st_mtime_ns for path in sorted(root.rglob("*"))} == before
