"""The commands that the findings give, carried out in a real repository."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from support.events import as_bytes, created, write_ledger
from support.lint import examination_of
from support.shared import LEDGERS, git, lay_out, make_repository, needs_ledgers

from fingerpost.ledger.load import load
from fingerpost.lint.finding import Observation
from fingerpost.lint.growth.changed_files import changes_of
from fingerpost.lint.growth.immutability import Verdict
from fingerpost.repository.git import Git
from fingerpost.repository.growth.comparison import compare_with_base
from fingerpost.repository.growth.file_change import FileChange
from fingerpost.repository.growth.ledger_history import ledger_history
from fingerpost.repository.growth.ledger_state import Worktree
from fingerpost.repository.growth.merge_base import find_base
from fingerpost.repository.locate import find_repository
from fingerpost.repository.stores import open_stores

LEDGER = ".fabric/ledger/events"
GOOD = created(1)
FILE = f"{LEDGER}/{GOOD['event_id']}.json"


def opened(root: Path) -> Git:
    found = find_repository(root).git
    assert found is not None
    return found


def since_base(root: Path) -> tuple[FileChange, ...]:
    found = opened(root)
    return compare_with_base(found, find_base(found, "main"), LEDGER, Worktree()).changes


def in_history(root: Path) -> tuple[FileChange, ...]:
    return ledger_history(opened(root), (LEDGER,), Worktree())


def observations(root: Path, changes: tuple[FileChange, ...]) -> list[tuple[Verdict, Observation]]:
    repository = find_repository(root)
    stores = open_stores(repository, ledger=LEDGER, revision=None, runtime=False)
    reading = load(stores)
    examination = replace(examination_of(), reading=reading, changes=changes)
    return [(verdict, found) for verdict in Verdict for found in changes_of(verdict)(examination)]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = write_ledger(make_repository(tmp_path / "re po"), GOOD, created(2))
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "direction")
    git(root, "checkout", "-q", "-b", "work")
    return root


def damage(root: Path, how: str) -> Verdict:
    file = root / FILE
    if how == "edit":
        file.write_bytes(as_bytes(created(1, text="Something else")))
        return Verdict.CHANGED
    if how == "remove":
        file.unlink()
        return Verdict.REMOVED
    if how == "rename":
        file.rename(file.with_name("other.json"))
        return Verdict.REMOVED
    if how == "mode":
        file.chmod(0o755)
        return Verdict.REWRITTEN
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    return Verdict.REWRITTEN


@pytest.mark.parametrize("how", ["edit", "remove", "rename", "mode", "line endings"])
@pytest.mark.parametrize("where", ["base", "history"])
@pytest.mark.parametrize("committed", [True, False])
def test_the_command_in_the_message_undoes_the_damage(root: Path, how: str, where: str, committed: bool) -> None:
    compare = since_base if where == "base" else in_history
    assert observations(root, compare(root)) == []
    expected = damage(root, how)
    if committed:
        git(root, "add", "--all")
        git(root, "commit", "-q", "-m", "damage")
    [(verdict, found)] = observations(root, compare(root))
    assert verdict is expected
    assert found.event_id == GOOD["event_id"]
    if where == "history" and committed:
        assert git(root, "rev-parse", "HEAD")[:12] in found.message
    [command] = re.findall(r"`([^`]+)`", found.message)
    subprocess.run(["bash", "-c", command], cwd=root, check=True, capture_output=True)
    git(root, "add", "--all")
    git(root, "commit", "-q", "--allow-empty", "-m", "restore")
    # History tells of a wrong name that was given up: a repair, and no fault.
    assert {verdict for verdict, _ in observations(root, compare(root))} <= {Verdict.REPAIRED}
    assert git(root, "ls-tree", "-r", "HEAD") == git(root, "ls-tree", "-r", "main")


@pytest.mark.parametrize("compare", [since_base, in_history])
def test_a_repair_is_named_and_stays_one(root: Path, compare: object) -> None:
    file = root / LEDGER / f"{created(3)['event_id']}.json"
    file.write_bytes(as_bytes(created(3))[:-4])
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", "cut off")
    git(root, "branch", "-f", "main")
    file.write_bytes(as_bytes(created(3)))
    git(root, "commit", "-q", "-a", "-m", "mend")
    assert callable(compare)
    [(verdict, found)] = observations(root, compare(root))
    assert verdict is Verdict.REPAIRED
    assert "FP104" in found.message


@needs_ledgers
def test_the_deletion_that_really_happened(tmp_path: Path) -> None:
    root = lay_out(LEDGERS / "dogfood" / "before-deletion", tmp_path / "repo")
    git(root, "add", "--all", "--force")
    git(root, "commit", "-q", "-m", "before")
    kept = {path.name for path in (LEDGERS / "dogfood" / LEDGER).iterdir()}
    [gone] = [path for path in (root / LEDGER).iterdir() if path.name not in kept]
    git(root, "checkout", "-q", "-b", "work")
    git(root, "rm", "-q", str(gone))
    git(root, "commit", "-q", "-m", "after")
    for changes in (since_base(root), in_history(root)):
        [(verdict, found)] = observations(root, changes)
        assert verdict is Verdict.REMOVED
        assert found.event_id == gone.stem
