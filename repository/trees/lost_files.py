"""Event files that the ledger held at some ancestor of a commit and that it had lost again on the way to it.

What :mod:`.ever_held` tells for many commits, for one, by walks that go on while something else is done: they look for
what was removed, which is much less than all that ever came in.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from ..errors import CannotExamine
from ..git import Git
from ..git_process import Running
from ..growth.commit_graph import shallow_commits
from .config_versions import named_folders
from .listing import Listing, blobs_by_path, removed_files
from .tree_config import CONFIGS, TreeLedger, folder_tree

# Each commit against each of its parents. With --sparse none is looked at twice, first to see if it is of interest.
_LOG = (
    *("-c", "log.diffMerges=separate", "-c", "log.follow=false", "log", "-m", "--full-history", "--raw", "-z"),
    *("--no-abbrev", "--no-renames", "--no-show-signature", "--no-color", "--no-ext-diff", f"-O{os.devnull}"),
    *("--ignore-submodules=all", "--format="),
)


@dataclass(frozen=True, slots=True)
class LostFiles:
    """The walks over a commit's history, which go on while something else is done.

    ``own`` is where its own tree has the ledger, ``folders`` where it and its first parent have it, ``configs`` what
    their configs hold.
    """

    git: Git
    commit: str
    own: str
    folders: tuple[str, ...]
    configs: Mapping[tuple[str, str], bytes]
    usual: str | None
    removals: Running
    versions: Running | None

    def stems(self) -> frozenset[str] | None:
        """The stems of the event files that a commit of the history lost against one of its parents, or left behind.

        Left behind is what still lies where the ledger lay before it moved. Files that were added again, or only moved
        with the ledger, are among them: what the commit holds is no matter of this. None where this clone does not have
        the whole history: nobody can then say what it held. Every commit that changed the ledger is looked at, so this
        takes long for a long history of a large ledger.
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
            found += [self._left_in(folder) for folder in (*self.folders, *others) if folder != self.own]
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
        folders = {self.usual}
        versions = set(blobs_by_path(self.versions.output()))
        for folder in named_folders(self.git, versions, self.usual, self.configs).values():
            if folder is None:
                raise CannotExamine("a version of the config is not in this clone", "Use a complete clone.")
            folders.add(folder)
        return tuple(sorted(folders.difference(self.folders)))

    def _left_in(self, folder: str) -> frozenset[str]:
        tree = folder_tree(self.git, self.commit, folder)
        return Listing(self.git.run("ls-tree", "-z", "--full-tree", tree)).stems if tree is not None else frozenset()


def begun_search(
    git: Git, commit: str, ledgers: Sequence[TreeLedger], usual: str | None, running: ExitStack
) -> LostFiles:
    """The search through the history of ``commit`` (full id), begun.

    ``ledgers`` are where its own tree has the ledger, and its first parent's if it has one. ``usual`` is where it lies
    in a tree that does not say, None where every tree has it in one folder.
    """
    folders = tuple(sorted({ledger.folder for ledger in ledgers}))
    return LostFiles(
        git,
        commit,
        ledgers[0].folder,
        folders,
        {version: data for ledger in ledgers for version, data in ledger.configs.items()},
        usual,
        removals=running.enter_context(git.begun(*_removals(commit, folders))),
        versions=None if usual is None else running.enter_context(git.begun(*_LOG, commit, "--", *CONFIGS)),
    )


def _removals(commit: str, folders: Collection[str]) -> tuple[str, ...]:
    return (*_LOG, "--sparse", "--diff-filter=DT", commit, "--", *folders)
