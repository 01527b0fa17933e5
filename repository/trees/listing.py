"""The event files in a folder of a tree: their names and blobs, as ``git ls-tree -z`` and diffs tell them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from ..growth.folder_diff import MODES, SYMLINK
from ..source import SUFFIX

_MODE = f"(?:{'|'.join(mode for mode, kind in MODES.items() if kind != SYMLINK)})"
_ROW = re.compile(rf"{_MODE} blob ([0-9a-f]+)\t([^\0]*){re.escape(SUFFIX)}\0")
_STEM = re.compile(rf"{_MODE} blob [0-9a-f]+\t([^\0]*){re.escape(SUFFIX)}\0")
_CHANGE = re.compile(r":([0-7]{6}) ([0-7]{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])[0-9]*\0([^\0]*)\0")

Changes = Mapping[str, tuple[str | None, str | None]]
"""By stem, the blobs of an event file before and after; None where no regular file stands there."""


class Listing:
    """The regular files ``*.json`` directly in a folder, by their names without that ending (stems).

    ``rows`` is what ``ls-tree`` said of the folder, and ``changes`` what another tree has differently, of which this is
    then the listing. Stems may hold surrogate escapes.
    """

    def __init__(self, rows: bytes, changes: Mapping[str, str | None] | None = None) -> None:
        self.rows = rows
        self._changes = changes or {}

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stem of every file."""
        found = frozenset(_STEM.findall(self.rows.decode("utf-8", "surrogateescape")))
        if not self._changes:
            return found
        return (found - self._changes.keys()) | {stem for stem, blob in self._changes.items() if blob is not None}

    @cached_property
    def blobs(self) -> Mapping[str, str]:
        """The blob of every file. Slower to make than the stems alone."""
        rows = _ROW.findall(self.rows.decode("utf-8", "surrogateescape"))
        found = {stem: blob for blob, stem in rows if stem not in self._changes}
        found.update((stem, blob) for stem, blob in self._changes.items() if blob is not None)
        return found

    def blobs_of(self, stems: Iterable[str]) -> dict[str, str]:
        """The blobs of those of these files that are there; for none, nothing is looked up."""
        asked = set(stems)
        return {stem: self.blobs[stem] for stem in sorted(asked) if stem in self.blobs} if asked else {}


def parse_changes(listed: bytes, folder: str = "") -> Changes:
    """What a raw diff (``-z``, no renames) tells of the event files directly in ``folder``; empty for its top."""
    return {stem: (old, new) for stem, old, new in _changes(listed, folder)}


def removed_files(listed: bytes, folder: str) -> frozenset[str]:
    """The stems of the event files directly in ``folder`` that any of many raw diffs takes away."""
    return frozenset(stem for stem, old, new in _changes(listed, folder) if old is not None and new is None)


def blobs_by_path(listed: bytes) -> Iterator[tuple[str, str]]:
    """Path and blob of every regular file that a raw diff has on either side."""
    for old_mode, new_mode, old, new, _, path in _CHANGE.findall(listed.decode("utf-8", "surrogateescape")):
        yield from ((path, blob) for blob in (_blob(old_mode, old), _blob(new_mode, new)) if blob is not None)


def _changes(listed: bytes, folder: str) -> Iterator[tuple[str, str | None, str | None]]:
    start = f"{folder}/" if folder else ""
    for old_mode, new_mode, old, new, _, path in _CHANGE.findall(listed.decode("utf-8", "surrogateescape")):
        if path.startswith(start) and path.endswith(SUFFIX) and "/" not in path[len(start) :]:
            yield path[len(start) : -len(SUFFIX)], _blob(old_mode, old), _blob(new_mode, new)


def changed_paths(listed: bytes) -> tuple[str, ...]:
    """The paths of a diff that tells names only (``-z``), sorted."""
    return tuple(sorted(set(listed.decode("utf-8", "surrogateescape").split("\0")) - {""}))


def _blob(mode: str, blob: str) -> str | None:
    return blob if MODES.get(mode, SYMLINK) != SYMLINK else None
