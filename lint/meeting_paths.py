"""Which of many paths meet a given one, without trying all of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from ..ledger.matching import literal_prefix, normalised, paths_meet


class MeetingPaths:
    """Paths (patterns or plain), indexed by what they and their matches begin with; answers are kept."""

    def __init__(self, paths: Iterable[str]) -> None:
        known = sorted((normalised(path), path) for path in paths)
        self._values = [value for value, _ in known]
        self._paths = [path for _, path in known]
        self._by_prefix: dict[str, list[str]] = {}
        for path in self._paths:
            self._by_prefix.setdefault(literal_prefix(path), []).append(path)
        self._lengths = sorted({len(prefix) for prefix in self._by_prefix})
        self._answers: dict[str, tuple[str, ...]] = {}

    def of(self, path: str) -> tuple[str, ...]:
        """The paths that meet this one, sorted."""
        answer = self._answers.get(path)
        if answer is None:
            found = {other for other in self._candidates(path) if paths_meet(path, other)}
            answer = self._answers[path] = tuple(sorted(found))
        return answer

    def _candidates(self, path: str) -> Iterable[str]:
        prefix = literal_prefix(path)
        place = bisect_left(self._values, prefix)
        while place < len(self._values) and self._values[place].startswith(prefix):
            yield self._paths[place]
            place += 1
        value = normalised(path)
        for length in self._lengths:
            if length > len(value):
                return
            yield from self._by_prefix.get(value[:length], ())
