"""Whether any tracked file matches a pattern, without trying every file against every pattern."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence

from ..ledger.matching import literal_prefix, matcher, normalised


class TrackedFiles:
    """The files of a repository, sorted, with the answer for each pattern kept.

    Those of the ledger itself are mostly the most, and direction about them is rare: they are sorted when asked for.
    """

    def __init__(self, paths: Collection[str], beside_events: Collection[str] | None = None) -> None:
        """``beside_events`` are those of the paths that are surely no event's, where somebody has told them apart."""
        self._all = paths
        work = paths if beside_events is None else beside_events
        self._work = sorted([normalised(path) for path in work if not path.startswith(_LEDGER)])
        self._ledger: list[str] | None = None
        self._known: dict[str, bool] = {}

    def any_matches(self, pattern: str) -> bool:
        """True if the pattern matches at least one of the files."""
        answer = self._known.get(pattern)
        if answer is None:
            answer = self._known[pattern] = self._search(pattern)
        return answer

    def _search(self, pattern: str) -> bool:
        prefix, matches = literal_prefix(pattern), matcher(pattern)
        if _any(self._work, prefix, matches):
            return True
        if not (prefix.startswith(_LEDGER) or _LEDGER.startswith(prefix)):
            return False
        if self._ledger is None:
            self._ledger = sorted(normalised(path) for path in self._all if path.startswith(_LEDGER))
        return _any(self._ledger, prefix, matches)


_LEDGER = ".fabric/"


def _any(paths: Sequence[str], prefix: str, matches: Callable[[str], bool]) -> bool:
    place = bisect_left(paths, prefix)
    while place < len(paths) and paths[place].startswith(prefix):
        if matches(paths[place]):
            return True
        place += 1
    return False
