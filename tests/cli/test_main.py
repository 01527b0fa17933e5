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

    monkeypatch.setattr("fingerpost.cli.lint.open_gate", fail)
    done = fingerpost("lint", ledger)
    assert done.code == 70
    assert "RuntimeError: first line" in done.err
    assert "second line" not in done.err
    assert "Traceback" not in done.err
    assert main.UNFORESEEN == 70
    for option in ("-v", "-qv", "--verbose"):
        assert "Traceback" in fingerpost("lint", ledger, option).err


def test_what_an_unforeseen_error_says_cannot_act_on_a_terminal(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("\x1b[2J\u202e")

    monkeypatch.setattr("fingerpost.cli.status.open_ledger", fail)
    assert "RuntimeError: [U+001B][2J[U+202E]" in fingerpost("status", ledger).err
    answer = fingerpost("status", ledger, "--json")
    assert (answer.code, answer.err) == (70, "")
    assert answer.json["error"]["code"] == "internal_error"


def in_a_shell(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script in which ``fp`` stands for the command."""
    return subprocess.run(
        ["bash", "-c", f'set -o pipefail; fp() {{ {sys.executable} -m fingerpost "$@"; }}; {script}'],
        cwd=folder,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("list --status any", 0),
        ("list --status any --json", 0),
        ("rule", 0),
        ("rule -v", 0),
        ("status", 0),
        ("lint --fail-on never", 0),
        ("lint --json", 1),
        ("lint", 1),
    ],
)
@pytest.mark.parametrize("reader", ["true", "head -c 1 >/dev/null"])
def test_a_reader_that_goes_away_changes_nothing(command: str, code: int, reader: str, ledger: Path) -> None:
    write_ledger(ledger, changed(3, 1, 1, status="expired"))
    done = in_a_shell(f"fp {command} | {reader}", ledger)
    assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "command", ["lint", "lint --json", "list", "list --json", "list --json --as-of x", "rule", "rule -v"]
)
def test_a_full_disk_is_one_clear_line_and_four(command: str, ledger: Path) -> None:
    done = in_a_shell(f"fp {command} > /dev/full", ledger)
    assert done.returncode == 4
    first, hint = done.stderr.splitlines()
    assert first == "fingerpost: standard output cannot be written: No space left on device"
    assert hint


def test_closed_streams_are_no_error(ledger: Path) -> None:
    done = in_a_shell("fp list >&- 2>&-", ledger)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert in_a_shell("fp lint --as-of nonsense 2>/dev/full", ledger).returncode == 2


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code"),
    [
        (("list", "--json", "--status", "nope"), 2, "invalid_argument"),
        (("list", "--no-such", "--json"), 2, "invalid_argument"),
        (("status", "--as-of", "yesterday", "--format", "json"), 2, "invalid_argument"),
        (("show", "evt_1", "--format=json"), 2, "invalid_argument"),
        (("show", "--json"), 2, "invalid_argument"),
        (("list", "--json", "--ledger", "elsewhere"), 3, "not_found"),
        (("status", "--json", "--rev", "v9.9.9"), 4, "not_found"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_with_json_an_error_comes_in_the_envelope(
    arguments: tuple[str, ...], exit_code: int, code: str, ledger: Path
) -> None:
    done = fingerpost(*arguments, cwd=ledger)
    assert (done.code, done.err) == (exit_code, "")
    answer = done.json
    assert list(answer) == ["protocol_version", "command", "ok", "data", "warnings", "error"]
    assert (answer["command"], answer["ok"], answer["data"]) == (arguments[0], False, None)
    assert list(answer["error"]) == ["code", "message", "details"]
    assert answer["error"]["code"] == code


def test_what_cannot_be_read_is_said_in_the_envelope(ledger: Path) -> None:
    (ledger / ".git/HEAD").unlink()
    done = fingerpost("list", ledger, "--json")
    assert done.code == 4
    assert done.json["error"]["code"] == "unreadable"
    assert done.json["error"]["details"]["hint"]


def test_other_commands_say_their_errors_on_stderr(ledger: Path) -> None:
    for arguments in (("lint", "--json", "--as-of", "x"), ("rule", "FP999", "--json"), ("list", "--as-of", "x")):
        done = fingerpost(*arguments, cwd=ledger)
        assert (done.code, done.out) == (2, "")
        assert done.err
    # A value that looks like the option is the value.
    assert fingerpost("show", "--", "--json", cwd=ledger).out == ""


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


@pytest.mark.parametrize("arguments", [(), ("runtime",)])
def test_a_group_without_a_command_shows_its_help_as_it_is(arguments: tuple[str, ...]) -> None:
    done = fingerpost(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert "U+000A" not in done.err
    assert done.err.startswith("Usage: fingerpost")
    assert "\nCommands:\n" in done.err
    assert "Error" not in done.err
