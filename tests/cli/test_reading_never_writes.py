"""Reading never writes: names, modes, bytes and times of both trees are as before, after every reading command."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from support.billing import example
from support.command import fingerpost
from support.shared import git

# Each command with the exit code that shows that it did what it is for.
COMMANDS = [
    (("lint",), 1),
    (("lint", "--json"), 1),
    (("lint", "--rev", "HEAD"), 1),
    (("list", "-v"), 0),
    (("status", "-v"), 0),
    (("show", "FORKED", "-v"), 0),
    (("show", "FORKED", "--json"), 0),
    (("trace", "HEAD"), 0),
    (("trace", "HEAD", "--rev", "HEAD~1"), 0),
    (("governs", "services"), 0),
    (("governs", "--commit", "HEAD"), 0),
    (("export",), 0),
    (("rule", "FP401"), 0),
]


def snapshot(root: Path) -> dict[str, tuple[int, int, str]]:
    """Every file and folder below ``root``: mode, mtime in nanoseconds, and content."""
    found = {}
    for path in sorted([root, *root.rglob("*")]):
        state = path.lstat()
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path.relative_to(root))] = (state.st_mode, state.st_mtime_ns, content)
    return found


@pytest.fixture(scope="module")
def forked(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The id of the example's contested record."""
    root = example(tmp_path_factory.mktemp("names") / "repo")
    [contested] = fingerpost("list", root, "--status", "contested", "--json").json["data"]["records"]
    record_id: str = contested["record"]["record_id"]
    return record_id


@pytest.fixture(scope="module", params=["plain", "split index", "linked worktree"])
def places(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The folder that holds everything, and the worktree that is read in it."""
    above = tmp_path_factory.mktemp("example")
    root = example(above / "repo")
    worktree = root
    if request.param == "linked worktree":
        worktree = above / "linked"
        git(root, "worktree", "add", "-q", "--detach", str(worktree))
    if request.param != "plain":
        git(worktree, "update-index", "--split-index")
    # An index whose times are older than its files makes git want to refresh it.
    for path in (worktree / "services").rglob("*.py"):
        os.utime(path, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns + 5_000_000_000))
    return above, worktree


@pytest.mark.parametrize(
    ("command", "code"), COMMANDS, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_a_reading_command_leaves_everything_as_it_was(
    command: tuple[str, ...], code: int, places: tuple[Path, Path], forked: str
) -> None:
    above, worktree = places
    before = snapshot(above)
    words = [forked if word == "FORKED" else word for word in command]
    where = [] if command[0] == "rule" else [worktree]
    assert fingerpost(*words, *where, cwd=worktree).code == code
    assert snapshot(above) == before


@pytest.mark.parametrize("target", [("--out", "site"), ("--markdown", "pages")], ids=" ".join)
def test_building_writes_only_where_it_was_told(
    target: tuple[str, str], places: tuple[Path, Path], tmp_path: Path
) -> None:
    above, worktree = places
    before = snapshot(above)
    out = tmp_path / target[1]
    assert fingerpost("build", worktree, target[0], out, "--runtime", "auto", cwd=tmp_path).code == 0
    assert snapshot(above) == before
    assert [path.name for path in tmp_path.iterdir()] == [target[1]]
