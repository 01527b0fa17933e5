"""Whether any tracked file matches a pattern, without trying every file against every pattern."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from ..ledger.matching import literal_prefix, matcher, normalised


class TrackedFiles:
    """The files of a repository, sorted, with the answer for each pattern kept."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = sorted(map(normalised, paths))
        self._known: dict[str, bool] = {}

    def any_matches(self, pattern: str) -> bool:
        """True if the pattern matches at least one of the files."""
        answer = self._known.get(pattern)
        if answer is None:
            answer = self._known[pattern] = self._search(pattern)
        return answer

    def _search(self, pattern: str) -> bool:
        prefix, matches = literal_prefix(pattern), matcher(pattern)
        place = bisect_left(self._paths, prefix)
        while place < len(self._paths) and self._paths[place].startswith(prefix):
            if matches(self._paths[place]):
                return True
            place += 1
        return False
