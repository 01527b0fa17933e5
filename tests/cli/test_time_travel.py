"""A revision is read where its own configs have the ledger lie, whatever the config that is here says."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Done, fingerpost
from support.events import created, ident, write_ledger
from support.shared import git, make_repository

EVENTS = ".fabric/ledger/events"
EARLY = {"occurred_at": "2026-03-01T08:00:00Z"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The ledger has one record in the first commit, and lies elsewhere from the second on; the third adds a record."""
    root = make_repository(tmp_path / "repo")
    (root / "a.py").write_text("one\n", encoding="utf-8")
    write_ledger(root, created(1, event=EARLY, scope={"paths": ["a.py"]}), config=None)
    step(root)
    (root / "direction").mkdir()
    git(root, "mv", EVENTS, "direction/events")
    (root / "fingerpost.toml").write_text('ledger = "direction/events"\n', encoding="utf-8")
    step(root)
    write_ledger(root, created(2, event=EARLY, scope={"paths": ["a.py"]}), config=None)
    git(root, "add", "-A")
    git(root, "mv", f"{EVENTS}/{ident('evt', 2)}.json", "direction/events/")
    (root / "a.py").write_text("two\n", encoding="utf-8")
    step(root)
    return root


def step(root: Path) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Step")


def done(*args: str | Path, cwd: Path) -> Done:
    found = fingerpost(*args, cwd=cwd)
    assert found.code == 0, found.err
    return found


def names(text: str) -> set[int]:
    return {number for number in (1, 2) if ident("rec", number) in text}


@pytest.mark.parametrize(
    "command",
    [
        ("list", "--json"),
        ("governs", "a.py", "--json"),
        ("trace", "HEAD~2", "--all", "--json"),
        ("export", "--format", "json"),
    ],
)
def test_what_was_then_is_read(root: Path, command: tuple[str, ...]) -> None:
    assert names(done(*command, cwd=root).out) == {1, 2}
    assert names(done(*command, "--rev", "HEAD~1", cwd=root).out) == {1}
    assert names(done(*command, "--rev", "HEAD~2", cwd=root).out) == {1}


def test_show_lint_coverage_and_build_read_it_too(root: Path, tmp_path: Path) -> None:
    done("show", ident("rec", 1), "--rev", "HEAD~2", cwd=root)
    assert fingerpost("show", ident("rec", 2), "--rev", "HEAD~2", cwd=root).code == 1
    assert "1 event in 1 file" in done("status", "--rev", "HEAD~2", cwd=root).out
    assert done("lint", "--rev", "HEAD~2", "--format", "json", cwd=root).json["examined"]["events"] == 1
    assert done("coverage", "--rev", "HEAD~2", "--json", cwd=root).json["counted"] == 1
    done("build", "--rev", "HEAD~2", "--out", tmp_path / "site", cwd=root)


def test_where_the_configs_say_nothing_of_it_or_an_option_does_that_holds(root: Path) -> None:
    assert names(done("list", "--json", "--rev", "HEAD~1", "--ledger", "direction/events", cwd=root).out) == {1}
    assert fingerpost("list", "--rev", "HEAD~2", "--ledger", "direction/events", cwd=root).code == 3
    git(root, "rm", "-q", "fingerpost.toml")
    git(root, "mv", "direction/events", EVENTS)
    step(root)
    assert names(done("list", "--json", "--rev", "HEAD~1", cwd=root).out) == {1, 2}
    (root / "own.toml").write_text('ledger = "direction/events"\n', encoding="utf-8")
    assert names(done("list", "--json", "--rev", "HEAD~1", "--config", "own.toml", cwd=root).out) == {1, 2}
    assert fingerpost("list", "--rev", "HEAD", "--config", "own.toml", cwd=root).code == 3


def test_of_a_folder_that_a_commit_did_not_have_nothing_is_told_of_its_ledger(root: Path) -> None:
    def existed(*options: str) -> dict[str, str]:
        claims = done("trace", "HEAD~2", "--all", "--json", *options, cwd=root).json["claims"]
        return {each["record_id"]: each["availability"]["existed"]["value"] for each in claims}

    assert existed()[ident("rec", 1)] == "yes"
    assert existed("--ledger", "direction/events")[ident("rec", 1)] == "unknown"
