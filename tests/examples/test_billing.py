"""The billing example is the same repository everywhere, and holds what its README says."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.shared import git

from fingerpost.ledger.acceptance import acceptable
from fingerpost.ledger.canonical import canonical
from fingerpost.ledger.events import MatchReason, Scope
from fingerpost.ledger.identifiers import is_id
from fingerpost.ledger.instants import instant
from fingerpost.ledger.matching import scope_reasons
from fingerpost.ledger.schema import conforms

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "billing"
HEAD = "487b62db87c5be0f0ff1a001e5ceaa0782128f33"
INTENDED = {"FP401": 1, "FP601": 1, "FP604": 2, "FP605": 1, "FP606": 1}


def make(target: Path, *options: str, umask: int = 0o022, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLE / "make.py"), *options, str(target)]
    return subprocess.run(
        command, env={**os.environ, **environment}, umask=umask, capture_output=True, text=True, check=False
    )


def contents(root: Path) -> dict[str, tuple[str, str]]:
    """Every file of the worktree and of ``.git/fabric`` with its mode and hash; folders with their mode."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if name.parts[0] == ".git" and name.parts[1:2] != ("fabric",):
            continue
        data = path.read_bytes() if path.is_file() else b""
        found[name.as_posix()] = (stat.filemode(path.stat().st_mode), hashlib.sha256(data).hexdigest())
    return found


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    target = tmp_path_factory.mktemp("billing") / "repo"
    done = make(target, "--names", TZ="UTC", PYTHONHASHSEED="1")
    assert done.returncode == 0, done.stderr
    return target, json.loads(done.stdout)


@pytest.fixture(scope="module")
def repo(built: tuple[Path, dict[str, str]]) -> Path:
    return built[0]


@pytest.fixture(scope="module")
def ids(built: tuple[Path, dict[str, str]]) -> dict[str, str]:
    return built[1]


def event_files(repo: Path) -> Iterator[Path]:
    yield from sorted((repo / ".fabric/ledger/events").iterdir())
    yield from sorted(path for path in (repo / ".git/fabric").rglob("*") if path.is_file())


def events(folder: Path) -> dict[str, dict[str, Any]]:
    return {path.stem: json.loads(path.read_bytes()) for path in sorted(folder.iterdir())}


def hostile_home(home: Path) -> dict[str, str]:
    """A user whose git configuration, hooks and ignore file would change every commit if they were heard."""
    (home / ".config/git").mkdir(parents=True)
    (home / "hooks").mkdir()
    hook = home / "hooks/commit-msg"
    hook.write_text('#!/bin/sh\necho changed > "$1"\n', encoding="utf-8")
    hook.chmod(0o755)
    (home / ".config/git/ignore").write_text("*.json\ndocs/\n", encoding="utf-8")
    (home / ".config/git/attributes").write_text("* text eol=crlf\n", encoding="utf-8")
    (home / ".gitconfig").write_text(
        "[user]\n\tname = Somebody\n[commit]\n\tgpgSign = true\n[core]\n\tautocrlf = true\n"
        f"\thooksPath = {home}/hooks\n[init]\n\tdefaultBranch = trunk\n[merge]\n\tff = only\n",
        encoding="utf-8",
    )
    return {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "GIT_AUTHOR_NAME": "Somebody",
        "GIT_DIR": str(home / "elsewhere.git"),
        "GIT_DEFAULT_HASH": "sha256",
        "TZ": "Pacific/Chatham",
        "LC_ALL": "C",
        "PYTHONHASHSEED": "77",
    }


def test_it_is_the_same_everywhere(repo: Path, ids: dict[str, str], tmp_path: Path) -> None:
    environment = hostile_home(tmp_path / "home")
    again = tmp_path / "other" / "folder"
    done = make(again, "--names", umask=0o077, **environment)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ids
    assert git(again, "rev-parse", "HEAD") == git(repo, "rev-parse", "HEAD") == HEAD
    inner = contents(again)
    assert {name: digest for name, (_, digest) in inner.items()} == {
        name: digest for name, (_, digest) in contents(repo).items()
    }
    assert {mode for name, (mode, _) in inner.items() if mode[0] == "-"} == {"-rw-r--r--"}


def test_git_is_content_with_it(repo: Path, ids: dict[str, str]) -> None:
    assert ids["commit/resolve_challenge"] == HEAD
    assert git(repo, "fsck", "--strict", "--full") == ""
    assert git(repo, "status", "--porcelain", "--untracked-files=all") == ""
    assert git(repo, "symbolic-ref", "HEAD") == "refs/heads/main"
    commits = {value for name, value in ids.items() if name.startswith("commit/")}
    assert set(git(repo, "rev-list", "HEAD").split()) == commits
    assert git(repo, "log", "--format=%ae%n%ce").replace("\n", " ").count("@example.invalid") == 2 * len(commits)


def test_every_event_is_a_valid_event_in_its_own_file(repo: Path) -> None:
    paths = list(event_files(repo))
    assert len(paths) == 99
    for path in paths:
        data = path.read_bytes()
        event = json.loads(data)
        assert conforms(event), path
        assert acceptable(event), path
        assert path.name == f"{event['event_id']}.json"
        assert is_id("evt", event["event_id"])
        assert data.endswith(b"}\n")
        assert not {b"<", b">", b"&"} & {data[place : place + 1] for place in range(len(data))}


def test_an_id_holds_the_millisecond_of_its_event(repo: Path) -> None:
    for path in event_files(repo):
        event = json.loads(path.read_bytes())
        time = instant(event["occurred_at"])
        digits = event["event_id"].removeprefix("evt_").replace("-", "")[:12]
        assert int(digits, 16) == time.seconds * 1000 + int(time.fraction.ljust(3, "0")[:3])


def test_the_shared_store_holds_the_ledger_and_one_live_record_more(repo: Path, ids: dict[str, str]) -> None:
    tracked = events(repo / ".fabric/ledger/events")
    shared = events(repo / ".git/fabric/events")
    assert set(shared) - set(tracked) == {ids["event/standby"]}
    assert all(canonical(shared[name]) == canonical(event) for name, event in tracked.items())
    assert shared[ids["event/standby"]]["payload"]["record"]["durability"] == "live"


def test_the_fork_comes_from_two_branches(repo: Path, ids: dict[str, str]) -> None:
    tracked = events(repo / ".fabric/ledger/events")
    children = [name for name, event in tracked.items() if event.get("parent_event_id") == ids["event/export-strings"]]
    assert sorted(children) == sorted([ids["event/export-strings-expired"], ids["event/export-strings-promoted"]])
    for child, branch in (("export-strings-expired", "refunds"), ("export-strings-promoted", "export")):
        path = f".fabric/ledger/events/{ids[f'event/{child}']}.json"
        assert git(repo, "ls-tree", "--name-only", branch, path) == path
        other = {"refunds": "export", "export": "refunds"}[branch]
        assert git(repo, "ls-tree", "--name-only", other, path) == ""


def test_no_event_was_ever_changed_or_removed(repo: Path) -> None:
    changes = git(
        repo, "log", "-m", "--first-parent", "--format=", "--name-status", "--no-renames", "--", ".fabric/ledger"
    )
    assert {line[0] for line in changes.splitlines() if line} == {"A"}


def _scope(wire: dict[str, Any]) -> Scope:
    return Scope(
        issue=wire.get("issue"),
        pr=wire.get("pr"),
        areas=tuple(wire.get("areas", ())),
        paths=tuple(wire.get("paths", ())),
        is_global=wire.get("global", False),
    )


def test_projections_give_true_reasons_and_receipts_stay_within_them(repo: Path) -> None:
    areas = {
        "billing/invoices": ("services/billing/**", "docs/invoices.md"),
        "billing/export": ("services/billing/export.py", "docs/export.md"),
        "payments/gateway": ("services/payments/**",),
    }
    shared = events(repo / ".git/fabric/events")
    records = {
        event["payload"]["record"]["record_id"]: event["payload"]["record"]
        for event in shared.values()
        if event["event_type"] == "record.created"
    }
    projections = {}
    for event in events(repo / ".git/fabric/runtime/projections").values():
        projection = event["payload"]["projection"]
        projections[projection["projection_id"]] = projection
        assert set(projection["reasons"]) == set(projection["record_ids"])
        for record_id, reasons in projection["reasons"].items():
            expected = scope_reasons(_scope(records[record_id]["scope"]), _scope(projection["scope"]), areas)
            told = [MatchReason(each["kind"], each.get("value")) for each in reasons if each["kind"] != "conflict"]
            assert told == list(expected)
            assert told
        assert {shared[name]["event_type"].split(".")[0] for name in projection["event_ids"]} == {"record"}
        assert all(shared[name]["occurred_at"][:19] <= event["occurred_at"][:19] for name in projection["event_ids"])
    states = set()
    for event in events(repo / ".git/fabric/runtime/receipts").values():
        receipt = event["payload"]["receipt"]
        projection = projections[receipt["projection_id"]]
        states.add(receipt["state"])
        assert receipt["thread_id"] == projection["thread_id"]
        assert set(receipt["record_ids"]) <= set(projection["record_ids"])
        assert set(receipt["event_ids"]) <= set(projection["event_ids"])
    assert states == {"delivered", "exposed"}
    assert sum(projection["omitted"] for projection in projections.values()) == 1


def test_lint_finds_what_was_put_there_and_nothing_else(repo: Path) -> None:
    as_of = git(repo, "show", "-s", "--format=%cI", "HEAD")
    command = [sys.executable, "-m", "fingerpost", "lint", str(repo), "--as-of", as_of, "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    found: dict[str, int] = {}
    for finding in json.loads(done.stdout)["findings"]:
        found[finding["code"]] = found.get(finding["code"], 0) + 1
    assert found == INTENDED


def test_a_folder_that_is_not_its_own_is_refused(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine", encoding="utf-8")
    done = make(tmp_path)
    assert done.returncode == 1
    assert "not empty" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


def test_its_own_repository_is_made_anew(tmp_path: Path) -> None:
    assert make(tmp_path / "repo").returncode == 0
    before = contents(tmp_path / "repo")
    (tmp_path / "repo/README.md").unlink()
    (tmp_path / "repo/notes.txt").write_text("a trial", encoding="utf-8")
    done = make(tmp_path / "repo")
    assert done.returncode == 0, done.stderr
    assert HEAD in done.stdout
    assert contents(tmp_path / "repo") == before


def test_the_readme_states_the_ids(ids: dict[str, str]) -> None:
    text = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `([a-z]+/[\w-]+)` \| `([\w-]+)` \|", text, re.MULTILINE))
    wanted = {name: value for name, value in ids.items() if name.split("/")[0] in {"commit", "record", "thread"}}
    assert told == wanted
