"""Hooks: those for pre-commit, by the real pre-commit where it is installed, and the plain ones of the how-to."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.ci_cases import CHANGES, FOLDER, path_of
from support.events import changed, created, ident, write_ledger
from support.installing import ROOT, copy_project, libraries, offline
from support.shared import git, make_repository
from support.workflows import load_yaml

BIN = Path(sys.executable).parent
PATH = os.pathsep.join((str(BIN), os.environ["PATH"]))
PRE_COMMIT = shutil.which("pre-commit", path=PATH)
PAGE = ROOT / "docs/how-to/git-hooks.md"

needs_pre_commit = pytest.mark.skipif(PRE_COMMIT is None, reason="pre-commit is not installed")


@dataclass(frozen=True)
class Machine:
    """A developer's machine, with the environment of git and its hooks."""

    environment: Mapping[str, str]

    def git(self, root: Path, *args: str) -> subprocess.CompletedProcess[str]:
        """Run git with hooks, as a person would; what it and the hooks say goes to ``stdout``."""
        return subprocess.run(
            ["git", *args],
            cwd=root,
            env=dict(self.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=300,
        )


def of_a_person(environment: Mapping[str, str]) -> dict[str, str]:
    return {
        **environment,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_NAME": "Mara Lind",
        "GIT_AUTHOR_EMAIL": "mara@example.invalid",
        "GIT_COMMITTER_NAME": "Mara Lind",
        "GIT_COMMITTER_EMAIL": "mara@example.invalid",
    }


def written_hooks() -> dict[str, str]:
    """The plain hooks of the how-to, by the name of the hook that the text before each gives."""
    found = re.findall(
        r"`\.git/hooks/([\w-]+)`[^\n]*:\n\n```sh\n(#!/bin/sh\n.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S
    )
    return dict(found)


def clone_of_two_records(folder: Path, hooks: Mapping[str, str] | None = None) -> Path:
    """A clone whose origin's main has two records; in it the first is expired on main, not yet pushed."""
    origin = make_repository(folder / "origin")
    write_ledger(origin, created(1), created(2))
    git(origin, "add", "--all")
    git(origin, "commit", "-q", "-m", "Two records")
    git(origin, "checkout", "-q", "--detach")
    git(folder, "clone", "-q", origin.as_uri(), str(folder / "clone"))
    root = folder / "clone"
    git(root, "checkout", "-q", "-B", "main", "origin/main")
    (root / ".git/hooks").mkdir(exist_ok=True)
    for name, text in (hooks or {}).items():
        (root / ".git/hooks" / name).write_text(text, "utf-8")
        (root / ".git/hooks" / name).chmod(0o755)
    return root


def expire_the_first(root: Path) -> None:
    """What makes a fork with the change that forks."""
    write_ledger(root, changed(3, 1, 1, status="expired", lifecycle_reason="The provider was replaced."))
    git(root, "add", "--all")
    git(root, "commit", "-q", "--no-verify", "-m", "Expire the first")


def words_of(name: str) -> tuple[str, ...]:
    """What a person must read, but for the name of the base, which is another one here."""
    return tuple(words.removesuffix(" since origin/main") for words in CHANGES[name].told)


@pytest.fixture(scope="module")
def plain() -> Machine:
    environment = {"PATH": PATH, "HOME": os.devnull, "LC_ALL": "C.UTF-8"}
    return Machine(of_a_person(environment))


@pytest.mark.parametrize("name", CHANGES)
def test_the_plain_hook_judges_a_commit(plain: Machine, tmp_path: Path, name: str) -> None:
    root = clone_of_two_records(tmp_path, {"pre-commit": written_hooks()["pre-commit"]})
    expire_the_first(root)
    CHANGES[name].make(root)
    git(root, "add", "--all")
    before = git(root, "rev-parse", "HEAD")
    done = plain.git(root, "commit", "-m", "Work")
    stopped = bool(CHANGES[name].told)
    assert (done.returncode != 0) is stopped, done.stdout
    assert (git(root, "rev-parse", "HEAD") == before) is stopped
    said = " ".join(done.stdout.split())
    for words in words_of(name):
        assert words in said


@pytest.mark.parametrize("how", [("--all",), ("--only", path_of(2))])
def test_the_plain_hook_judges_what_will_be_committed_however_it_is_said(
    plain: Machine, tmp_path: Path, how: tuple[str, ...]
) -> None:
    root = clone_of_two_records(tmp_path, {"pre-commit": written_hooks()["pre-commit"]})
    write_ledger(root, created(2, text="Quite another direction"))
    assert plain.git(root, "commit", "-m", "Work", *how).returncode != 0
    git(root, "checkout", "-q", "HEAD", "--", path_of(2))
    write_ledger(root, created(1, text="Not to be committed"))
    (root / "README").write_text("something else\n", "utf-8")
    git(root, "add", "README")
    done = plain.git(root, "commit", "-m", "Work")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["appends good records", "adds a fork", "adds a record without a reason"])
def test_the_plain_hook_stops_a_merge_that_forks(plain: Machine, tmp_path: Path, name: str) -> None:
    root = clone_of_two_records(tmp_path, {"pre-merge-commit": written_hooks()["pre-merge-commit"]})
    git(root, "checkout", "-q", "-b", "change")
    CHANGES[name].make(root)
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "Work")
    git(root, "checkout", "-q", "main")
    expire_the_first(root)
    before = git(root, "rev-parse", "HEAD")
    done = plain.git(root, "merge", "--no-edit", "change")
    forks = name == "adds a fork"
    assert (done.returncode != 0) is forks, done.stdout
    assert ("FP401" in done.stdout) is forks
    assert (git(root, "rev-parse", "HEAD") == before) is forks
    if forks:
        git(root, "merge", "--abort")
        assert git(root, "status", "--short") == ""


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("branch", ["main", "change"])
def test_the_plain_hook_judges_a_push(plain: Machine, tmp_path: Path, name: str, branch: str) -> None:
    root = clone_of_two_records(tmp_path, {"pre-push": written_hooks()["pre-push"]})
    expire_the_first(root)
    git(root, "push", "-q", "--no-verify", "origin", "main")
    git(root, "checkout", "-q", "-B", branch)
    CHANGES[name].make(root)
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "Work")
    git(root, "checkout", "-q", "--detach", "origin/main")  # what is pushed is not what is checked out
    done = plain.git(root, "push", "origin", branch)
    stopped = bool(CHANGES[name].told)
    assert (done.returncode != 0) is stopped, done.stdout
    said = " ".join(done.stdout.split())
    for words in words_of(name):
        assert words in said


def test_the_plain_hook_lets_a_branch_be_deleted_and_a_first_push_through(plain: Machine, tmp_path: Path) -> None:
    root = clone_of_two_records(tmp_path, {"pre-push": written_hooks()["pre-push"]})
    git(root, "push", "-q", "--no-verify", "origin", "main:refs/heads/old")
    done = plain.git(root, "push", "origin", "--delete", "old")
    assert done.returncode == 0, done.stdout
    empty = tmp_path / "empty.git"
    git(tmp_path, "init", "-q", "--bare", str(empty))
    git(root, "remote", "add", "other", empty.as_uri())
    write_ledger(root, created(9, durability="durable", reason=None))
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "Work")
    done = plain.git(root, "push", "other", "main")
    assert done.returncode != 0
    assert "FP502" in done.stdout


# --- pre-commit ---


def manifest() -> dict[str, Any]:
    return {hook["id"]: hook for hook in load_yaml(ROOT / ".pre-commit-hooks.yaml")}


def test_no_hook_takes_file_names_or_is_skipped_for_want_of_them() -> None:
    for hook in manifest().values():
        assert hook["pass_filenames"] is False
        assert hook["always_run"] is True
        assert hook["language"] == "python"
        assert "files" not in hook


def entry(name: str, root: Path, environment: Mapping[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    """A hook's entry with a user's args, split and run as pre-commit does."""
    command = [*shlex.split(manifest()[name]["entry"]), *args]
    return subprocess.run(
        command, cwd=root, env=dict(environment), capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.parametrize("name", CHANGES)
def test_the_entry_of_the_push_hook_judges_what_is_pushed(plain: Machine, tmp_path: Path, name: str) -> None:
    root = clone_of_two_records(tmp_path)
    expire_the_first(root)
    before = git(root, "rev-parse", "HEAD")
    CHANGES[name].make(root)
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "Work")
    after = git(root, "rev-parse", "HEAD")
    git(root, "checkout", "-q", "--detach", before)
    told = {"PRE_COMMIT_FROM_REF": before, "PRE_COMMIT_TO_REF": after, "PRE_COMMIT_REMOTE_BRANCH": "refs/heads/main"}
    done = entry("fingerpost-lint-push", root, {**plain.environment, **told})
    assert done.returncode == (1 if CHANGES[name].told else 0), done.stdout + done.stderr
    said = " ".join(done.stdout.split())
    for words in words_of(name):
        assert words in said
    unasked = entry("fingerpost-lint-push", root, {**plain.environment, **told}, "--fail-on", "never")
    assert unasked.returncode == 0


def test_the_entry_of_the_push_hook_without_a_base_judges_the_branch_that_is_pushed(
    plain: Machine, tmp_path: Path
) -> None:
    root = clone_of_two_records(tmp_path)
    git(root, "checkout", "-q", "-b", "bad")
    write_ledger(root, created(9, durability="durable", reason=None))
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "Work")
    git(root, "checkout", "-q", "main")
    told = {"PRE_COMMIT_LOCAL_BRANCH": "refs/heads/bad", "PRE_COMMIT_REMOTE_BRANCH": "refs/heads/bad"}
    args = ("--ignore", "FP6")
    done = entry("fingerpost-lint-push", root, {**plain.environment, **told}, *args)
    assert done.returncode == 1
    assert "FP502" in done.stdout
    assert entry("fingerpost-lint-push", root, plain.environment, *args).returncode == 0


@pytest.fixture(scope="module")
def with_pre_commit(tmp_path_factory: pytest.TempPathFactory) -> tuple[Machine, str]:
    """A machine with pre-commit, and the config that its repositories have."""
    folder = tmp_path_factory.mktemp("hooks")
    source = copy_project(make_repository(folder / "fingerpost"))
    git(source, "add", "--all")
    git(source, "commit", "-q", "-m", "All")
    config = {
        "repos": [
            {
                "repo": source.as_uri(),
                "rev": git(source, "rev-parse", "HEAD"),
                "hooks": [{"id": "fingerpost-lint"}, {"id": "fingerpost-lint-push"}],
            }
        ]
    }
    environment = offline(libraries(folder / "libraries"), folder / "home")
    environment |= {"PRE_COMMIT_HOME": str(folder / "cache"), "PATH": PATH}
    return Machine(of_a_person(environment)), yaml.safe_dump(config)


def ready(machine: Machine, config: str, folder: Path) -> Path:
    assert PRE_COMMIT is not None
    root = clone_of_two_records(folder)
    (root / ".pre-commit-config.yaml").write_text(config, "utf-8")
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "Hooks")
    subprocess.run(
        [PRE_COMMIT, "install", "--hook-type", "pre-commit", "--hook-type", "pre-push"],
        cwd=root,
        env=dict(machine.environment),
        check=True,
        capture_output=True,
    )
    return root


@needs_pre_commit
@pytest.mark.parametrize("name", CHANGES)
def test_pre_commit_judges_a_commit_and_a_push(with_pre_commit: tuple[Machine, str], tmp_path: Path, name: str) -> None:
    machine, config = with_pre_commit
    root = ready(machine, config, tmp_path)
    expire_the_first(root)
    git(root, "push", "-q", "--no-verify", "origin", "main")
    git(root, "checkout", "-q", "-b", "change")
    CHANGES[name].make(root)
    git(root, "add", "--all")
    stopped = bool(CHANGES[name].told)
    committed = machine.git(root, "commit", "-m", "Work")
    assert (committed.returncode != 0) is stopped, committed.stdout
    git(root, "commit", "-q", "--no-verify", "--allow-empty", "-m", "Work")
    pushed = machine.git(root, "push", "origin", "change")
    assert (pushed.returncode != 0) is stopped, pushed.stdout
    for done in (committed, pushed):
        said = " ".join(done.stdout.split())
        for words in words_of(name):
            assert words in said


@needs_pre_commit
def test_pre_commit_accepts_the_hooks() -> None:
    done = subprocess.run([str(PRE_COMMIT), "validate-manifest", ROOT / ".pre-commit-hooks.yaml"], check=False)
    assert done.returncode == 0


def test_the_how_to_has_the_plain_hooks() -> None:
    assert set(written_hooks()) == {"pre-commit", "pre-merge-commit", "pre-push"}
    assert FOLDER not in "".join(written_hooks().values())
    assert ident("evt", 1) not in PAGE.read_text("utf-8")
