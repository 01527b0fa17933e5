"""Completion in the shell: the script is sourced by a real bash, and its function called as Tab calls it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from support.events import created, ident, write_ledger
from support.shared import git, make_repository

from fingerpost.cli import completion, record_completion
from fingerpost.cli.completion import complete_codes, complete_revisions
from fingerpost.cli.record_completion import complete_records
from fingerpost.lint.catalogue import RULES

BIN = Path(sys.executable).parent
FINGERPOST = BIN / "fingerpost"


def environment(**more: str) -> dict[str, str]:
    return {
        "PATH": os.pathsep.join((str(BIN), os.environ["PATH"])),
        "LC_ALL": "C.UTF-8",
        "HOME": os.devnull,
        "PYTHONDONTWRITEBYTECODE": "1",
        **more,
    }


def tab(root: Path, line: str) -> list[str]:
    """What bash offers at the end of a command line."""
    words = shlex.split(line) + ([""] if line.endswith(" ") else [])
    script = "\n".join(
        (
            'eval "$(_FINGERPOST_COMPLETE=bash_source fingerpost)"',
            "complete -p fingerpost >/dev/null || exit 9",
            f"COMP_WORDS=({' '.join(map(shlex.quote, words))})",
            f"COMP_CWORD={len(words) - 1}",
            "_fingerpost_completion fingerpost",
            '[ "${#COMPREPLY[@]}" -eq 0 ] || printf "%s\\n" "${COMPREPLY[@]}"',
        )
    )
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-c", script],
        cwd=root,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = make_repository(tmp_path / "repo")
    write_ledger(made, created(1), created(2, text="Round once.\nOn the total."), created(0x10000003))
    git(made, "add", "--all")
    git(made, "commit", "-q", "-m", "Work")
    git(made, "tag", "v1")
    git(made, "branch", "team/refunds")
    return made


def test_commands_and_options_are_offered(root: Path) -> None:
    assert {"lint", "build", "trace", "rule", "show"} <= set(tab(root, "fingerpost "))
    assert tab(root, "fingerpost li") == ["lint", "list"]
    assert tab(root, "fingerpost lint --new") == ["--new-only"]
    assert tab(root, "fingerpost lint --fail-on ") == ["error", "warning", "notice", "never"]
    assert "sarif" in tab(root, "fingerpost lint --format text --format ")
    assert "lint" in tab(root, "fingerpost nonsense ")  # and no complaint in the middle of a line


def test_codes_of_rules_are_offered(root: Path) -> None:
    codes = [rule.code for rule in RULES]
    assert tab(root, "fingerpost lint --select FP40") == [code for code in codes if code.startswith("FP40")]
    assert tab(root, "fingerpost lint --ignore FP1,fp40")[:2] == ["FP1,FP401", "FP1,FP402"]
    assert tab(root, "fingerpost rule FP4") == [code for code in codes if code.startswith("FP4")]


def test_revisions_are_offered(root: Path) -> None:
    assert tab(root, "fingerpost lint --base ") == ["main", "team/refunds", "v1"]
    assert tab(root, "fingerpost lint --base te") == ["team/refunds"]
    assert tab(root, "fingerpost list --rev v") == ["v1"]


def test_records_are_offered(root: Path) -> None:
    assert tab(root, "fingerpost show rec_1") == [ident("rec", 0x10000003)]
    assert tab(root, "fingerpost show rec_0000000") == [ident("rec", 1), ident("rec", 2)]
    assert len(tab(root, "fingerpost show ")) == 3
    assert tab(root, "fingerpost show evt_") == []


def test_where_there_is_nothing_to_ask_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "fingerpost.toml").write_text("nonsense = [", "utf-8")
    assert tab(tmp_path, "fingerpost show rec_") == []
    assert tab(tmp_path, "fingerpost lint --base ") == []


def test_the_scripts_of_other_shells_are_there(root: Path) -> None:
    for shell, words in {"zsh": "compdef _fingerpost_completion fingerpost", "fish": "complete --no-files"}.items():
        done = subprocess.run(
            [FINGERPOST],
            env=environment(_FINGERPOST_COMPLETE=f"{shell}_source"),
            capture_output=True,
            text=True,
            check=True,
        )
        assert words in done.stdout
        if shutil.which(shell):
            subprocess.run([shell, "-n"], input=done.stdout, text=True, check=True)


@pytest.mark.parametrize("line", ["fingerpost ", "fingerpost lint --select FP4", "fingerpost show rec_"])
def test_little_is_loaded_and_nothing_is_written(root: Path, line: str) -> None:
    words = line.split(" ")
    before = {path: path.stat().st_mtime_ns for path in sorted(root.rglob("*"))}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", FINGERPOST],
        cwd=root,
        env=environment(
            _FINGERPOST_COMPLETE="bash_complete", COMP_WORDS=" ".join(words), COMP_CWORD=str(len(words) - 1)
        ),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("plain,")
    loaded = set(re.findall(r"\| +(\w+)$", done.stderr, re.MULTILINE))
    assert "click" in loaded
    assert loaded & {"mkdocs", "material", "networkx", "markdown", "jsonschema"} == set()
    assert {path: path.stat().st_mtime_ns for path in sorted(root.rglob("*"))} == before


# --- the functions by themselves ---

CONTEXT, PARAMETER = click.Context(click.Command("x")), click.Option(["--x"])


def test_each_code_comes_with_its_name() -> None:
    (item,) = complete_codes(CONTEXT, PARAMETER, "FP1,FP401")
    assert (item.value, item.help) == ("FP1,FP401", "competing-children")


def test_each_record_comes_with_its_title(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    (item,) = complete_records(CONTEXT, PARAMETER, ident("rec", 2))
    assert (item.value, item.help) == (ident("rec", 2), "Round once")


def test_a_large_ledger_is_not_read_in_passing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    monkeypatch.setattr(record_completion, "_MOST_FILES", 2)
    assert complete_records(CONTEXT, PARAMETER, "rec_") == []
    monkeypatch.setattr(record_completion, "_MOST_FILES", 3)
    assert len(complete_records(CONTEXT, PARAMETER, "rec_")) == 3


def test_no_more_than_anybody_reads_is_offered(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    for module in (completion, record_completion):
        monkeypatch.setattr(module, "MOST", 2)
    assert len(complete_records(CONTEXT, PARAMETER, "rec_")) == 2
    assert len(complete_revisions(CONTEXT, PARAMETER, "")) == 2
