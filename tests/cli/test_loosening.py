"""What a change makes the gate accept is told beside what it adds."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import fingerpost
from support.events import created, ident, write_ledger
from support.shared import git, make_repository

EVENT = ident("evt", 1)
PATH = f".fabric/ledger/events/{EVENT}.json"
SUPPRESSED = f'[[suppressions]]\nrule = "FP306"\nevent = "{EVENT}"\nreason = "It was a trial."\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A branch that removes an event of main."""
    made = make_repository(tmp_path / "repo")
    write_ledger(made, created(1), created(2))
    commit(made)
    git(made, "checkout", "-q", "-b", "change")
    (made / PATH).unlink()
    commit(made)
    return made


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "-q", "--allow-empty", "-m", "work")


def added(root: Path, *options: str) -> str:
    """What the last lines say of the change; it passes."""
    done = fingerpost("lint", root, "--base", "main", *options)
    assert done.code == 0, done.out + done.err
    return next(line for line in done.out.splitlines() if line.startswith("this change adds"))


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("fingerpost.toml", SUPPRESSED, "1 suppression (FP306)"),
        ("fingerpost.toml", '[rules.FP306]\nseverity = "off"\n', "1 milder rule (FP306 off)"),
        (
            "fingerpost.toml",
            '[coverage]\nstart = "5d5d5d5d"\n[rules.FP306]\nseverity = "off"\n',
            "1 milder rule (FP306 off), another start of coverage",
        ),
        ("pyproject.toml", '[tool.fingerpost.rules.FP306]\nseverity = "notice"\n', "1 milder rule (FP306 notice)"),
    ],
)
def test_a_change_that_makes_its_own_gate_milder_says_so(root: Path, file: str, text: str, said: str) -> None:
    (root / file).write_text(text, "utf-8")
    commit(root)
    assert added(root) == f"this change adds {said}"
    assert added(root, "--config", str(root / file)) == f"this change adds {said}"
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "change")
    git(root, "checkout", "-q", "-b", "next")
    write_ledger(root, created(3))
    assert added(root) == "this change adds 1 record"  # it is nothing new any more


def test_what_the_baseline_takes_in_is_told(root: Path) -> None:
    (root / "fingerpost.toml").write_text('baseline = "accepted.json"\n', "utf-8")
    written = added(root, "--write-baseline")
    assert written == "this change adds 1 finding to the baseline (FP306)"
    commit(root)
    assert added(root) == written
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "change")
    git(root, "checkout", "-q", "-b", "next")
    assert added(root) == "this change adds nothing to the ledger"


def test_a_stricter_config_and_a_broken_one_before_it(root: Path) -> None:
    git(root, "checkout", "-q", "main")
    (root / "fingerpost.toml").write_text("no toml", "utf-8")
    commit(root)
    git(root, "checkout", "-q", "-b", "next")
    (root / "fingerpost.toml").write_text('[rules.FP604]\nseverity = "error"\n', "utf-8")
    assert added(root) == "this change adds nothing to the ledger"
    (root / "fingerpost.toml").write_text(SUPPRESSED, "utf-8")
    assert added(root) == "this change adds 1 suppression (FP306)"
