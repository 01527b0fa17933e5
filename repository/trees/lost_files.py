"""Event files that some ancestor of a commit held and that were removed or dropped again on the way to it."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import ExitStack
from dataclasses import dataclass

from ..errors import CannotExamine
from ..files import MAX_BYTES
from ..git import Git
from ..git_process import Running
from ..growth.commit_graph import shallow_commits
from .listing import blobs_by_path, removed_files
from .tree_config import CONFIGS, TreeLedger, named_in

# Each commit against each of its parents. With --sparse none is looked at twice, first to see if it is of interest.
_LOG = (
    *("-c", "log.diffMerges=separate", "-c", "log.follow=false", "log", "-m", "--full-history", "--raw", "-z"),
    *("--no-abbrev", "--no-renames", "--no-show-signature", "--no-color", "--no-ext-diff", f"-O{os.devnull}"),
    *("--ignore-submodules=all", "--format="),
)


@dataclass(frozen=True, slots=True)
class LostFiles:
    """The walks over a commit's history, which go on while something else is done."""

    git: Git
    commit: str
    folders: tuple[str, ...]
    configs: frozenset[str]
    usual: str | None
    removals: Running
    versions: Running | None

    def stems(self) -> frozenset[str] | None:
        """The stems of the event files that a commit of the history lost against one of its parents.

        Files that were added again, or only moved with the ledger, are among them: what the commit holds is no matter
        of this. None where this clone does not have the whole history: nobody can then say what it held. Every commit
        that changed the ledger is looked at, so this takes long for a long history of a large ledger.
        """
        try:
            if self._is_cut():
                return None
            listed = self.removals.output()
            found = [removed_files(listed, folder) for folder in self.folders]
            others = self._other_folders()
            if others:
                listed = self.git.run(*_removals(self.commit, others))
                found += [removed_files(listed, folder) for folder in others]
            return frozenset().union(*found)
        except CannotExamine as error:
            if type(error) is not CannotExamine:  # git refused the repository, not an object that is not here
                raise
            return None

    def _is_cut(self) -> bool:
        cut = shallow_commits(self.git)
        return bool(cut) and not cut.isdisjoint(self.git.run("rev-list", self.commit).decode("ascii").split())

    def _other_folders(self) -> tuple[str, ...]:
        """Where else the ledger lay in that history, as the versions of its configs say."""
        if self.usual is None or self.versions is None:
            return ()
        wanted = sorted({each for each in blobs_by_path(self.versions.output()) if each[1] not in self.configs})
        folders = {self.usual}
        for (path, _), data in zip(wanted, self.git.blobs((blob for _, blob in wanted), MAX_BYTES), strict=True):
            if isinstance(data, bytes):
                folders.add(named_in(path, data) or self.usual)
            elif data.size is None:
                raise CannotExamine("a version of the config is not in this clone", "Use a complete clone.")
        return tuple(sorted(folders.difference(self.folders)))


def begun_search(
    git: Git, commit: str, ledgers: Collection[TreeLedger], usual: str | None, running: ExitStack
) -> LostFiles:
    """The search through the history of ``commit`` (full id), begun.

    ``ledgers`` are where its trees have the ledger. ``usual`` is where it lies in a tree that does not say, None where
    every tree has it in one folder.
    """
    folders = tuple(sorted({ledger.folder for ledger in ledgers}))
    return LostFiles(
        git,
        commit,
        folders,
        frozenset().union(*(ledger.configs for ledger in ledgers)),
        usual,
        removals=running.enter_context(git.begun(*_removals(commit, folders))),
        versions=None if usual is None else running.enter_context(git.begun(*_LOG, commit, "--", *CONFIGS)),
    )


def _removals(commit: str, folders: Collection[str]) -> tuple[str, ...]:
    return (*_LOG, "--sparse", "--diff-filter=DT", commit, "--", *folders)
