"""The base that a CI tells: its variables one by one, and clones of real repositories as CIs make them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.shared import git, make_repository

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git
from fingerpost.repository.growth.ci_base import CiBase, FoundBase, base_from_ci, check_examined, find_ci_base

A, B, ZERO = "a" * 40, "b" * 40, "0" * 40
MAIN = "refs/remotes/origin/main"
REPOSITORY = {"repository": {"default_branch": "main"}}


def github(root: Path, event: object = None, **variables: str) -> dict[str, str]:
    """The variables of a job of GitHub Actions that checked out ``root``."""
    environ = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(root)}
    if event is not None:
        place = root.parent / "event.json"
        place.write_bytes(event if isinstance(event, bytes) else json.dumps(event).encode())
        environ["GITHUB_EVENT_PATH"] = str(place)
    return environ | {f"GITHUB_{name}": value for name, value in variables.items()}


def gitlab(root: Path, **variables: str) -> dict[str, str]:
    """The variables of a GitLab job that cloned ``root``."""
    return {"GITLAB_CI": "true", "CI_PROJECT_DIR": str(root)} | {f"CI_{n}": value for n, value in variables.items()}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    root.mkdir()
    return root


def told(environ: Mapping[str, str], root: Path) -> CiBase | None:
    return base_from_ci(environ, root, root)


def candidates(environ: Mapping[str, str], root: Path) -> tuple[tuple[str, ...], bool] | None:
    base = told(environ, root)
    return None if base is None else (base.candidates, base.exact)


PULL = {"pull_request": {"base": {"sha": A}}}
QUEUE = {"merge_group": {"base_sha": A, "base_ref": "refs/heads/main"}}


@pytest.mark.parametrize(
    ("variables", "event", "expected"),
    [
        ({"EVENT_NAME": "pull_request", "BASE_REF": "main", "REF": "refs/pull/7/merge"}, PULL, ((MAIN, A), False)),
        ({"EVENT_NAME": "pull_request_target", "BASE_REF": "main", "REF": "refs/heads/main"}, PULL, ((MAIN, A), False)),
        ({"EVENT_NAME": "pull_request", "BASE_REF": "main"}, None, ((MAIN,), False)),
        ({"EVENT_NAME": "pull_request", "BASE_REF": "v/1 ü"}, {}, (("refs/remotes/origin/v/1 ü",), False)),
        ({"EVENT_NAME": "merge_group", "REF": "refs/heads/gh-readonly-queue/main/x"}, QUEUE, ((MAIN, A), False)),
        ({"EVENT_NAME": "merge_group"}, {"merge_group": {"base_sha": A}}, ((A,), False)),
        ({"EVENT_NAME": "push", "REF": "refs/heads/main"}, REPOSITORY | {"before": A}, ((A,), True)),
        ({"EVENT_NAME": "push", "REF": "refs/heads/main"}, REPOSITORY | {"before": ZERO}, None),
        ({"EVENT_NAME": "push", "REF": "refs/heads/topic"}, REPOSITORY | {"before": A}, ((MAIN,), False)),
        ({"EVENT_NAME": "push", "REF": "refs/heads/topic"}, REPOSITORY | {"before": ZERO}, ((MAIN,), False)),
        ({"EVENT_NAME": "push", "REF": "refs/tags/v1", "REF_TYPE": "tag"}, REPOSITORY | {"before": ZERO}, None),
        ({"EVENT_NAME": "schedule", "REF": "refs/heads/main"}, {"schedule": "5 4 * * *"}, None),
        ({"EVENT_NAME": "schedule", "REF": "refs/heads/main"}, REPOSITORY, None),
        ({"EVENT_NAME": "workflow_dispatch", "REF": "refs/heads/main"}, REPOSITORY, None),
        ({"EVENT_NAME": "workflow_dispatch", "REF": "refs/heads/topic"}, REPOSITORY, ((MAIN,), False)),
        ({"EVENT_NAME": "workflow_dispatch", "REF": "refs/tags/v1"}, REPOSITORY, None),
        ({}, None, None),
    ],
)
def test_what_github_actions_tell(
    root: Path, variables: dict[str, str], event: object, expected: tuple[tuple[str, ...], bool] | None
) -> None:
    assert candidates(github(root, event, **variables), root) == expected


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}, ((MAIN,), False)),
        (
            {
                "MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
                "MERGE_REQUEST_TARGET_BRANCH_SHA": B,
                "MERGE_REQUEST_DIFF_BASE_SHA": A,
                "COMMIT_BEFORE_SHA": ZERO,
                "DEFAULT_BRANCH": "main",
            },
            ((MAIN, B, A), False),
        ),
        (
            {
                "MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
                "MERGE_REQUEST_TARGET_BRANCH_SHA": "",
                "MERGE_REQUEST_DIFF_BASE_SHA": A,
            },
            ((MAIN, A), False),
        ),
        ({"COMMIT_BRANCH": "main", "DEFAULT_BRANCH": "main", "COMMIT_BEFORE_SHA": A}, ((A,), True)),
        ({"COMMIT_BRANCH": "main", "DEFAULT_BRANCH": "main", "COMMIT_BEFORE_SHA": ZERO}, None),
        ({"COMMIT_BRANCH": "main", "DEFAULT_BRANCH": "main"}, None),
        ({"COMMIT_BRANCH": "topic", "DEFAULT_BRANCH": "main", "COMMIT_BEFORE_SHA": A}, ((MAIN,), False)),
        ({"COMMIT_TAG": "v1", "DEFAULT_BRANCH": "main", "COMMIT_BEFORE_SHA": A}, None),
    ],
)
def test_what_gitlab_tells(
    root: Path, variables: dict[str, str], expected: tuple[tuple[str, ...], bool] | None
) -> None:
    assert candidates(gitlab(root, **variables), root) == expected


@pytest.mark.parametrize(
    ("branch", "exact"),
    [("refs/heads/main", True), ("refs/heads/master", True), ("refs/heads/topic", False), ("", False)],
)
def test_what_pre_commit_tells_before_a_push(root: Path, branch: str, exact: bool) -> None:
    environ = {"PRE_COMMIT_FROM_REF": A, "PRE_COMMIT_TO_REF": B, "PRE_COMMIT_REMOTE_BRANCH": branch}
    assert candidates(environ, root) == ((A,), exact)
    assert candidates({"PRE_COMMIT_TO_REF": B}, root) is None
    assert candidates({"PRE_COMMIT_FROM_REF": A, "PRE_COMMIT_TO_REF": ""}, root) is None


def test_pre_commit_counts_only_in_the_repository_it_runs_in(root: Path, tmp_path: Path) -> None:
    environ = {"PRE_COMMIT_FROM_REF": A, "PRE_COMMIT_TO_REF": B}
    (root / "below").mkdir()
    assert base_from_ci(environ, root, root / "below") is not None
    assert base_from_ci(environ, root, tmp_path) is None


@pytest.mark.parametrize(
    ("marker", "folder"), [("GITHUB_ACTIONS", "GITHUB_WORKSPACE"), ("GITLAB_CI", "CI_PROJECT_DIR")]
)
def test_variables_count_only_for_what_the_ci_checked_out(root: Path, tmp_path: Path, marker: str, folder: str) -> None:
    environ = github(root, BASE_REF="main") | gitlab(root, MERGE_REQUEST_TARGET_BRANCH_NAME="main")
    environ = {key: value for key, value in environ.items() if key not in ("GITHUB_ACTIONS", "GITLAB_CI")}
    assert told(environ, root) is None
    environ[marker] = "true"
    assert told(environ, root) is not None
    assert told(environ | {marker: "false"}, root) is None
    assert told(environ | {folder: ""}, root) is None
    sibling = tmp_path / "work-2"
    sibling.mkdir()
    assert told(environ, sibling) is None
    assert told(environ, tmp_path) is None
    inside = root / "module"
    inside.mkdir()
    assert told(environ, inside) is not None
    link = tmp_path / "link"
    link.symlink_to(root)
    assert told(environ | {folder: str(link)}, root) is not None
    assert told(environ, link) is not None


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (b"", "it is no JSON"),
        (b"{", "it is no JSON"),
        (b"\xff\xfe\xfa", "it is no JSON"),
        (b"[" * 100_000, "it is no JSON"),
        (b"[]", "it is no JSON object"),
        ({"repository": {"default_branch": 7}}, r"repository\.default_branch is no text"),
        ({"repository": "main"}, r"does not say repository\.default_branch"),
        ({"repository": None}, r"does not say repository\.default_branch"),
        (REPOSITORY, "does not say before"),
        (REPOSITORY | {"before": None}, "does not say before"),
        (REPOSITORY | {"before": "--all\n"}, r"before in GITHUB_EVENT_PATH is no commit id: --all\\x0a"),
        (REPOSITORY | {"before": "abc1234"}, "no commit id"),
    ],
)
def test_a_broken_event_file_is_told_with_the_variable(root: Path, event: object, said: str) -> None:
    environ = github(root, event, EVENT_NAME="push", REF="refs/heads/main")
    with pytest.raises(CannotExamine, match=said) as caught:
        told(environ, root)
    assert "GITHUB_EVENT_PATH" in caught.value.message
    assert "--base" in caught.value.hint
    assert caught.value.exit_code == 4


def test_an_event_file_that_is_not_there_or_says_too_little(root: Path) -> None:
    environ = github(root, EVENT_NAME="push", REF="refs/heads/main")
    with pytest.raises(CannotExamine, match="GITHUB_EVENT_PATH names does not say"):
        told(environ, root)
    for place in (root / "gone.json", root):
        with pytest.raises(CannotExamine, match="GITHUB_EVENT_PATH names cannot be read"):
            told(environ | {"GITHUB_EVENT_PATH": str(place)}, root)
    with pytest.raises(CannotExamine, match=r"does not say merge_group\.base_ref"):
        told(github(root, {"merge_group": {}}, EVENT_NAME="merge_group"), root)


def test_gitlab_without_what_it_should_say(root: Path) -> None:
    with pytest.raises(CannotExamine, match="CI_DEFAULT_BRANCH is not set"):
        told(gitlab(root, COMMIT_BRANCH="topic"), root)
    with pytest.raises(CannotExamine, match="CI_COMMIT_BEFORE_SHA is no commit id: HEAD~9"):
        told(gitlab(root, COMMIT_BRANCH="main", DEFAULT_BRANCH="main", COMMIT_BEFORE_SHA="HEAD~9"), root)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from([A, ZERO, "main"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["before", "repository", "default_branch", "pull_request", "base", "sha", "merge_group"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


@settings(max_examples=100, deadline=None)
@given(
    event=json_values,
    name=st.sampled_from(["push", "pull_request", "merge_group", "schedule", ""]),
    ref=st.sampled_from(["refs/heads/main", "refs/heads/x", "refs/tags/x", "refs/pull/1/merge", ""]),
    target=st.sampled_from(["", "main"]),
)
def test_no_event_whatever_it_holds_is_a_crash(
    tmp_path_factory: pytest.TempPathFactory, event: Any, name: str, ref: str, target: str
) -> None:
    root = tmp_path_factory.getbasetemp() / "hostile" / "work"
    root.mkdir(parents=True, exist_ok=True)
    environ = github(root, event, EVENT_NAME=name, REF=ref, BASE_REF=target)
    try:
        base = told(environ, root)
    except CannotExamine:
        with pytest.raises(CannotExamine, match="GITHUB_EVENT_PATH"):
            told(environ, root)
    else:
        assert base is None or all(candidate.strip("0") for candidate in base.candidates)


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    """A repository with main, a branch of it, and a tag that pretends to be the remote's main."""
    origin = make_repository(tmp_path / "origin")
    for number in range(3):
        git(origin, "commit", "-q", "--allow-empty", "-m", f"commit {number}")
    git(origin, "tag", "origin/main", "HEAD~2")
    git(origin, "checkout", "-qb", "topic", "HEAD~1")
    git(origin, "commit", "-q", "--allow-empty", "-m", "on topic")
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
    return origin


def cloned(origin: Path, *how: str) -> Path:
    git(origin.parent, "clone", "-q", "--branch=topic", *how, origin.as_uri(), "clone")
    return origin.parent / "clone"


def test_a_full_clone_has_the_branch_of_the_remote_whatever_tags_are_called(origin: Path) -> None:
    clone = cloned(origin)
    found = find_ci_base(Git(clone), github(clone, PULL, BASE_REF="main"), clone)
    assert found == FoundBase("origin/main", git(origin, "rev-parse", "main"), exact=False, told_by="GITHUB_BASE_REF")
    assert find_ci_base(Git(clone), {}, clone) is None


def test_the_next_candidate_is_taken_where_the_branch_is_not_there(origin: Path) -> None:
    clone = cloned(origin, "--single-branch")
    base = git(origin, "rev-parse", "main~1")
    event = {"pull_request": {"base": {"sha": base}}}
    found = find_ci_base(Git(clone), github(clone, event, BASE_REF="main"), clone)
    assert found is not None
    assert (found.name, found.commit) == (base, base)


def fetch_told(error: CannotExamine) -> list[str]:
    """The arguments of the git command that the hint ends with."""
    return error.hint.rpartition("run: git ")[2].split()


@pytest.mark.parametrize("how", [("--depth=1",), ("--single-branch",)])
def test_a_clone_without_the_base_is_told_how_to_get_it_and_that_helps(origin: Path, how: tuple[str, ...]) -> None:
    clone = cloned(origin, *how)
    main = git(origin, "rev-parse", "main")
    environs = (
        (github(clone, BASE_REF="main"), "fetch-depth: 0"),
        (gitlab(clone, MERGE_REQUEST_TARGET_BRANCH_NAME="main"), 'GIT_DEPTH: "0"'),
        (gitlab(clone, COMMIT_BRANCH="topic", DEFAULT_BRANCH="main"), 'GIT_DEPTH: "0"'),
    )
    for environ, setting in environs:
        with pytest.raises(CannotExamine, match="does not have origin/main") as caught:
            find_ci_base(Git(clone), environ, clone)
        assert setting in caught.value.hint
    git(clone, *fetch_told(caught.value))
    for environ, _ in environs:
        found = find_ci_base(Git(clone), environ, clone)
        assert found is not None
        assert found.commit == main
    assert not Git(clone).is_shallow()


def test_what_a_forced_push_left_behind_can_be_fetched_as_told(origin: Path) -> None:
    git(origin, "checkout", "-q", "main")
    before = git(origin, "rev-parse", "HEAD")
    git(origin, "reset", "-q", "--hard", "HEAD~1")
    git(origin, "checkout", "-q", "topic")
    clone = cloned(origin)
    environ = github(clone, REPOSITORY | {"before": before}, EVENT_NAME="push", REF="refs/heads/main")
    with pytest.raises(CannotExamine, match="before in GITHUB_EVENT_PATH") as caught:
        find_ci_base(Git(clone), environ, clone)
    git(clone, *fetch_told(caught.value))
    found = find_ci_base(Git(clone), environ, clone)
    assert found == FoundBase(before, before, exact=True, told_by="before in GITHUB_EVENT_PATH")


def test_before_a_push_the_remote_is_fetched_where_its_commit_is_unknown(origin: Path) -> None:
    clone = cloned(origin, "--single-branch")
    environ = {
        "PRE_COMMIT_FROM_REF": git(origin, "rev-parse", "main"),
        "PRE_COMMIT_TO_REF": "HEAD",
        "PRE_COMMIT_REMOTE_BRANCH": "refs/heads/main",
    }
    with pytest.raises(CannotExamine, match="PRE_COMMIT_FROM_REF") as caught:
        find_ci_base(Git(clone), environ, clone)
    assert caught.value.hint == "To get it, run: git fetch origin main"
    git(clone, *fetch_told(caught.value))
    found = find_ci_base(Git(clone), environ, clone)
    assert found is not None
    assert found.exact


@pytest.mark.parametrize("ci", ["github", "gitlab"])
def test_an_old_branch_of_the_remote_in_a_used_workspace_gives_way_to_what_the_ci_knows(origin: Path, ci: str) -> None:
    clone = cloned(origin)
    git(origin, "checkout", "-q", "main")
    git(origin, "commit", "-q", "--allow-empty", "-m", "since")
    tip = git(origin, "rev-parse", "main")
    event = {"pull_request": {"base": {"sha": tip}}}
    told_by = {
        "github": github(clone, event, BASE_REF="main"),
        "gitlab": gitlab(clone, MERGE_REQUEST_TARGET_BRANCH_NAME="main", MERGE_REQUEST_DIFF_BASE_SHA=tip),
    }
    git(clone, "fetch", "-q", origin.as_uri(), "main")  # as a CI fetches: by a ref of its own
    found = find_ci_base(Git(clone), told_by[ci], clone)
    assert found is not None
    assert found.commit == tip
    git(clone, "fetch", "-q", "origin")
    git(origin, "commit", "-q", "--allow-empty", "-m", "later")
    git(clone, "fetch", "-q", "origin")  # now the branch is further than what the CI told
    later = find_ci_base(Git(clone), told_by[ci], clone)
    assert later is not None
    assert (later.name, later.commit) == ("origin/main", git(origin, "rev-parse", "main"))


def test_a_pull_request_that_is_not_checked_out_is_not_passed_unseen(origin: Path) -> None:
    clone = cloned(origin)
    main, topic = git(origin, "rev-parse", "main"), git(origin, "rev-parse", "topic")
    event = {"pull_request": {"base": {"sha": main}, "head": {"sha": topic}}}
    environ = github(clone, event, EVENT_NAME="pull_request_target", BASE_REF="main")
    found = find_ci_base(Git(clone), environ, clone)
    assert found is not None
    with pytest.raises(CannotExamine, match="not in what is checked out") as caught:
        check_examined(Git(clone), found, main)
    assert "pull_request" in caught.value.hint
    check_examined(Git(clone), found, topic)
    git(clone, "merge", "-q", "--no-edit", "refs/remotes/origin/main")
    check_examined(Git(clone), found, git(clone, "rev-parse", "HEAD"))


def test_what_is_pushed_and_nothing_else_is_examined(origin: Path) -> None:
    main, topic = git(origin, "rev-parse", "main"), git(origin, "rev-parse", "topic")
    environ = {"PRE_COMMIT_FROM_REF": main, "PRE_COMMIT_TO_REF": topic, "PRE_COMMIT_REMOTE_BRANCH": "refs/heads/topic"}
    found = find_ci_base(Git(origin), environ, origin)
    assert found is not None
    check_examined(Git(origin), found, topic)
    for other in (main, git(origin, "rev-parse", "topic~1")):
        with pytest.raises(CannotExamine, match="is not what is checked out") as caught:
            check_examined(Git(origin), found, other)
        assert "--rev" in caught.value.hint
