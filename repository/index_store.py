"""What is about to be committed: the index, and the tracked ledger in it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from .blob_rows import placed, reader_of_rows, scan_rows
from .errors import CannotExamine
from .git import Git, TreeEntry, Withheld
from .index_rows import index_rows
from .locate import Repository
from .paths import in_bytes, shown
from .source import Obstacle, Origin, Reader, Source, StoreName, Unread

INDEX_VARIABLE = "GIT_INDEX_FILE"
"""Where git tells a hook of the index that it is about to commit."""


@dataclass(frozen=True, slots=True)
class StagedIndex:
    """The index, read once. ``entries`` has git's octal mode and the object id by path, relative to the root."""

    git: Git
    entries: Mapping[str, tuple[str, str]]

    def tracked_paths(self) -> frozenset[str]:
        """The files that the next commit will track."""
        return frozenset(self.entries)

    def staged_file(self, path: str, limit: int | None = None) -> bytes | Withheld | None:
        """The bytes of a regular file as it is staged; None where there is none."""
        mode, blob = self.entries.get(path, ("", ""))
        return self.git.read_blob(blob, limit) if mode.startswith("100") else None

    def rows(self, folder: str) -> list[TreeEntry]:
        """What stands directly in a folder, sorted by name as bytes; a folder in it has no object yet."""
        start = len(folder) + 1
        found: dict[str, TreeEntry] = {}
        for path, (mode, object_id) in self.entries.items():
            if path.startswith(folder) and path[start - 1 : start] == "/":
                name, below, _ = path[start:].partition("/")
                found[name] = TreeEntry("040000", "tree", "", name) if below else _row(mode, object_id, name)
        return [found[name] for name in sorted(found, key=in_bytes)]

    def store(self, folder: str) -> IndexStore | None:
        """The tracked ledger as it is staged, or None where nothing stands at ``folder``."""
        rows = self.rows(folder)
        if not rows and folder not in self.entries:
            return None
        return IndexStore(StoreName.LEDGER, folder, self.git, tuple(rows), self.entries.get(folder, ("", ""))[0])


@dataclass(frozen=True, slots=True)
class IndexStore:
    """A folder of event files as it is about to be committed, read from git's objects.

    ``rows`` are what stands in it. ``mode`` is that of a file, symlink or submodule in the folder's place, or empty.
    """

    name: StoreName
    path: str
    git: Git
    rows: tuple[TreeEntry, ...]
    mode: str = ""

    def scan(self) -> Iterator[Source | Unread]:
        """Every entry, sorted by name as bytes; one Unread for the folder itself where it is no folder."""
        if self.mode:
            obstacle = Obstacle.SYMLINK if self.mode == "120000" else Obstacle.NOT_A_FOLDER
            yield Unread(Origin(self.name, shown(self.path), self.path.rsplit("/", 1)[-1]), obstacle)
            return
        yield from scan_rows(self.git, placed(self.name, self.path, self.rows))

    def reader(self) -> AbstractContextManager[Reader]:
        """What reads single files again, by one git process for all of them."""
        return reader_of_rows(self.git, self.rows)


def read_index(repository: Repository, environment: Mapping[str, str]) -> StagedIndex:
    """The index as the next commit will take it, without what is only intended to be added (``git add -N``).

    A hook of ``git commit -a`` or ``git commit PATH`` is told of a temporary index by ``GIT_INDEX_FILE``. That is
    read where it lies in this worktree's own git folder, and not where the variable leads elsewhere.

    Raises CannotExamine where there is no git, and during a merge that left conflicts in the index.
    """
    git = repository.git
    if git is None:
        raise CannotExamine("there is no git here, so nothing is staged", "Leave out --staged, or run git init.")
    git_dir = git.git_dir()
    rows = index_rows(git, git_dir, _told_index(environment.get(INDEX_VARIABLE, ""), git.root, git_dir))
    unmerged = sorted({row.path for row in rows if row.stage != "0"}, key=in_bytes)
    if unmerged:
        others = f" and {len(unmerged) - 1} more" if len(unmerged) > 1 else ""
        raise CannotExamine(
            f"{shown(str(git.root))}: a merge left conflicts in the index: {shown(unmerged[0])}{others}",
            "Finish the merge first: resolve what git status lists, git add it, and run this again.",
        )
    return StagedIndex(git, {row.path: (row.mode, row.id) for row in rows})


def _told_index(told: str, root: Path, git_dir: Path) -> Path | None:
    """The index that git told a hook of; None where it is not told, not there, or not this worktree's own."""
    if not told or "\0" in told:
        return None
    place = Path(os.path.realpath(root / told))
    return place if place.parent == Path(os.path.realpath(git_dir)) and place.is_file() else None


def _row(mode: str, object_id: str, name: str) -> TreeEntry:
    return TreeEntry(mode, "commit" if mode == "160000" else "blob", object_id, name)
