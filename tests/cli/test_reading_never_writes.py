"""Reading never writes: names, modes, bytes and times of both trees are as before, after every reading command."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from support.billing import example
from support.command import fingerpost

COMMANDS = [
    ("lint",),
    ("lint", "--json"),
    ("lint", "--rev", "HEAD"),
    ("list",),
    ("status",),
    ("show", "rec_"),
    ("trace", "HEAD"),
    ("rule", "FP401"),
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
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = example(tmp_path_factory.mktemp("example") / "repo")
    # An index whose times are older than its files makes git want to refresh it.
    for path in (root / "services").rglob("*.py"):
        os.utime(path, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns + 5_000_000_000))
    return root


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_reading_command_leaves_everything_as_it_was(command: tuple[str, ...], repository: Path) -> None:
    before = snapshot(repository)
    where = [] if command[0] == "rule" else [repository]
    assert fingerpost(*command, *where, cwd=repository).code in (0, 1)
    assert snapshot(repository) == before


@pytest.mark.parametrize("target", [("--out", "site"), ("--markdown", "pages")], ids=" ".join)
def test_building_writes_only_where_it_was_told(target: tuple[str, str], repository: Path, tmp_path: Path) -> None:
    before = snapshot(repository)
    out = tmp_path / target[1]
    assert fingerpost("build", repository, target[0], out, "--runtime", "auto", cwd=tmp_path).code == 0
    assert snapshot(repository) == before
    assert [path.name for path in tmp_path.iterdir()] == [target[1]]
