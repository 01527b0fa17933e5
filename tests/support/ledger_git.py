"""Git repositories with a ledger folder, built commit by commit."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from support.shared import git, make_repository

from fingerpost.repository.growth.ledger_state import Examined, Index, Revision, Worktree
from fingerpost.repository.index_store import read_index
from fingerpost.repository.locate import find_repository

EVENTS = ".fabric/ledger/events"


@dataclass(frozen=True)
class LedgerGit:
    """A repository on disk; file names are those in its ledger folder."""

    root: Path
    folder: str = EVENTS

    def git(self, *args: str) -> str:
        """Run git in it."""
        return git(self.root, *args)

    def path(self, name: str) -> Path:
        """Where a file of the ledger lies."""
        return Path(os.fsdecode(f"{self.root}/{self.folder}/{name}".encode("utf-8", "surrogateescape")))

    def write(self, name: str, text: str) -> None:
        """Write a file of the ledger."""
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_bytes(text.encode("utf-8"))

    def remove(self, name: str) -> None:
        """Delete a file of the ledger."""
        self.path(name).unlink()

    def commit(self, **files: str | None) -> str:
        """Write ``{name}.json`` for each keyword (None deletes it), commit everything, and return the commit's id."""
        for stem, text in files.items():
            if text is None:
                self.remove(f"{stem}.json")
            else:
                self.write(f"{stem}.json", text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "Step")
        return self.git("rev-parse", "HEAD")

    def branch(self, name: str, start: str = "HEAD") -> None:
        """Begin a branch and check it out."""
        self.git("checkout", "-q", "-b", name, start)

    def checkout(self, revision: str) -> None:
        """Check out a branch or commit."""
        self.git("checkout", "-q", revision)

    def clone(self, place: Path, *options: str) -> LedgerGit:
        """A clone by the file protocol, which makes depth and filters count."""
        git(self.root, "clone", "-q", *options, self.root.as_uri(), str(place))
        return LedgerGit(place, self.folder)


def ledger_git(root: Path, folder: str = EVENTS, **options: str) -> LedgerGit:
    """An empty repository on branch main."""
    made = LedgerGit(make_repository(root), folder)
    for key, value in options.items():
        made.git("config", key.replace("_", "."), value)
    return made


def examined_as(repo: LedgerGit, how: str) -> Examined:
    """What lies in the worktree, examined there, staged, or committed."""
    if how == "worktree":
        return Worktree()
    repo.git("add", "-A")
    if how == "index":
        return Index(read_index(find_repository(repo.root), {}).entries)
    repo.git("commit", "-q", "--allow-empty", "-m", "Change")
    return Revision(repo.git("rev-parse", "HEAD"))
