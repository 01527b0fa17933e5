from __future__ import annotations

from pathlib import Path

from support.events import Wire, created, ident, record_node, relation
from support.shared import git, make_repository
from support.surroundings import KnownSurroundings, found_by

from fingerpost.lint.finding import Severity
from fingerpost.lint.rules import commit_not_found
from fingerpost.lint.rules.commit_unreachable import RULE
from fingerpost.repository.around.surroundings import GitSurroundings
from fingerpost.repository.commits import CommitState, Resolution
from fingerpost.repository.git import Git

HERE, LOST = "9e37" * 10, "5d1f" * 10
KNOWN = {
    HERE: Resolution(CommitState.EXACT, HERE),
    LOST: Resolution(CommitState.UNREACHABLE, LOST),
    LOST[:8]: Resolution(CommitState.UNREACHABLE, LOST),
}


def link(number: int, commit: str) -> Wire:
    return relation(number, "implements", {"kind": "commit", "id": commit}, record_node(1))


def test_a_lost_commit_is_reported_and_equal_patches_are_candidates_only() -> None:
    surroundings = KnownSurroundings(commits=KNOWN, alike={LOST: (HERE,)})
    first, second = found_by(
        RULE, created(1), link(2, LOST), link(3, HERE), link(4, LOST[:8]), surroundings=surroundings
    )
    assert first.severity is Severity.WARNING
    assert (first.event_id, first.record_id, first.detail) == (ident("evt", 2), ident("rec", 1), LOST)
    assert first.pointer == "/payload/relation/from/id"
    assert (second.event_id, second.detail) == (ident("evt", 4), LOST[:8])
    for finding in (first, second):
        assert f"a candidate only, by an equal patch: {HERE}" in finding.message
        assert finding.related == ()


def test_without_candidates_none_are_named_and_many_are_cut() -> None:
    [finding] = found_by(RULE, link(2, LOST), surroundings=KnownSurroundings(commits=KNOWN))
    assert "candidate" not in finding.message
    many = tuple(f"{number:040x}" for number in range(9))
    [finding] = found_by(RULE, link(2, LOST), surroundings=KnownSurroundings(commits=KNOWN, alike={LOST: many}))
    assert "candidates only" in finding.message
    assert "and 6 more" in finding.message


def test_patches_are_compared_only_for_lost_commits() -> None:
    surroundings = KnownSurroundings(commits=KNOWN)
    assert not found_by(RULE, created(1), link(2, HERE), surroundings=surroundings)
    assert surroundings.asked == ["resolutions"]
    assert not found_by(RULE, created(1), surroundings=surroundings)
    assert surroundings.asked == ["resolutions"]
    assert not found_by(RULE, link(2, LOST), surroundings=None)


def test_a_real_rebase(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    git(root, "commit", "-q", "--allow-empty", "-m", "Begin")
    (root / "a.txt").write_text("a")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Round once")
    lost = git(root, "rev-parse", "HEAD")
    git(root, "commit", "-q", "--amend", "-m", "Round once on the total")
    now = git(root, "rev-parse", "HEAD")
    around = GitSurroundings(Git(root), revision=None, staged=False, ledger=".fabric/ledger/events")
    events = (link(2, lost), link(3, now))
    [finding] = found_by(RULE, *events, surroundings=around)
    assert finding.detail == lost
    assert finding.message.endswith(now)
    assert not found_by(commit_not_found.RULE, *events, surroundings=around)
