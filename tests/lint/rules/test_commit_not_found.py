from __future__ import annotations

from pathlib import Path

from support.events import Wire, created, ident, record_node, relation
from support.shared import git, make_repository
from support.surroundings import KnownSurroundings, found_by

from fingerpost.lint.finding import Severity
from fingerpost.lint.rules.commit_not_found import RULE
from fingerpost.repository.around.surroundings import GitSurroundings
from fingerpost.repository.commits import CommitState, Resolution
from fingerpost.repository.git import Git

HERE, GONE = "9e37" * 10, "5d1f" * 10
KNOWN = {HERE: Resolution(CommitState.EXACT, HERE), HERE[:8]: Resolution(CommitState.ABBREVIATED, HERE)}


def link(number: int, commit: str, **node: str) -> Wire:
    return relation(number, "implements", {"kind": "commit", "id": commit, **node}, record_node(1))


def test_a_commit_that_is_not_here_is_reported_at_its_end() -> None:
    back = relation(4, "derived_from", record_node(1), {"kind": "commit", "id": GONE, "provider": "git"})
    events = (created(1), link(2, HERE), link(3, GONE), back, link(5, HERE[:8]))
    first, second = found_by(RULE, *events, surroundings=KnownSurroundings(commits=KNOWN))
    assert first.severity is Severity.WARNING
    assert (first.event_id, first.record_id, first.detail) == (ident("evt", 3), ident("rec", 1), GONE)
    assert [first.pointer, second.pointer] == ["/payload/relation/from/id", "/payload/relation/to/id"]
    assert GONE in first.message


def test_in_a_cut_clone_it_is_unknown_and_so_is_an_ambiguous_one() -> None:
    assert not found_by(RULE, link(2, GONE), surroundings=KnownSurroundings(history_complete=False))
    several = {GONE: Resolution(CommitState.AMBIGUOUS)}
    assert not found_by(RULE, link(2, GONE), surroundings=KnownSurroundings(commits=several))
    assert not found_by(RULE, link(2, GONE), surroundings=None)


def test_ids_that_are_no_git_ids_are_not_judged_and_nothing_is_asked() -> None:
    surroundings = KnownSurroundings()
    events = (created(1), link(2, "HEAD"), link(3, "r1234"), link(4, GONE, provider="svn"), link(5, "abc"))
    issue = relation(6, "derived_from", record_node(1), {"kind": "issue", "id": GONE})
    assert not found_by(RULE, *events, issue, surroundings=surroundings)
    assert surroundings.asked == []


def test_only_commits_in_doubt_are_asked_for() -> None:
    surroundings = KnownSurroundings(commits=KNOWN, walked=frozenset({HERE}))
    assert not found_by(RULE, created(1), link(2, HERE), surroundings=surroundings)
    assert surroundings.asked == []
    [finding] = found_by(RULE, created(1), link(2, HERE), link(3, GONE), surroundings=surroundings)
    assert (finding.detail, surroundings.asked) == (GONE, ["resolutions"])


def test_real_clones(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    for message in ("One", "Two"):
        git(root, "commit", "-q", "--allow-empty", "-m", message)
    first = git(root, "rev-parse", "HEAD^")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{root}", "shallow")
    for folder, reported in (("r", [GONE]), ("shallow", [])):
        around = GitSurroundings(Git(tmp_path / folder), revision=None, staged=False, ledger=".fabric/ledger/events")
        found = found_by(RULE, link(2, GONE), link(3, first), surroundings=around)
        assert [finding.detail for finding in found] == reported
