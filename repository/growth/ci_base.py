"""The base that a CI's own variables tell: what ``lint`` compares with where nobody gave ``--base``.

What each variable means is taken from the CIs' references: GitHub's *Variables reference* and *Webhook events and
payloads* (push, pull_request, merge_group), GitLab's *Predefined CI/CD variables reference*, and pre-commit's
documentation of pre-push hooks.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..commits import is_hex_id
from ..errors import CannotExamine
from ..files import MAX_BYTES
from ..git import Git
from ..git_process import UnknownRevision, attempt
from ..paths import shown

EVENT_VARIABLE = "GITHUB_EVENT_PATH"
"""Where GitHub Actions has put what started the workflow, as JSON."""

_EVENT_LIMIT = 32 * MAX_BYTES  # bytes; GitHub itself stops at 25 MB
_BRANCH = "refs/heads/"
_REMOTE = "refs/remotes/origin/"
_GITHUB_FIX = "set fetch-depth: 0 on actions/checkout"
_GITLAB_FIX = 'set GIT_DEPTH: "0" among the variables of the job'
_GIVE_IT = "Say with --base REV what to compare with."


@dataclass(frozen=True, slots=True)
class CiBase:
    """What to compare with, as a CI tells it.

    ``candidates`` are revisions, the best first. With ``exact`` the base is that very commit, which a push replaced:
    a forced push may have left it behind, so a merge base would hide what it removed. ``told_by`` names the variable
    or file for people. ``fix`` says how this CI is told to clone with its history (empty for none), and ``refspec``
    what git is to fetch from the remote ``origin``. ``change`` is the commit that it is all about, told where something
    else may well be checked out; with ``pushed`` it is what a push sends, so that nothing else may be examined for it.
    """

    candidates: tuple[str, ...]
    exact: bool
    told_by: str
    fix: str
    refspec: str
    change: str = ""
    pushed: bool = False


@dataclass(frozen=True, slots=True)
class FoundBase:
    """A base that is in this clone: ``name`` for people, its full ``commit`` id; the rest as in :class:`CiBase`."""

    name: str
    commit: str
    exact: bool
    told_by: str
    change: str = ""
    pushed: bool = False


def base_from_ci(environ: Mapping[str, str], root: Path, started_in: Path) -> CiBase | None:
    """The base that these variables tell for the repository at ``root``; None where they tell of none.

    They count only for what the CI itself checked out: ``root`` lies in ``GITHUB_WORKSPACE`` or ``CI_PROJECT_DIR``;
    for the variables of pre-commit, which runs in the repository, ``started_in`` (the working directory) lies in
    ``root``. Raises CannotExamine where the event file of GitHub Actions cannot be read or lacks what it should say.
    """
    if environ.get("PRE_COMMIT_FROM_REF") and environ.get("PRE_COMMIT_TO_REF") and _inside(started_in, str(root)):
        return _pre_commit(environ)
    if environ.get("GITHUB_ACTIONS") == "true" and _inside(root, environ.get("GITHUB_WORKSPACE", "")):
        return _github(environ, _read_event(environ.get(EVENT_VARIABLE, "")))
    if environ.get("GITLAB_CI") == "true" and _inside(root, environ.get("CI_PROJECT_DIR", "")):
        return _gitlab(environ)
    return None


def find_ci_base(git: Git, environ: Mapping[str, str], started_in: Path) -> FoundBase | None:
    """The base that a CI tells and that this clone has; None where it tells of none.

    Raises CannotExamine where it tells of one that this clone does not have: it was cloned without it.
    """
    told = base_from_ci(environ, git.root, started_in)
    if told is None:
        return None
    found: FoundBase | None = None
    for revision in told.candidates:
        try:
            commit = git.resolve_revision(revision)
        except UnknownRevision:
            continue
        # A workspace that is used again may have an old branch of the remote; the CI knows of a later commit.
        if found is None or (commit != found.commit and _is_ancestor(git, found.commit, commit)):
            found = FoundBase(_for_people(revision), commit, told.exact, told.told_by, told.change, told.pushed)
    if found is not None:
        return found
    names = " nor ".join(_for_people(revision) for revision in told.candidates)
    depth = "--unshallow " if git.is_shallow() else ""
    fetch = f"run: git fetch {depth}origin {shlex.quote(shown(told.refspec))}"
    raise CannotExamine(
        f"the base is told by {told.told_by}, and this clone does not have {names}",
        f"To get it, {f'{told.fix}; or ' if told.fix else ''}{fetch}",
    )


def check_examined(git: Git, base: FoundBase, examined: str) -> None:
    """Raise CannotExamine where the commit that the CI is about is not in what is examined (a full commit id)."""
    if not base.change or base.change == examined:
        return
    if base.pushed:
        if git.resolve_revision(base.change) != examined:
            raise CannotExamine(
                f"what is pushed, {shown(base.change[:12])}, is not what is checked out", "Lint it with --rev."
            )
    elif not _is_ancestor(git, base.change, examined):
        raise CannotExamine(
            f"the pull request's commit {base.change[:12]} is not in what is checked out, so nothing of it is examined",
            "Run on pull_request in place of pull_request_target, which checks out the target branch.",
        )


def _is_ancestor(git: Git, commit: str, later: str) -> bool:
    """True where this clone can tell that ``later`` goes on from ``commit``."""
    return attempt(git.root, ("merge-base", "--is-ancestor", commit, later)).returncode == 0


def _pre_commit(environ: Mapping[str, str]) -> CiBase:
    """What the remote has of what is pushed; for a new branch, the commit it left the known ones at.

    A branch may be pushed by force until it is merged, the main one not: whatever leaves it is gone for everybody.
    """
    remote_branch = environ.get("PRE_COMMIT_REMOTE_BRANCH", "").removeprefix(_BRANCH)
    return CiBase(
        (environ["PRE_COMMIT_FROM_REF"],),
        exact=remote_branch in ("main", "master"),
        told_by="PRE_COMMIT_FROM_REF",
        fix="",
        refspec=remote_branch or "main",
        change=environ["PRE_COMMIT_TO_REF"],
        pushed=True,
    )


def _github(environ: Mapping[str, str], event: Mapping[str, Any]) -> CiBase | None:
    """A pull request or merge queue: its target. A push to the default branch: what it replaced."""
    target = environ.get("GITHUB_BASE_REF", "")
    if target:
        told = _branch(target, "GITHUB_BASE_REF", _GITHUB_FIX, _commit(event, "pull_request", "base", "sha"))
        if environ.get("GITHUB_EVENT_NAME") == "pull_request_target":
            return replace(told, change=_commit(event, "pull_request", "head", "sha") or "")
        return told
    if environ.get("GITHUB_EVENT_NAME") == "merge_group":
        told_by = f"the merge_group in {EVENT_VARIABLE}"
        before = _commit(event, "merge_group", "base_sha")
        target = _text(event, "merge_group", "base_ref").removeprefix(_BRANCH)
        if target:
            return _branch(target, told_by, _GITHUB_FIX, before)
        if before is None:
            raise _incomplete("merge_group.base_ref")
        return CiBase((before,), exact=False, told_by=told_by, fix=_GITHUB_FIX, refspec=before)
    ref = environ.get("GITHUB_REF", "")
    pushed = environ.get("GITHUB_EVENT_NAME") == "push"
    default = _text(event, "repository", "default_branch")
    if not ref.startswith(_BRANCH) or not (pushed or default):
        return None  # a tag; or started by the clock, which starts on the default branch alone
    if not default:
        raise _incomplete("repository.default_branch")
    if ref != f"{_BRANCH}{default}":
        return _branch(default, f"repository.default_branch in {EVENT_VARIABLE}", _GITHUB_FIX)
    if not pushed:
        return None
    before = _commit(event, "before")
    if before is None:
        raise _incomplete("before")
    return _replaced(before, f"before in {EVENT_VARIABLE}", _GITHUB_FIX)


def _gitlab(environ: Mapping[str, str]) -> CiBase | None:
    """A merge request: its target. The default branch: what the push replaced. Another branch: the default one."""
    target = environ.get("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "")
    if target:
        # The target's own commit is told for merged results only; the other one is where the branch left it.
        commits = ("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "CI_MERGE_REQUEST_DIFF_BASE_SHA")
        known = (_hex(environ.get(variable, ""), variable) for variable in commits)
        return _branch(target, "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", _GITLAB_FIX, *known)
    branch, default = environ.get("CI_COMMIT_BRANCH", ""), environ.get("CI_DEFAULT_BRANCH", "")
    if not branch:
        return None  # a tag
    if not default:
        raise CannotExamine("CI_DEFAULT_BRANCH is not set in this GitLab job, so there is no base", _GIVE_IT)
    if branch != default:
        return _branch(default, "CI_DEFAULT_BRANCH", _GITLAB_FIX)
    before = _hex(environ.get("CI_COMMIT_BEFORE_SHA", ""), "CI_COMMIT_BEFORE_SHA")
    return None if before is None else _replaced(before, "CI_COMMIT_BEFORE_SHA", _GITLAB_FIX)


def _branch(branch: str, told_by: str, fix: str, *commits: str | None) -> CiBase:
    """A branch of the remote, by its full name, which no tag can take; then commits that the CI names for it."""
    known = (commit for commit in commits if commit is not None and commit.strip("0"))
    refspec = f"+{_BRANCH}{branch}:{_REMOTE}{branch}"
    return CiBase((f"{_REMOTE}{branch}", *known), exact=False, told_by=told_by, fix=fix, refspec=refspec)


def _replaced(before: str, told_by: str, fix: str) -> CiBase | None:
    """The commit that a push replaced; none where the branch is new."""
    if not before.strip("0"):
        return None
    return CiBase((before,), exact=True, told_by=told_by, fix=fix, refspec=before)


def _for_people(revision: str) -> str:
    return shown(revision.removeprefix("refs/remotes/"))


def _inside(path: Path, folder: str) -> bool:
    """True where ``path`` is ``folder`` or lies in it, whatever links lead to either."""
    return bool(folder) and Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _read_event(path: str) -> Mapping[str, Any]:
    """What started the workflow; nothing where there is no such file to read."""
    if not path:
        return {}
    try:
        with Path(path).open("rb") as file:
            data = file.read(_EVENT_LIMIT + 1)
        event = json.loads(data) if len(data) <= _EVENT_LIMIT else None
    except OSError as error:
        raise _unreadable(error.strerror or type(error).__name__) from error
    except (ValueError, RecursionError) as error:
        raise _unreadable("it is no JSON") from error
    if not isinstance(event, dict):
        raise _unreadable("it is no JSON object")
    return event


def _text(event: Mapping[str, Any], *keys: str) -> str:
    """The text under these keys; empty where any of them is absent or null."""
    value: Any = event
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _unreadable(f"{'.'.join(keys)} is no text")
    return value


def _commit(event: Mapping[str, Any], *keys: str) -> str | None:
    return _hex(_text(event, *keys), f"{'.'.join(keys)} in {EVENT_VARIABLE}")


def _hex(value: str, place: str) -> str | None:
    """A full commit id, or None where none is told."""
    if value and (len(value) not in (40, 64) or not is_hex_id(value)):
        raise CannotExamine(f"{place} is no commit id: {shown(value[:80])}", _GIVE_IT)
    return value or None


def _unreadable(why: str) -> CannotExamine:
    return CannotExamine(f"the event file that {EVENT_VARIABLE} names cannot be read: {why}", _GIVE_IT)


def _incomplete(key: str) -> CannotExamine:
    return CannotExamine(f"the event file that {EVENT_VARIABLE} names does not say {key}", _GIVE_IT)
