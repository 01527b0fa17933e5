"""The reference ledgers that lie beside a developer's checkout; tests that use them skip where they are absent."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LEDGERS = Path(os.environ.get("FINGERPOST_LEDGERS", ROOT.parent / "shared" / "ledgers"))

needs_ledgers = pytest.mark.skipif(not LEDGERS.is_dir(), reason="the reference ledgers are not beside this checkout")


def git(root: Path, *args: str) -> str:
    """Run git in ``root`` with fixed identities and nothing of the caller's configuration."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_NAME": "Mara Lind",
        "GIT_AUTHOR_EMAIL": "mara@example.invalid",
        "GIT_AUTHOR_DATE": "2026-03-02T09:00:00Z",
        "GIT_COMMITTER_NAME": "Mara Lind",
        "GIT_COMMITTER_EMAIL": "mara@example.invalid",
        "GIT_COMMITTER_DATE": "2026-03-02T09:00:00Z",
    }
    done = subprocess.run(["git", *args], cwd=root, env=environment, capture_output=True, check=True, text=True)
    return done.stdout.strip()


def make_repository(root: Path) -> Path:
    """An empty git repository on branch main."""
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "-q", "-b", "main")
    return root


def lay_out(ledger: Path, root: Path, *, shared: bool = True) -> Path:
    """A reference ledger as a repository: its bundle cloned or a new one, ``.fabric`` and the shared store in place."""
    bundle = ledger / "repo.bundle"
    if bundle.is_file():
        root.parent.mkdir(parents=True, exist_ok=True)
        git(root.parent, "clone", "-q", str(bundle), str(root))
    else:
        make_repository(root)
    if (ledger / ".fabric").is_dir():
        shutil.copytree(ledger / ".fabric", root / ".fabric", dirs_exist_ok=True)
    if shared and (ledger / "git-common-fabric").is_dir():
        shutil.copytree(ledger / "git-common-fabric", root / ".git" / "fabric", dirs_exist_ok=True)
    return root
