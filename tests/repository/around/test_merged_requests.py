"""What commit messages say was merged or closed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.shared import git, make_repository

from fingerpost.repository.around.merged_requests import ClosingCommits, issues_closed_by, requests_merged_by
from fingerpost.repository.around.telling_commits import telling_commits
from fingerpost.repository.git import Git


@pytest.mark.parametrize(
    ("message", "numbers"),
    [
        ("Merge pull request #12 from mara/rounding\n\nRound once", {"12"}),
        ("Round once (#12)", {"12"}),
        ("Round once (#12)\n\n* first\n* second (#9)\n", {"12"}),
        ("Merge branch 'rounding' into 'main'\n\nRound once\n\nSee merge request group/sub-group/billing!12", {"12"}),
        ("Round once\n\nSee merge request !12\n", {"12"}),
        ("Merged in rounding (pull request #12)\n\nRound once", {"12"}),
        ("Merged PR 12: Round once", {"12"}),
        ("Merge pull request 'Round once' (#12) from mara/rounding into main", {"12"}),
        ("\n\nRound once (#012)", {"12"}),
        ("Runde auf dem Beleg – einmal (#12)", {"12"}),
        ('Revert "Round once (#12)" (#15)', {"15"}),
        ('Revert "Round once (#12)"\n\nThis reverts commit 1234.', set()),
        ("Round once, see #12", set()),
        ("(#12)", set()),
        ("Round once (mara/billing#12)", set()),
        ("Round once\n\n(#12)", set()),
        ("As said: See merge request !12", set()),
        ("", set()),
    ],
)
def test_the_words_of_each_host_tell_the_request(message: str, numbers: set[str]) -> None:
    assert requests_merged_by(message) == numbers


@pytest.mark.parametrize(
    ("message", "issues"),
    [
        ("Fixes #12", {"12"}),
        ("Round once\n\nCloses: #12\nresolved BILL-7", {"12", "BILL-7"}),
        ("Fix #1, #2 and #3; see #4", {"1", "2", "3"}),
        ("closes issues #5, and #6", {"5", "6"}),
        ("Fixes GH-12", {"12"}),
        ("FIXED #0012.", {"12"}),
        ("(fixes #8)", {"8"}),
        ("prefixes #12, unfixed #13, hot-fix #14", set()),
        ("Fixes octo/billing#12", set()),
        ("Fixes #12-a and closes bill-7", set()),
        ("Implements #12", set()),
        ("Fixes the rounding of #12", set()),
        ('Revert "Round once"\n\nFixes #12', set()),
        ("", set()),
    ],
)
def test_closing_words_tell_the_issues(message: str, issues: set[str]) -> None:
    assert issues_closed_by(message) == issues


@settings(max_examples=100)
@given(st.text(alphabet="Fixes closd#!1209(), BILL-\nand\t/é"))
def test_any_message_can_be_read_and_names_only_what_it_holds(message: str) -> None:
    for issue in issues_closed_by(message) | requests_merged_by(message):
        assert issue.lstrip("0") in message


def closing(root: Path, commit: str) -> ClosingCommits:
    return ClosingCommits(telling_commits(Git(root), commit))


def test_the_earliest_commit_of_the_history_counts_by_the_text_as_asked(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r é")
    ids = []
    for message in ("Round once (#12)\n\nCloses BILL-7 – größer", "Again (#12)\n\nFixes #3", "Fixes BILL-7", "Nothing"):
        git(root, "commit", "-q", "--allow-empty", "-m", message)
        ids.append(git(root, "rev-parse", "HEAD"))
    found = closing(root, ids[-1])
    # All of these commits are of one second, so that the id decides.
    first, bill = min(ids[:2]), min(ids[0], ids[2])
    assert {text: each.commit for text, each in found.merged(["12", "#12", "!12", "3"]).items()} == dict.fromkeys(
        ["12", "#12", "!12"], first
    )
    assert {text: each.commit for text, each in found.closed(["BILL-7", "bill-7", "#3", "12"]).items()} == {
        "BILL-7": bill,
        "bill-7": bill,
        "#3": ids[1],
    }
    assert found.closed(["#3"])["#3"].title == "Again (#12)"
    assert found.closed(["#3"])["#3"].seconds == 1772442000
    assert not closing(root, ids[0]).closed(["#3"])


def test_configuration_of_the_machine_changes_nothing(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    git(root, "commit", "-q", "--allow-empty", "-m", "Round (#12)")
    for key, value in (("log.showSignature", "true"), ("grep.patternType", "fixed"), ("log.decorate", "full")):
        git(root, "config", key, value)
    assert set(closing(root, git(root, "rev-parse", "HEAD")).merged(["12"])) == {"12"}
