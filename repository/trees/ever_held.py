"""Which event files the history of a commit ever held, for many commits by one walk over what they have behind them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from ..git import Git
from ..git_process import conversation
from ..growth.commit_graph import shallow_commits
from ..growth.folder_diff import MODES, SYMLINK
from ..plain_config import plainly
from ..source import SUFFIX
from .config_versions import named_folders
from .history_walk import nul_ended
from .listing import blobs_by_path
from .tree_config import CONFIGS

# A file that is in a tree came in at some commit against its first parent, so those differences tell all.
_LOG = (
    *("log", "--stdin", "-z", "--raw", "--no-abbrev", "--no-renames", "--full-history", "--diff-merges=first-parent"),
    *("--no-show-signature", "--no-color", f"-O{os.devnull}", "--ignore-submodules=all"),
)


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for behind one commit: event files by their stems, in the folders that its own trees name."""

    stems: frozenset[str]
    folders: frozenset[str]


def ever_held(git: Git, sought: Mapping[str, Sought], usual: str | None) -> dict[str, frozenset[str] | None]:
    """Those of the stems that a tree up to each commit (full id) held where a ledger then lay.

    None for a commit whose whole history is not in this clone. ``usual`` is where the ledger lies in a tree that does
    not say, None where every tree has it in one folder. Two walks at most, and none where nothing is sought. Raises
    CannotExamine where git refuses.
    """
    if not any(each.stems for each in sought.values()):
        return {commit: frozenset() for commit in sought}
    named = _named_folders(git, sought, usual) if usual is not None else {}
    wanted = frozenset().union(*(each.stems for each in sought.values()))
    folders = {folder for folder in (usual, *named.values()) if folder is not None}
    folders |= frozenset().union(*(each.folders for each in sought.values()))
    history = _History(wanted, folders, named, shallow_commits(git))
    args = ("--sparse", "--topo-order", "--reverse", "--format=tformat:%H %P")
    with _log(git, sought, args, (*CONFIGS, *sorted(folders))) as told:
        history.take(told)
    return {commit: history.held(commit, each, usual) for commit, each in sought.items()}


class _History:
    """What every commit has behind it, gathered parents first."""

    def __init__(
        self,
        wanted: Collection[str],
        folders: Collection[str],
        named: Mapping[tuple[str, str], str | None],
        cut: Collection[str],
    ) -> None:
        self._wanted = wanted
        self._folders = folders
        self._named = named
        self._cut = cut
        self._places: dict[tuple[str, str], int] = {}  # a folder and a stem -> a bit of the masks
        self._masks: dict[str, int] = {}
        self._lay: dict[str, frozenset[str]] = {}
        self._open: set[str] = set()  # commits that do not have their whole history here

    def take(self, stream: IO[bytes]) -> None:
        """Take in a log: a head for each commit, then its rows."""
        texts = nul_ended(stream)
        ids: list[str] = []
        rows: list[tuple[str, str]] = []
        for text in texts:
            if text.startswith(("\n:", ":")):
                rows.append((text.lstrip("\n"), next(texts)))
            elif text.strip("\n"):
                if ids:
                    self._add(ids, rows)
                ids, rows = text.strip("\n").split(" "), []
        if ids:
            self._add(ids, rows)

    def _add(self, ids: list[str], rows: list[tuple[str, str]]) -> None:
        commit, *parents = filter(None, ids)
        mask, lay = 0, frozenset[str]()
        for parent in parents:
            if (theirs := self._masks.get(parent, 0)) != mask:  # mostly one object for long stretches of history
                mask = mask | theirs if mask else theirs
            if not (also := self._lay.get(parent, frozenset())) <= lay:
                lay = lay | also if lay else also
        if commit in self._cut or not self._open.isdisjoint(parents):
            self._open.add(commit)
        for row, path in rows:
            new_mode, blob = row[1:].split(" ")[1:4:2]
            folder, _, name = path.rpartition("/")
            if path in CONFIGS and (path, blob) in self._named:
                named = self._named[path, blob]
                if named is None:
                    self._open.add(commit)
                elif named not in lay:
                    lay |= {named}
            elif name.endswith(SUFFIX) and folder in self._folders and MODES.get(new_mode, SYMLINK) != SYMLINK:
                stem = name[: -len(SUFFIX)]
                if stem in self._wanted:
                    mask |= 1 << self._places.setdefault((folder, stem), len(self._places))
        self._masks[commit], self._lay[commit] = mask, lay

    def held(self, commit: str, sought: Sought, usual: str | None) -> frozenset[str] | None:
        """Those of the stems that some tree behind the commit, or its own, held; None where nobody can say."""
        if commit in self._open or commit not in self._masks:
            return None
        folders = sought.folders | (self._lay[commit] | {usual} if usual is not None else frozenset())
        bits = f"{self._masks[commit]:b}"[::-1]
        places = self._places
        return frozenset(
            stem
            for stem in sought.stems
            for folder in folders
            if (place := places.get((folder, stem), len(bits))) < len(bits) and bits[place] == "1"
        )


def _named_folders(git: Git, commits: Collection[str], usual: str) -> dict[tuple[str, str], str | None]:
    """The folder that each version of a config names, by path and blob; None for one that is not in this clone."""
    with _log(git, commits, ("--format=",), CONFIGS) as told:
        return named_folders(git, set(blobs_by_path(told.read())), usual)


@contextmanager
def _log(git: Git, commits: Collection[str], options: Collection[str], paths: Collection[str]) -> Iterator[IO[bytes]]:
    lines = (commit.encode("ascii") for commit in sorted(commits))
    with (
        plainly(git, next(iter(commits))) as variables,
        conversation(git.root, (*_LOG, *options, "--", *paths), lines, variables=variables) as told,
    ):
        yield told
