"""The two trees of one commit that claims rest on: what each held of the ledger, and what was read differently now.

Git is started before the ledger is read, and asked for its answers after, so that the two go on at once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TypeVar

from ..errors import CannotExamine
from ..git import Git
from ..git_process import Running
from ..growth.commit_graph import shallow_commits
from .examined_files import TREE_DIFF, Differing, ExaminedLedger, begun_differing
from .listing import Listing, changed_paths, parse_changes
from .lost_files import LostFiles, begun_search
from .tree_config import TreeLedger, tree_ledgers

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class LedgerTree:
    """The ledger in one tree: its folder, its event files, and the areas of that tree's own config.

    ``altered`` has the stems (file names without ``.json``) of those files that are not what is examined: its bytes
    differ, or nothing is there any more. A file may be among them whose bytes are the same after all.
    """

    folder: str
    files: Listing
    altered: frozenset[str]
    areas: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CommitTrees:
    """A commit against its first parent, which is None for a root commit.

    ``touched`` are the paths that the two do not have alike (all of a root's), sorted; renames are not looked for.
    ``lost`` looks through the history when it is asked, as long as git may be asked at all.
    """

    first_parent: LedgerTree | None
    own: LedgerTree
    touched: tuple[str, ...]
    lost: LostFiles


Taken = Callable[[], CommitTrees | None]
"""Waits for git and gives the answer; None where this clone cannot say."""


@contextmanager
def begun_trees(git: Git, commit: str, examined: ExaminedLedger) -> Generator[Taken, None, None]:
    """Let git look at a commit (full id) while something else is done; the answer is asked for inside the ``with``.

    It is None where history was cut off at the commit, where trees or configs are not in this clone, and where one of
    the two trees has its ledger elsewhere than in the folder that was asked for. Nothing is fetched, and the index is
    neither refreshed nor written. Raises CannotExamine where git refuses the whole repository.
    """
    with ExitStack() as running:
        gathering = _known(lambda: _begin(git, commit, examined, running))
        yield lambda: None if gathering is None else _known(gathering.trees)


def _known(ask: Callable[[], Answer]) -> Answer | None:
    try:
        return ask()
    except CannotExamine as error:
        if type(error) is not CannotExamine:  # git refused the repository, not an object that is not here
            raise
        return None


@dataclass(frozen=True, slots=True)
class _Gathering:
    """What git was set to do: to list one of the two folders, and to compare them."""

    own: TreeLedger
    parent: TreeLedger | None
    listing: Running | None
    between: Running | None
    touched: Running
    differing: Differing
    lost: LostFiles

    def trees(self) -> CommitTrees:
        """Everything, waited for."""
        touched = changed_paths(self.touched.output())
        listed = Listing(self.listing.output() if self.listing is not None else b"")
        nothing = Listing(b"")
        own_files = listed if self.own.tree is not None else nothing
        altered = self.differing(own_files)
        own = LedgerTree(self.own.folder, own_files, altered, self.own.areas)
        if self.parent is None:
            return CommitTrees(None, own, touched, self.lost)
        if self.own.tree is None or self.parent.tree is None:
            files = listed if self.parent.tree is not None else nothing
            changed = files.stems
        else:
            changes = parse_changes(self.between.output()) if self.between is not None else {}
            files = Listing(listed.rows, {stem: before for stem, (before, _) in changes.items()})
            changed = frozenset(changes)
        # What the commit itself changed or removed is mostly not what is examined.
        altered = (altered - changed) | (changed & files.stems)
        first_parent = LedgerTree(self.parent.folder, files, altered, self.parent.areas)
        return CommitTrees(first_parent, own, touched, self.lost)


def _begin(git: Git, commit: str, examined: ExaminedLedger, running: ExitStack) -> _Gathering | None:
    found = git.commits([commit])[commit]
    if found is None or commit in shallow_commits(git):
        return None
    before = found.parents[:1]
    folder, fixed = (examined.folder, True) if examined.usual is None else (examined.usual, False)
    own, *parents = tree_ledgers(git, [commit, *before], folder=folder, fixed=fixed)
    if any(ledger.elsewhere for ledger in (own, *parents)):
        return None
    parent = parents[0] if parents else None
    trees = [ledger.tree for ledger in (own, parent) if ledger is not None and ledger.tree is not None]

    def begin(*args: str) -> Running:
        return running.enter_context(git.begun(*args))

    return _Gathering(
        own,
        parent,
        listing=begin("ls-tree", "-z", "--full-tree", trees[0]) if trees else None,
        between=begin(*TREE_DIFF, "--raw", "--no-abbrev", trees[1], trees[0]) if len(set(trees)) == 2 else None,
        touched=begin(*TREE_DIFF, "--name-only", *before, commit)
        if before
        else begin("ls-tree", "-r", "-z", "--full-tree", "--name-only", commit),
        differing=begun_differing(git, own.tree, examined, running),
        lost=begun_search(git, commit, [own, *parents], examined.usual, running),
    )
