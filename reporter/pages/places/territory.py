"""The folders of a repository as direction sees them: those that some pattern tells apart from the rest."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ....ledger.matching import literal_prefix, normalised
from ....ledger.meeting_paths import MeetingPaths

ROOT = ""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that direction tells apart, by its path without a slash at its end; the repository's own is empty.

    ``files`` is how many files git tracks in it, at any depth. ``inner`` are the folders told apart within it that no
    other of them holds, ``plain`` the folders right in it that nothing tells apart, with the number of their files.
    ``named`` are the files right in it that a pattern singles out, with those patterns.
    """

    path: str
    files: int
    inner: tuple[str, ...]
    plain: tuple[tuple[str, int], ...]
    named: tuple[tuple[str, tuple[str, ...]], ...]


class Territory:
    """A repository's files (None where they are unknown) and the patterns of its direction and its areas."""

    def __init__(self, patterns: Iterable[str], tracked: Iterable[str] | None) -> None:
        self.known = tracked is not None
        self._files = sorted(tracked or ())
        self._patterns = sorted(set(patterns))
        self._named: defaultdict[str, set[str]] = defaultdict(set)
        self.met: Mapping[str, tuple[str, ...]] = {}
        self.nowhere: tuple[str, ...] = ()
        told_apart = self._told_apart()
        self.folders: Mapping[str, Folder] = {
            folder.path: folder for folder in self._folders(sorted(told_apart, key=_by_segments))
        }

    def below(self, folder: str) -> Sequence[str]:
        """The tracked files in a folder, at any depth, sorted."""
        if folder == ROOT:
            return self._files
        beginning = f"{folder}/"
        first = bisect_left(self._files, beginning)
        return self._files[first : bisect_right(self._files, beginning, lo=first, key=lambda f: f[: len(beginning)])]

    def right_in(self, folder: Folder) -> int:
        """How many tracked files lie right in a folder, and in no folder of it."""
        inner = sum(self.folders[each].files for each in folder.inner)
        return folder.files - inner - sum(number for _, number in folder.plain)

    def _told_apart(self) -> set[str]:
        """The folders that patterns begin in, or in which they meet files, with all that hold them."""
        meeting = MeetingPaths(self._files)
        found, nowhere, met = {ROOT}, [], {}
        for pattern in self._patterns:
            prefix = literal_prefix(pattern)
            begins_in = prefix.rpartition("/")[0]
            if not _possible(begins_in) or normalised(pattern).startswith("/"):
                nowhere.append(pattern)
                continue
            found.update(_with_holders(begins_in))
            if not normalised(pattern).endswith("/**"):
                files = met[pattern] = meeting.of(pattern)
                for file in files:
                    self._named[file].add(pattern)
                    found.update(_with_holders(file.rpartition("/")[0]))
        self.met, self.nowhere = met, tuple(nowhere)
        return found

    def _folders(self, ordered: Sequence[str]) -> Iterator[Folder]:
        known = set(ordered)
        inner: defaultdict[str, list[str]] = defaultdict(list)
        for path in ordered:
            if path != ROOT:
                inner[path.rpartition("/")[0]].append(path)
        plain: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for place, number in Counter(file.rpartition("/")[0] for file in self._files).items():
            folder, below = place, ""
            while folder not in known:
                folder, _, below = folder.rpartition("/")
            if below:
                plain[folder][below] += number
        named: defaultdict[str, list[str]] = defaultdict(list)
        for file in sorted(self._named):
            named[file.rpartition("/")[0]].append(file)
        for path in ordered:
            singled = tuple((file, tuple(sorted(self._named[file]))) for file in named[path])
            others = tuple(sorted(plain[path].items()))
            yield Folder(path, len(self.below(path)), tuple(inner[path]), others, singled)


def _possible(folder: str) -> bool:
    """True if git could have files in a folder of this path."""
    return folder == ROOT or not {"", ".", ".."}.intersection(folder.split("/"))


def _with_holders(folder: str) -> Iterator[str]:
    """A folder, and every folder that it lies in but the repository's own."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def _by_segments(path: str) -> list[str]:
    return path.split("/")
