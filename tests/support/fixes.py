"""Applies what a rule tells people to do, in a real repository, and asks lint again (rules.md, preamble).

A fix must be legal in a ledger that only grows: lint compares with the commit before it, and passes.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.command import fingerpost
from support.events import Wire, as_bytes
from support.shared import git, make_repository

from fingerpost.lint.catalogue import RULES

LEDGER = ".fabric/ledger/events"
SHARED = ".git/fabric/events"
RUNTIME = ".git/fabric/runtime"
CONFIG = "repo: billing\nareas:\n  billing/invoices:\n    paths:\n      - services/billing/**\n"
AS_OF = "2026-03-03T09:00:00Z"
# What a fix must not raise: it would change or lose what the ledger holds.
GROWTH = ("FP305", "FP306", "FP307")
# What a fix must not raise either: a suppression that accepts nothing.
UNUSED = "FP002"
FIX_TEXTS = {rule.code: " ".join(rule.fix.split()) for rule in RULES}

Files = Mapping[str, bytes | str | None]


def events(*wires: Wire, folder: str = LEDGER) -> dict[str, bytes | str | None]:
    """Event files of a ledger folder, as a client writes them."""
    return {f"{folder}/{wire['event_id']}.json": as_bytes(wire) for wire in wires}


def path_of(wire: Wire, folder: str = LEDGER) -> str:
    """Where the file of an event lies."""
    return f"{folder}/{wire['event_id']}.json"


def accepted(
    code: str, *, reason: str = "The billing team looked at it on 2 March.", **subjects: str
) -> dict[str, bytes | str | None]:
    """A config that accepts what a rule says of one ``event``, ``record`` or ``path``; ``expires`` is a date."""
    lines = ["[[suppressions]]", f'rule = "{code}"', f'reason = "{reason}"']
    lines += [f"{key} = {value}" if key == "expires" else f'{key} = "{value}"' for key, value in subjects.items()]
    return {"fingerpost.toml": "\n".join(lines) + "\n"}


@dataclass(frozen=True)
class Fix:
    """A ledger that a rule reports, and what its *how to fix* changes.

    ``before`` and ``after`` map repository paths to contents; None removes a file. ``damage`` is committed on top of
    ``before``, for rules that compare: what is examined is then compared with the commit before the damage. ``left``
    is how loud the finding may still be (``notice`` where the rule says that it becomes one). ``untracked`` is written
    after the first commit and never added (also below ``.git``), ``prepare`` and ``repair`` do what files alone
    cannot; what ``prepare`` commits belongs to the state before the fix. ``options`` are given to lint always,
    ``options_after`` only after the fix, where ``as_of_after`` replaces the time of judgement.
    """

    code: str
    before: Files
    after: Files
    as_of: str = AS_OF
    left: str | None = None
    untracked: Files = field(default_factory=dict)
    untracked_after: Files = field(default_factory=dict)
    prepare: Callable[[Path], None] | None = None
    repair: Callable[[Path], None] | None = None
    options: tuple[str, ...] = ()
    damage: Files | None = None
    options_after: tuple[str, ...] = ()
    as_of_after: str | None = None


def findings(root: Path, fix: Fix, *more: str, as_of: str | None = None) -> list[dict[str, Any]]:
    """What every rule says: a suppression is judged only where its rule ran."""
    done = fingerpost("lint", root, "--json", "--as-of", as_of or fix.as_of, *fix.options, *more, cwd=root)
    assert done.code in (0, 1), done.err
    found: list[dict[str, Any]] = done.json["findings"]
    return found


def check(fix: Fix, folder: Path) -> None:
    """Assert that the rule reports what it should, that its fix is legal and ends that, and that lint then passes."""
    root = make_repository(folder / "repo")
    base = _commit(root, {".fabric/config.yaml": CONFIG, **fix.before}, "before")
    compared = "--no-base"
    if fix.damage is not None:
        _commit(root, fix.damage, "damage")
        compared = f"--base={base}"
    write(root, fix.untracked)
    if fix.prepare is not None:
        fix.prepare(root)
    bad = [each for each in findings(root, fix, compared) if each["code"] == fix.code]
    assert bad, f"{fix.code} does not report the sample"
    assert all(each["suppressed"] is None for each in bad)
    if fix.damage is None:
        base = git(root, "rev-parse", "HEAD")
    write(root, fix.after)
    write(root, fix.untracked_after)
    if fix.repair is not None:
        fix.repair(root)
    git(root, "add", "--all", "--", ".fabric", *(path for path in fix.after if (root / path).exists()))
    git(root, "commit", "--quiet", "--allow-empty", "-m", "after")
    assert_mended(findings(root, fix, f"--base={base}", *fix.options_after, as_of=fix.as_of_after), fix)


def assert_mended(found: list[dict[str, Any]], fix: Fix) -> None:
    """Assert that what the rule reported is gone, milder or accepted as its fix says, and that the gate is open."""
    own = [each for each in found if each["code"] == fix.code]
    if any(each["suppressed"] is not None for each in own):
        assert "`[[suppressions]]`" in FIX_TEXTS[fix.code], "the fix does not say that the finding may be accepted"
    unaccepted = [each for each in found if each["suppressed"] is None]
    left = [each for each in unaccepted if each["code"] == fix.code and each["severity"] != fix.left]
    assert left == [], f"still found: {left}"
    raised = [each for each in unaccepted if each["code"] in (*GROWTH, UNUSED)]
    assert raised == [], f"no legal fix: {raised}"
    errors = [each for each in unaccepted if each["severity"] == "error"]
    assert errors == [], f"lint does not pass: {errors}"


def run(root: Path, command: str) -> None:
    """Run a command that a fix or a message names, as somebody would in the repository's root."""
    words = shlex.split(command)
    if words[0] == "git":
        git(root, *words[1:])
    else:
        subprocess.run(words, cwd=root, check=True, capture_output=True)


def running(*commands: str) -> Callable[[Path], None]:
    """A repair (or a preparation) that runs these commands."""

    def repair(root: Path) -> None:
        for command in commands:
            run(root, command)

    return repair


def committing(files: Files) -> Callable[[Path], None]:
    """A preparation that commits a further state before the fix: files as they became after they were first written."""

    def prepare(root: Path) -> None:
        _commit(root, files, "before, later")

    return prepare


def write(root: Path, files: Files) -> None:
    """Write files below ``root``; None removes one."""
    for path, content in files.items():
        place = root / path
        if content is None:
            place.unlink()
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)


def _commit(root: Path, files: Files, message: str) -> str:
    """Write and commit files, also those that git is told to ignore; the commit's id."""
    write(root, files)
    git(root, "add", "--all", "--force")
    git(root, "commit", "--quiet", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")
