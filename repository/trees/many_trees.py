"""The ledgers in the trees of many commits, by one conversation with git: a folder that they share is listed once."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..git import Git
from ..growth.folder_diff import MODES, SYMLINK
from ..objects import StoredObject, object_reader
from ..paths import in_bytes
from ..source import SUFFIX
from .config_versions import Blobs, TreeConfig, config_versions
from .examined_files import ExaminedLedger
from .tree_config import CONFIGS

Plain = Callable[[str, str], bool]
"""Says of a file, by its stem (its name without ``.json``) and its blob, that it is what was read."""

_FOLDER = b"40000"
_FILES = frozenset(mode.encode("ascii") for mode, kind in MODES.items() if kind != SYMLINK)
_ROWS = {width: re.compile(rb"([0-7]+) ([^\0]+)\0(.{%d})" % width, re.DOTALL) for width in (20, 32)}


@dataclass(frozen=True, slots=True)
class ListedLedger:
    """The ledger in one tree: its folder, the stems of its event files, and the areas of that tree's own config.

    ``others`` has the blobs of those files that are not plainly what was read. Trees that are alike share one.
    """

    folder: str
    stems: frozenset[str] = frozenset()
    others: Mapping[str, str] = field(default_factory=dict)
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def listed_ledgers(
    git: Git, commits: Collection[str], examined: ExaminedLedger, plain: Plain
) -> dict[str, ListedLedger]:
    """The ledger of each of these commits (full ids); one that this clone cannot tell is left out.

    So is one that lies elsewhere than in the folder that was asked for by name. Not for a partial clone, where what is
    not here cannot be told from what is nowhere. Two processes.
    """
    folder, fixed = (examined.folder, True) if examined.usual is None else (examined.usual, False)
    with _reading(git, plain) as trees:
        blobs = {commit: found for commit in commits if (found := trees.configs(commit)) is not None}
        configs = config_versions(git, (blob for each in blobs.values() for blob in each), folder=folder, fixed=fixed)
        listed = {}
        for commit, each in blobs.items():
            config = configs.of(each)
            ledger = trees.ledger(commit, config) if config.known else None
            if ledger is not None:
                listed[commit] = ledger
    return listed


class _MissingError(Exception):
    """An object is not in this clone."""


class _Trees:
    def __init__(self, read: Callable[[str], StoredObject | None], plain: Plain) -> None:
        self._read = read
        self._plain = plain
        self._rows: dict[tuple[str, bytes], tuple[bytes, str] | None] = {}
        self._names = {name for path in CONFIGS for name in in_bytes(path).split(b"/")}
        self._listed: dict[tuple[str | None, str, int], ListedLedger] = {}
        self._files: dict[tuple[bytes, bytes], tuple[str, str, bool]] = {}
        self._kept: dict[str, str] = {}

    def configs(self, commit: str) -> Blobs | None:
        """The blobs of the configs in a commit's tree; None where they cannot be told."""
        try:
            rows = [self._at(commit, path) for path in CONFIGS]
        except _MissingError:
            return None
        return tuple(row[1] if row is not None and row[0] in _FILES else "" for row in rows)

    def ledger(self, commit: str, config: TreeConfig) -> ListedLedger | None:
        """The ledger that lies in a commit's tree, whose configs say where; None where it cannot be told."""
        try:
            tree = self._folder_at(commit, config.folder)
            if tree is None and config.elsewhere and self._folder_at(commit, config.elsewhere) is not None:
                return None
            key = (tree, config.folder, id(config.areas))
            found = self._listed.get(key)
            if found is None:
                found = self._listed[key] = self._list(tree, config.folder, config.areas)
        except _MissingError:
            return None
        return found

    def _folder_at(self, commit: str, folder: str) -> str | None:
        row = self._at(commit, folder)
        return row[1] if row is not None and row[0] == _FOLDER else None

    def _list(self, tree: str | None, folder: str, areas: Mapping[str, tuple[str, ...]]) -> ListedLedger:
        if tree is None:
            return ListedLedger(folder, areas=areas)
        files = list(self._event_files(tree))
        others = {stem: blob for stem, blob, plain in files if not plain}
        return ListedLedger(folder, frozenset(stem for stem, _, _ in files), others, areas)

    def _event_files(self, tree: str) -> Iterator[tuple[str, str, bool]]:
        ending = SUFFIX.encode("ascii")
        for mode, name, blob in self._content(tree):
            if mode in _FILES and name.endswith(ending):
                known = self._files.get((name, blob))
                if known is None:
                    stem = name[: -len(ending)].decode("utf-8", "surrogateescape")
                    stem = self._kept.setdefault(stem, stem)
                    known = self._files[name, blob] = (stem, blob.hex(), self._plain(stem, blob.hex()))
                yield known

    def _at(self, commit: str, path: str) -> tuple[bytes, str] | None:
        """Mode and id of what stands at a path, or None."""
        *folders, last = in_bytes(path).split(b"/")
        tree = f"{commit}^{{tree}}"
        for name in folders:
            row = self._row(tree, name)
            if row is None or row[0] != _FOLDER:
                return None
            tree = row[1]
        return self._row(tree, last)

    def _row(self, tree: str, name: bytes) -> tuple[bytes, str] | None:
        if (tree, name) not in self._rows:
            self._names.add(name)
            found = {other: (mode, row.hex()) for mode, other, row in self._content(tree) if other in self._names}
            self._rows.update(((tree, each), found.get(each)) for each in self._names)
        return self._rows[tree, name]

    def _content(self, tree: str) -> list[tuple[bytes, bytes, bytes]]:
        found = self._read(tree)
        if found is None or found.kind != "tree" or found.data is None:
            raise _MissingError
        return _ROWS[len(found.id) // 2].findall(found.data)


@contextmanager
def _reading(git: Git, plain: Plain) -> Iterator[_Trees]:
    with object_reader(git.root, None) as read:
        yield _Trees(read, plain)
