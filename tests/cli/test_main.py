from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import fingerpost
from support.events import changed, created, write_ledger
from support.shared import git, make_repository

from fingerpost.cli import main


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return write_ledger(make_repository(tmp_path / "repo"), created(1), changed(2, 1, 1, durability="durable"))


def test_an_answer_is_zero_and_an_error_finding_is_one(ledger: Path) -> None:
    assert fingerpost("lint", ledger).code == 0
    write_ledger(ledger, changed(3, 1, 1, status="expired"))
    assert fingerpost("lint", ledger).code == 1
    assert fingerpost("lint", ledger, "--fail-on", "never").code == 0
    assert fingerpost("lint", ledger, "--ignore", "FP4,FP5,FP6").code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("lint", "--no-such-option"),
        ("lint", "--select", "FP9000"),
        ("lint", "--as-of", "yesterday"),
        ("lint", "--ledger", "../elsewhere"),
        ("lint", "no/such/folder"),
        ("rule", "FP999"),
        ("lnt",),
        ("trace", "no node"),
        ("show", "evt_1"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_two_and_says_what_to_do(arguments: tuple[str, ...], ledger: Path) -> None:
    done = fingerpost(*arguments, cwd=ledger)
    assert done.code == 2
    assert done.err
    assert "Traceback" not in done.err


def test_a_slip_of_the_pen_is_answered_with_the_nearest_command() -> None:
    assert "did you mean 'lint'" in fingerpost("lnt").err


def test_no_ledger_is_three_and_an_unknown_revision_four(tmp_path: Path) -> None:
    empty = make_repository(tmp_path / "empty")
    assert fingerpost("lint", empty).code == 3
    root = write_ledger(make_repository(tmp_path / "repo"), created(1))
    done = fingerpost("lint", root, "--rev", "v9.9.9")
    assert done.code == 4
    assert "v9.9.9" in done.err


def test_a_broken_config_of_our_own_is_two_with_file_line_and_key(ledger: Path) -> None:
    (ledger / "fingerpost.toml").write_text(
        'ledger = ".fabric/ledger/events"\n[rules.FP604]\ndais = 3\n', encoding="utf-8"
    )
    done = fingerpost("lint", ledger)
    assert done.code == 2
    assert "fingerpost.toml:3" in done.err
    assert "days" in done.err


def test_the_config_sets_severity_and_days(ledger: Path) -> None:
    later = ("--as-of", "2026-03-20T00:00:00Z")
    write_ledger(ledger, created(5))
    assert "FP604" not in fingerpost("lint", ledger, *later).out
    (ledger / "fingerpost.toml").write_text('[rules.FP604]\ndays = 7\nseverity = "error"\n', encoding="utf-8")
    done = fingerpost("lint", ledger, *later)
    assert done.code == 1
    assert "FP604" in done.out
    (ledger / "fingerpost.toml").write_text('[rules.FP604]\ndays = 7\nseverity = "off"\n', encoding="utf-8")
    assert "FP604" not in fingerpost("lint", ledger, *later).out


def test_the_repository_is_found_from_a_subfolder(ledger: Path) -> None:
    inside = ledger / "services" / "billing"
    inside.mkdir(parents=True)
    assert fingerpost("list", cwd=inside).out == fingerpost("list", ledger).out


def test_a_revision_is_read_without_a_checkout(ledger: Path) -> None:
    git(ledger, "add", ".fabric")
    git(ledger, "commit", "-qm", "first")
    write_ledger(ledger, created(7, text="Only in the worktree"))
    assert "Only in the worktree" in fingerpost("list", ledger).out
    assert "Only in the worktree" not in fingerpost("list", ledger, "--rev", "HEAD").out


def test_the_time_of_judgement_comes_from_the_commit_or_the_environment(ledger: Path) -> None:
    git(ledger, "add", ".fabric")
    git(ledger, "commit", "-qm", "first")
    assert fingerpost("status", ledger, "--json").json["data"]["as_of"] == "2026-03-02T09:00:00Z"
    told = fingerpost("status", ledger, "--json", env={"SOURCE_DATE_EPOCH": "1800000000"}).json["data"]
    assert told["as_of"] == "2027-01-15T08:00:00Z"


def test_an_unforeseen_error_is_one_line_and_seventy(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("first line\nsecond line")

    monkeypatch.setattr("fingerpost.cli.lint.open_ledger", fail)
    done = fingerpost("lint", ledger)
    assert done.code == 70
    assert "RuntimeError: first line" in done.err
    assert "second line" not in done.err
    assert "Traceback" not in done.err
    assert main.UNFORESEEN == 70


def test_a_reader_that_goes_away_is_no_error(ledger: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m fingerpost list --status any . | true",
        shell=True,
        cwd=ledger,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""


def test_a_terminal_that_cannot_say_a_character_ends_nothing(ledger: Path) -> None:
    write_ledger(ledger, created(8, text="naïve résumé → ∑"))
    done = subprocess.run(
        [sys.executable, "-m", "fingerpost", "list"],
        cwd=ledger,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        encoding="latin-1",
    )
    assert done.returncode == 0
    assert "naïve résumé \\u2192 \\u2211" in done.stdout


def test_every_command_has_help_with_an_example() -> None:
    for verb in ("build", "lint", "list", "rule", "show", "status", "trace"):
        done = fingerpost(verb, "--help")
        assert done.code == 0
        assert f"fingerpost {verb}" in done.out
