"""A repository on a code host, changes that its gate is to judge, and what a person is told of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from support.events import changed, created, ident, write_ledger
from support.shared import git, make_repository

FOLDER = ".fabric/ledger/events"


@dataclass(frozen=True)
class Change:
    """Work on a branch. ``told`` are words that whoever is stopped must read; none where it passes."""

    make: Callable[[Path], object]
    told: tuple[str, ...] = ()


def path_of(number: int) -> str:
    """The file of an event."""
    return f"{FOLDER}/{ident('evt', number)}.json"


def commit(root: Path, message: str = "Work") -> str:
    """Commit everything, and return the commit's id."""
    git(root, "add", "--all")
    git(root, "commit", "-q", "-m", message)
    return git(root, "rev-parse", "HEAD")


CHANGES = {
    "appends good records": Change(
        lambda root: write_ledger(
            root, created(11), changed(12, 2, 2, durability="durable", lifecycle_reason="It held in three releases.")
        )
    ),
    "edits an old event": Change(
        lambda root: write_ledger(root, created(2, text="Quite another direction")),
        ("FP305", path_of(2), "this event was changed since origin/main"),
    ),
    "deletes an old event": Change(
        lambda root: (root / path_of(2)).unlink(),
        ("FP306", path_of(2), "this event was removed since origin/main"),
    ),
    "adds a fork": Change(
        lambda root: write_ledger(
            root, changed(13, 1, 1, durability="durable", lifecycle_reason="It held in three releases.")
        ),
        ("FP401", ident("rec", 1), "2 state changes of", "compete", "To settle it takes a claim of human_confirmed"),
    ),
    "adds a record without a reason": Change(
        lambda root: write_ledger(root, created(14, durability="durable", reason=None)),
        ("FP502", ident("rec", 14), "was created durable, and neither a reason nor a lifecycle_reason says why"),
    ),
}


def host(root: Path, change: Change) -> Path:
    """A repository of the code host.

    Its main has two records, and since the branch ``change`` left it the first one was expired there. Beside them are
    what a host keeps of a request: its head, and GitHub's trial merge with main.
    """
    make_repository(root)
    write_ledger(root, created(1), created(2))
    commit(root, "Two records")
    git(root, "checkout", "-q", "-b", "change")
    change.make(root)
    commit(root)
    git(root, "update-ref", "refs/merge-requests/7/head", "HEAD")
    git(root, "checkout", "-q", "main")
    write_ledger(root, changed(3, 1, 1, status="expired", lifecycle_reason="The provider was replaced."))
    commit(root, "Expire the first")
    git(root, "checkout", "-q", "--detach")
    git(root, "merge", "-q", "--no-ff", "-m", "Trial merge", "change")
    git(root, "update-ref", "refs/pull/7/merge", "HEAD")
    git(root, "checkout", "-q", "main")
    return root


def checkout(origin: Path, target: Path, reference: str, *, full: bool) -> Path:
    """What a CI checks out: one reference, detached; with every branch of the remote, or with one commit alone."""
    make_repository(target)
    git(target, "remote", "add", "origin", origin.as_uri())
    wanted = f"+{reference}:refs/remotes/ci/wanted"
    if full:
        git(target, "fetch", "-q", "--no-tags", "origin", "+refs/heads/*:refs/remotes/origin/*", wanted)
    else:
        git(target, "fetch", "-q", "--no-tags", "--depth=1", "origin", wanted)
    git(target, "checkout", "-q", "--detach", "refs/remotes/ci/wanted")
    return target
