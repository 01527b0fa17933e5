"""Git, asked in real repositories of every kind."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.commits import CommitState
from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git, Withheld
from fingerpost.repository.git_process import DubiousOwnership, GitNotInstalled, NotARepository, UnknownRevision

SECONDS = 1772442000  # 2026-03-02T09:00:00Z, the committer time of support.shared.git


def commit(root: Path, message: str = "Begin", **files: str) -> str:
    for name, text in (files or {"a.txt": message}).items():
        (root / name).write_text(text, encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message)
    return git(root, "rev-parse", "HEAD")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "a repo 'with' \"quotes\" é")


@pytest.mark.parametrize(
    "variable", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"]
)
def test_variables_that_point_elsewhere_do_not_reach_git(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    commit(root)
    monkeypatch.setenv(variable, str(tmp_path / "nowhere"))
    asked = Git(root)
    assert asked.toplevel() == root
    assert asked.common_dir() == root / ".git"
    assert asked.tracked_paths(None) == {"a.txt"}
    assert asked.head() == git(root, "rev-parse", "HEAD")


def test_what_cannot_change_is_asked_once(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Git(root)
    told = (asked.git_dir(), asked.is_shallow(), asked.is_partial())
    assert told == (root / ".git", False, False)
    monkeypatch.setenv("PATH", str(root / "nowhere"))
    assert (asked.git_dir(), asked.is_shallow(), asked.is_partial()) == told


def test_injected_configuration_and_traces_do_not_reach_git(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(root)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.bare")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "true")
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    assert Git(root).toplevel() == root
    assert not (tmp_path / "trace").exists()


def test_odd_names_are_listed_from_index_and_revision(root: Path) -> None:
    names = ["plain.txt", "two words.txt", "quo\"te'.txt", "é.txt", "line\nbreak.txt", "*.md"]
    for name in names:
        (root / name).write_text("x", encoding="utf-8")
    Path(os.fsdecode(os.fsencode(root) + b"/b\xff.txt")).write_text("x", encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Odd names")
    expected = {*names, "b\udcff.txt"}
    assert Git(root).tracked_paths(None) == expected
    assert Git(root).tracked_paths("HEAD") == expected
    entry = Git(root).tree_entry("HEAD", "*.md")
    assert entry is not None
    assert (entry.mode, entry.kind, entry.name) == ("100644", "blob", "*.md")
    assert Git(root).read_file("HEAD", "b\udcff.txt") == b"x"


def test_tracked_paths_of_a_revision_are_not_those_of_the_index(root: Path) -> None:
    first = commit(root, "One", **{"a.txt": "1"})
    commit(root, "Two", **{"b.txt": "2"})
    (root / "untracked.txt").write_text("3", encoding="utf-8")
    assert Git(root).tracked_paths(first) == {"a.txt"}
    assert Git(root).tracked_paths(None) == {"a.txt", "b.txt"}


@pytest.mark.parametrize("others", [0, 40])
def test_of_many_files_as_of_few_a_commit_tells_which_it_holds(root: Path, others: int) -> None:
    first = commit(root, "One", **{"a.txt": "1", "ü.txt": "2"})
    commit(root, "Two", **{"later.txt": "3"})
    asked = ["a.txt", "ü.txt", "later.txt", "*", ":(top)a.txt", *(f"gone-{number}" for number in range(others))]
    assert Git(root).held_paths(first, asked) == {"a.txt", "ü.txt"}
    assert Git(root).held_paths(first, []) == frozenset()


@pytest.mark.parametrize(
    "revision",
    [
        "",
        "no-such",
        "--all",
        "-n1",
        "main..main",
        "^HEAD",
        ":README",
        "HEAD^{tree}",
        "HEAD~5",
        "a\nb",
        "\0",
        "0" * 40,
        "\udcff",
    ],
)
def test_a_revision_that_names_no_commit_is_unknown(root: Path, revision: str) -> None:
    commit(root)
    with pytest.raises(UnknownRevision) as caught:
        Git(root).resolve_revision(revision)
    assert caught.value.exit_code == 4
    assert "git fetch" in caught.value.hint
    caught.value.message.encode("utf-8")


def test_a_revision_resolves_by_branch_tag_and_detached_head(root: Path) -> None:
    first = commit(root)
    git(root, "tag", "-a", "v1", "-m", "One")
    commit(root, "Two")
    git(root, "checkout", "-q", first)
    asked = Git(root)
    assert asked.resolve_revision("v1") == first
    assert asked.resolve_revision("HEAD") == first
    assert asked.resolve_revision("main") != first


def test_a_new_repository_has_no_commit_and_an_empty_log(root: Path) -> None:
    assert not Git(root).has_commit()
    assert Git(root).log() == []
    assert Git(root).tracked_paths(None) == frozenset()


def test_no_repository_is_told_from_no_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotARepository):
        Git(tmp_path).toplevel()
    with pytest.raises(CannotExamine, match="folder is not there"):
        Git(tmp_path / "gone").toplevel()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitNotInstalled):
        Git(tmp_path).toplevel()


def test_dubious_ownership_is_told_with_its_remedy(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = shutil.which("git")
    wrapper = tmp_path / "bin" / "git"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec "{real}" "$@"\n', encoding="utf-8")
    wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    for ask in (Git(root).toplevel, lambda: Git(root).resolve_revision("HEAD")):
        with pytest.raises(DubiousOwnership) as caught:
            ask()
        assert "git config --global --add safe.directory" in caught.value.hint
        assert caught.value.exit_code == 4


def test_many_blobs_come_in_order_through_one_process(root: Path) -> None:
    wanted = [f"blob {number}\n".encode() * (1 + number % 400) for number in range(3000)]
    stream = b"".join(b"blob\ndata %d\n%s\n" % (len(data), data) for data in wanted)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=root, input=stream, check=True)
    ids = [hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest() for data in wanted]
    assert list(Git(root).blobs(ids * 3)) == wanted * 3


def test_blobs_that_are_long_or_absent_are_withheld_and_the_rest_still_comes(root: Path) -> None:
    commit(root, a="short", b="x" * 200_000)
    entries = {row.name: row.id for row in Git(root).tree_rows("HEAD")}
    asked = [entries["b"], "0" * 40, entries["a"]]
    assert list(Git(root).blobs(asked, 1000)) == [Withheld(200_000), Withheld(None), b"short"]
    assert Git(root).read_blob(entries["a"]) == b"short"


def test_leaving_early_ends_the_process(root: Path) -> None:
    commit(root, a="x" * 300_000)
    blob = Git(root).tree_rows("HEAD")[0].id
    blobs = Git(root).blobs([blob] * 2000)
    assert len(bytes(next(blobs))) == 300_000  # type: ignore[arg-type]
    blobs.close()  # type: ignore[attr-defined]


def test_a_damaged_object_is_withheld_and_no_hang(root: Path) -> None:
    commit(root, a="one")
    blob = Git(root).tree_rows("HEAD")[0].id
    place = root / ".git/objects" / blob[:2] / blob[2:]
    place.chmod(0o600)
    place.write_bytes(b"not zlib")
    assert set(Git(root).blobs([blob] * 5000)) == {Withheld(None)}


def test_a_pruned_parent_of_an_unreachable_commit_stops_nothing(root: Path) -> None:
    kept = commit(root)
    parent = commit(root, "Pruned")
    child = commit(root, "Its child")
    git(root, "reset", "-q", "--hard", kept)
    (root / ".git/objects" / parent[:2] / parent[2:]).unlink()
    found = Git(root).resolve_commits([kept, parent, child])
    assert [found[text].state for text in (kept, parent, child)] == [
        CommitState.EXACT,
        CommitState.MISSING,
        CommitState.UNREACHABLE,
    ]


def test_commits_say_what_git_says(root: Path) -> None:
    first = commit(root, "Subject over\ntwo lines\n\nBody\n\nFabric-Thread: x")
    git(root, "config", "i18n.commitEncoding", "iso-8859-1")
    (root / "b").write_text("b", encoding="utf-8")
    git(root, "add", "-A")
    message = root.parent / "message"
    message.write_bytes("Übung".encode("latin-1"))
    git(root, "commit", "-q", "-F", str(message))
    second = git(root, "rev-parse", "HEAD")
    blob = Git(root).tree_rows("HEAD")[0].id
    found = Git(root).commits([first, second, blob, "f" * 40, "not hex", first[:9]])
    one, two = found[first], found[second]
    assert one is not None
    assert two is not None
    assert (one.id, one.seconds, one.author, one.subject, one.parents) == (
        first,
        SECONDS,
        "Mara Lind",
        "Subject over two lines",
        (),
    )
    assert one.message.endswith("Fabric-Thread: x\n")
    assert (two.subject, two.parents) == ("Übung", (first,))
    assert found[blob] is found["f" * 40] is found["not hex"] is None
    assert found[first[:9]] == one
    assert [entry.id for entry in Git(root).log()] == [second, first]
    assert [entry.id for entry in Git(root).log(limit=1)] == [second]
    assert [entry.id for entry in Git(root).log(revision=first)] == [first]


def test_commit_texts_resolve_in_a_complete_clone(root: Path) -> None:
    kept = commit(root)
    lost = commit(root, "Before the amend")
    git(root, "commit", "-q", "--amend", "-m", "After the amend")
    git(root, "branch", kept[:8], "HEAD")  # a branch named like a short id must not be taken for it
    blob = Git(root).tree_rows("HEAD")[0].id
    texts = [
        kept,
        kept[:8],
        kept.upper(),
        lost,
        lost[:10],
        "f" * 40,
        "fffff1",
        "abc-x",
        "",
        "abc",
        "f" * 64,
        blob,
        "main",
    ]
    found = Git(root).resolve_commits(texts)
    assert {text: (found[text].state, found[text].id) for text in texts} == {
        kept: (CommitState.EXACT, kept),
        kept[:8]: (CommitState.ABBREVIATED, kept),
        kept.upper(): (CommitState.EXACT, kept),
        lost: (CommitState.UNREACHABLE, lost),
        lost[:10]: (CommitState.UNREACHABLE, lost),
        "f" * 40: (CommitState.MISSING, None),
        "fffff1": (CommitState.MISSING, None),
        "abc-x": (CommitState.OPAQUE, None),
        "": (CommitState.OPAQUE, None),
        "abc": (CommitState.OPAQUE, None),
        "f" * 64: (CommitState.MISSING, None),
        blob: (CommitState.MISSING, None),
        "main": (CommitState.OPAQUE, None),
    }


def test_a_commit_only_a_detached_worktree_holds_is_reachable(root: Path, tmp_path: Path) -> None:
    commit(root)
    git(root, "worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    there = commit(tmp_path / "linked", "Only here")
    assert Git(root).resolve_commits([there])[there].state is CommitState.EXACT


def test_a_short_id_of_several_commits_is_ambiguous(root: Path) -> None:
    stream = b"".join(
        b"commit refs/heads/many\ncommitter A <a@example.invalid> %d +0000\ndata 1\nx\n" % (SECONDS + number)
        for number in range(1500)
    )
    subprocess.run(["git", "fast-import", "--quiet"], cwd=root, input=stream, check=True)
    ids = sorted(git(root, "rev-list", "many").split())
    prefix = next(one[:4] for one, two in pairwise(ids) if one[:4] == two[:4])
    found = Git(root).resolve_commits([prefix, *ids])
    assert found[prefix].state is CommitState.AMBIGUOUS
    assert found[prefix].id is None
    assert {found[commit_id].state for commit_id in ids} == {CommitState.EXACT}


def test_a_shallow_clone_cannot_say_missing(root: Path, tmp_path: Path) -> None:
    first = commit(root)
    second = commit(root, "Two")
    git(tmp_path, "clone", "-q", "--depth", "1", root.as_uri(), str(tmp_path / "clone"))
    asked = Git(tmp_path / "clone")
    assert asked.is_shallow()
    assert not Git(root).is_shallow()
    found = asked.resolve_commits([first, second])
    assert [found[text].state for text in (first, second)] == [CommitState.UNKNOWN, CommitState.EXACT]
    with pytest.raises(UnknownRevision) as caught:
        asked.resolve_revision("HEAD~1")
    assert "--unshallow" in caught.value.hint


def test_a_partial_clone_is_not_asked_over_the_network(root: Path, tmp_path: Path) -> None:
    commit(root, a="bytes that stay away")
    git(root, "config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", root.as_uri(), str(clone))
    asked = Git(clone)
    assert asked.is_partial()
    assert not Git(root).is_partial()
    absent, here = asked.tree_rows("HEAD")[0].id, git(root, "rev-parse", "HEAD")
    assert list(asked.blobs([absent])) == [Withheld(None)]
    found = list(asked.blobs([absent, here, absent]))
    assert (found[0], found[2]) == (Withheld(None), Withheld(None))
    assert isinstance(found[1], bytes)
    assert asked.commit_time(here) == SECONDS
    with pytest.raises(StopIteration):
        next(iter(asked.blobs([])))
    assert asked.resolve_commits(["f" * 40])["f" * 40].state is CommitState.UNKNOWN


def test_a_sha256_repository(tmp_path: Path) -> None:
    root = tmp_path / "sha256"
    root.mkdir()
    try:
        git(root, "init", "-q", "-b", "main", "--object-format=sha256")
    except subprocess.CalledProcessError:
        pytest.skip("this git has no SHA-256 repositories")
    first = commit(root)
    assert len(first) == 64
    found = Git(root).resolve_commits([first, first[:40], "f" * 64])
    assert [found[text].state for text in (first, first[:40], "f" * 64)] == [
        CommitState.EXACT,
        CommitState.ABBREVIATED,
        CommitState.MISSING,
    ]
    assert Git(root).commit_time(first) == SECONDS


def test_what_stands_at_some_paths_of_a_commit_is_told_by_its_path(root: Path) -> None:
    (root / "deep er").mkdir(parents=True)
    (root / "deep er/fi\nle").write_text("x\n", encoding="utf-8")
    git(root, "add", "-A")
    only = commit(root, "One")
    found = Git(root).rows_at(only, ("deep er/fi\nle", "deep er", "nowhere", ":/", "*"))
    assert {row.name: row.kind for row in found} == {"deep er/fi\nle": "blob"}
    assert [row.kind for row in Git(root).rows_at(only, ("deep er",))] == ["tree"]
