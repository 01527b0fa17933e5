"""The merge bases of a change, in repositories of every shape, and what cannot be told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.ledger_git import LedgerGit, ledger_git
from support.shared import git, make_repository

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git
from fingerpost.repository.git_process import DubiousOwnership, UnknownRevision
from fingerpost.repository.growth.merge_base import Incoming, find_base, incoming_merges


@pytest.fixture
def repo(tmp_path: Path) -> LedgerGit:
    return ledger_git(tmp_path / "repo")


def test_the_merge_base_of_a_branch_is_where_it_began(repo: LedgerGit) -> None:
    start = repo.commit(a="1")
    repo.branch("topic")
    repo.commit(b="2")
    repo.checkout("main")
    tip = repo.commit(c="3")
    repo.checkout("topic")
    base = find_base(Git(repo.root), "main")
    assert (base.name, base.tip, base.merge_bases) == ("main", tip, (start,))
    assert find_base(Git(repo.root), tip, "topic", name="the target").name == "the target"


def test_with_exact_the_tip_itself_is_the_base(repo: LedgerGit) -> None:
    start = repo.commit(a="1")
    left_behind = repo.commit(b="2")
    repo.git("reset", "-q", "--hard", start)
    repo.commit(c="3")
    assert find_base(Git(repo.root), left_behind).merge_bases == (start,)
    assert find_base(Git(repo.root), left_behind, exact=True).merge_bases == (left_behind,)


def criss_cross(repo: LedgerGit) -> tuple[str, str]:
    repo.commit(a="1")
    repo.branch("topic")
    ours = repo.commit(ours="2")
    repo.checkout("main")
    theirs = repo.commit(theirs="3")
    repo.git("merge", "-q", "-m", "Merge", ours)
    repo.checkout("topic")
    repo.git("merge", "-q", "-m", "Merge", theirs)
    return ours, theirs


def test_criss_cross_merges_have_several_merge_bases(repo: LedgerGit) -> None:
    both = criss_cross(repo)
    assert find_base(Git(repo.root), "main").merge_bases == tuple(sorted(both))


def test_a_detached_head_and_a_linked_worktree_have_their_own_merge_base(repo: LedgerGit, tmp_path: Path) -> None:
    start = repo.commit(a="1")
    repo.commit(b="2")
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"), start)
    linked = LedgerGit(tmp_path / "linked")
    own = linked.commit(c="3")
    assert find_base(Git(linked.root), "main").merge_bases == (start,)
    assert find_base(Git(linked.root), "main", own).merge_bases == (start,)


def test_a_repository_without_a_commit_has_no_merge_base(repo: LedgerGit) -> None:
    with pytest.raises(CannotExamine, match="no commit yet"):
        find_base(Git(repo.root), "main")


@pytest.mark.parametrize(
    ("name", "fix"),
    [
        ("origin/main", "git fetch origin main"),
        ("origin/release/2", "git fetch origin release/2"),
        ("refs/remotes/origin/main", "git fetch origin main"),
        ("main", "git fetch origin main"),
        ("a" * 40, f"git fetch origin {'a' * 40}"),
        ("abcdef1", "git fetch origin"),
        ("", "git fetch origin"),
        ("a b", "git fetch origin"),
    ],
)
def test_a_missing_base_says_what_to_fetch(repo: LedgerGit, name: str, fix: str) -> None:
    repo.git("checkout", "-q", "-b", "topic")
    repo.commit(a="1")
    with pytest.raises(UnknownRevision) as caught:
        find_base(Git(repo.root), name)
    assert caught.value.exit_code == 4
    assert caught.value.hint == f"Fetch it: {fix}"


def test_a_missing_base_of_another_remote_is_fetched_from_there(repo: LedgerGit) -> None:
    repo.commit(a="1")
    repo.git("remote", "add", "upstream", "https://example.invalid/x.git")
    with pytest.raises(UnknownRevision) as caught:
        find_base(Git(repo.root), "upstream/next")
    assert caught.value.hint == "Fetch it: git fetch upstream next"


def test_unrelated_histories_have_nothing_to_compare(repo: LedgerGit) -> None:
    repo.commit(a="1")
    repo.git("checkout", "-q", "--orphan", "other")
    repo.commit(b="2")
    with pytest.raises(CannotExamine, match="no commit in common") as caught:
        find_base(Git(repo.root), "main")
    assert "shallow" not in caught.value.hint


def long_branch(repo: LedgerGit) -> None:
    """Five commits on main, a branch from the third with three of its own."""
    for number in range(3):
        repo.commit(**{f"m{number}": str(number)})
    repo.branch("topic")
    for number in range(3):
        repo.commit(**{f"t{number}": str(number)})
    repo.checkout("main")
    repo.commit(m3="3")
    repo.commit(m4="4")
    repo.checkout("topic")


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_clone_too_shallow_for_the_merge_base_is_refused(repo: LedgerGit, tmp_path: Path, depth: int) -> None:
    long_branch(repo)
    clone = repo.clone(tmp_path / "clone", f"--depth={depth}", "--no-single-branch", "--branch=topic")
    with pytest.raises(CannotExamine) as caught:
        find_base(Git(clone.root), "origin/main")
    assert caught.value.exit_code == 4
    for fix in ("fetch-depth: 0", "GIT_DEPTH: 0", "git fetch --unshallow"):
        assert fix in caught.value.hint


def test_a_shallow_clone_that_reaches_the_merge_base_is_enough(repo: LedgerGit, tmp_path: Path) -> None:
    long_branch(repo)
    clone = repo.clone(tmp_path / "clone", "--depth=4", "--no-single-branch", "--branch=topic")
    assert Git(clone.root).is_shallow()
    expected = find_base(Git(repo.root), "main").merge_bases
    assert find_base(Git(clone.root), "origin/main").merge_bases == expected


def test_a_shallow_clone_without_the_base_says_both_fixes(repo: LedgerGit, tmp_path: Path) -> None:
    long_branch(repo)
    clone = repo.clone(tmp_path / "clone", "--depth=1", "--branch=topic")
    with pytest.raises(UnknownRevision) as caught:
        find_base(Git(clone.root), "origin/main")
    assert "git fetch origin main" in caught.value.hint
    assert "fetch-depth: 0" in caught.value.hint


def test_with_exact_a_shallow_clone_that_has_the_base_is_enough(repo: LedgerGit, tmp_path: Path) -> None:
    long_branch(repo)
    clone = repo.clone(tmp_path / "clone", "--depth=1", "--no-single-branch", "--branch=topic")
    tip = repo.git("rev-parse", "main")
    assert find_base(Git(clone.root), "origin/main", exact=True).merge_bases == (tip,)


def test_an_older_common_commit_is_not_taken_where_a_better_one_was_cut_off(repo: LedgerGit, tmp_path: Path) -> None:
    """The branch merged main, later; the clone was cut so that only the way to an older common commit is there."""
    old = repo.commit(a="1")
    newer = repo.commit(b="2")
    repo.branch("topic", old)
    repo.commit(c="3")
    repo.git("merge", "-q", "-m", "Merge", newer)
    repo.commit(d="4")
    repo.commit(b=None)
    repo.checkout("main")
    repo.commit(e="5")
    repo.checkout("topic")
    assert find_base(Git(repo.root), "main").merge_bases == (newer,)
    clone = repo.clone(tmp_path / "clone", "--no-single-branch", "--branch=topic")
    # main was cut off after its tip, but a second way leads from there to the old commit.
    joined = git(clone.root, "commit-tree", "-p", "origin/main", "-p", old, "-m", "Join", "origin/main^{tree}")
    tip = git(clone.root, "rev-parse", "origin/main")
    (clone.root / ".git" / "shallow").write_text(f"{tip}\n", encoding="ascii")
    assert git(clone.root, "merge-base", "--all", joined, "HEAD") == old, "git itself gives the older one"
    with pytest.raises(CannotExamine, match="cannot be told"):
        find_base(Git(clone.root), joined)


def test_grafts_and_replacements_of_this_clone_do_not_move_the_merge_base(repo: LedgerGit) -> None:
    long_branch(repo)
    expected = find_base(Git(repo.root), "main").merge_bases
    root_commit = repo.git("rev-list", "--max-parents=0", "HEAD")
    (repo.root / ".git" / "info").mkdir(exist_ok=True)
    grafted = f"{repo.git('rev-parse', 'HEAD')} {root_commit}\n"
    (repo.root / ".git" / "info" / "grafts").write_text(grafted, encoding="ascii")
    assert repo.git("merge-base", "HEAD", "main") == root_commit, "git itself follows the graft"
    assert find_base(Git(repo.root), "main").merge_bases == expected
    (repo.root / ".git" / "info" / "grafts").unlink()
    repo.git("replace", "--graft", "HEAD", root_commit)
    assert find_base(Git(repo.root), "main").merge_bases == expected


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_SHALLOW_FILE"])
def test_variables_that_point_elsewhere_change_nothing(
    repo: LedgerGit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    start = repo.commit(a="1")
    repo.branch("topic")
    repo.commit(b="2")
    monkeypatch.setenv(variable, str(tmp_path / "nowhere"))
    assert find_base(Git(repo.root), "main").merge_bases == (start,)


def test_a_sha256_repository_has_a_merge_base(tmp_path: Path) -> None:
    root = tmp_path / "long"
    root.mkdir()
    git(root, "init", "-q", "-b", "main", "--object-format=sha256")
    repo = LedgerGit(root)
    start = repo.commit(a="1")
    repo.branch("topic")
    repo.commit(b="2")
    assert len(start) == 64
    assert find_base(Git(root), "main").merge_bases == (start,)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a repository away")
def test_a_repository_of_another_user_is_refused_with_the_fix(repo: LedgerGit, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit(a="1")
    monkeypatch.delenv("SUDO_UID", raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)  # it may call every folder safe
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    for place in (repo.root, repo.root / ".git"):
        os.chown(place, 12345, 12345)
    with pytest.raises(DubiousOwnership) as caught:
        find_base(Git(repo.root), "main")
    assert "safe.directory" in caught.value.hint


def test_the_own_checkout_of_a_submodule_has_its_own_history(repo: LedgerGit, tmp_path: Path) -> None:
    inner = repo.commit(a="1")
    outer = make_repository(tmp_path / "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repo.root), "part")
    git(outer, "commit", "-q", "-m", "Add the part")
    checkout = LedgerGit(outer / "part")
    checkout.commit(b="2")
    assert find_base(Git(checkout.root), "origin/main").merge_bases == (inner,)


@pytest.mark.parametrize("suffix", ["", "~1", "^{}", "@{0}"])
def test_a_tag_does_not_stand_in_for_the_branch_of_its_name(repo: LedgerGit, suffix: str) -> None:
    repo.commit(a="0")
    old = repo.commit(a="1")
    tip = repo.commit(b="2")
    repo.git("tag", "main", old)
    with pytest.raises(CannotExamine, match="a tag and a branch") as caught:
        find_base(Git(repo.root), f"main{suffix}")
    assert f"refs/heads/main{suffix}" in caught.value.hint
    assert find_base(Git(repo.root), "refs/heads/main").tip == tip
    assert find_base(Git(repo.root), "refs/tags/main").tip == old
    repo.git("tag", "-f", "main", tip)  # the same commit under either name
    assert find_base(Git(repo.root), "main").tip == tip


def test_a_tag_does_not_stand_in_for_the_branch_of_a_remote(repo: LedgerGit, tmp_path: Path) -> None:
    repo.commit(a="1")
    repo.commit(b="2")
    clone = repo.clone(tmp_path / "clone")
    clone.git("tag", "origin/main", "HEAD~1")
    with pytest.raises(CannotExamine, match="a tag and a branch of a remote"):
        find_base(Git(clone.root), "origin/main")


def test_a_merge_in_progress_is_told_with_its_merge_bases(repo: LedgerGit) -> None:
    start = repo.commit(a="1")
    repo.branch("topic")
    repo.commit(b="2")
    repo.checkout("main")
    tip = repo.commit(c="3")
    assert incoming_merges(Git(repo.root)) == ()
    repo.checkout("topic")
    repo.git("merge", "-q", "--no-commit", "main")
    assert incoming_merges(Git(repo.root)) == (Incoming(tip, (start,)),)
    (repo.root / ".git/MERGE_HEAD").write_bytes(b"\xff")
    with pytest.raises(CannotExamine, match="MERGE_HEAD"):
        incoming_merges(Git(repo.root))
