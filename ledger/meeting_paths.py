"""Which of many paths meet a given one, without trying all of them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from .matching import literal_prefix, matcher, normalised

# The literal end of a pattern behind its last wildcard; classes and escapes are left to the matcher.
_LITERAL_END = re.compile(r"[^*?\[\]\\]*\Z")


class MeetingPaths:
    """Paths (patterns or plain), indexed by what they and their matches begin and end with; answers are kept."""

    def __init__(self, paths: Iterable[str]) -> None:
        known = sorted((normalised(path), path) for path in paths)
        self._values = [value for value, _ in known]
        self._paths = [path for _, path in known]
        backwards = sorted((value[::-1], value, path) for value, path in known)
        self._backwards = [value for value, _, _ in backwards]
        self._values_by_end = [value for _, value, _ in backwards]
        self._paths_by_end = [path for _, _, path in backwards]
        # A path without a wildcard is a pattern for nothing but itself, and is found by its beginning.
        self._by_prefix: dict[str, list[str]] = {}
        for value, path in known:
            prefix = literal_prefix(path)
            if prefix != value:
                self._by_prefix.setdefault(prefix, []).append(path)
        self._lengths = sorted({len(prefix) for prefix in self._by_prefix})
        self._answers: dict[str, tuple[str, ...]] = {}

    def of(self, path: str) -> tuple[str, ...]:
        """The paths that meet this one, sorted."""
        answer = self._answers.get(path)
        if answer is None:
            found = {*self._matched_by(path), *self._matching(normalised(path))}
            answer = self._answers[path] = tuple(sorted(found))
        return answer

    def _matched_by(self, pattern: str) -> Iterator[str]:
        """The paths for which this is a pattern: looked for by its beginning, or by its end if fewer have that."""
        value = normalised(pattern)
        values, paths = self._values, self._paths
        start, end = _beginning_with(values, literal_prefix(pattern))
        by_end = None if value.endswith("/**") else _LITERAL_END.search(value)
        if by_end is not None and by_end.group():
            other = _beginning_with(self._backwards, by_end.group()[::-1])
            if other[1] - other[0] < end - start:
                values, paths, (start, end) = self._values_by_end, self._paths_by_end, other
        matches = matcher(pattern)
        return (paths[place] for place in range(start, end) if matches(values[place]))

    def _matching(self, value: str) -> Iterator[str]:
        """The paths that are patterns for this, which is normalised already."""
        for length in self._lengths:
            if length > len(value):
                return
            yield from (path for path in self._by_prefix.get(value[:length], ()) if matcher(path)(value))


def _beginning_with(ordered: Sequence[str], prefix: str) -> tuple[int, int]:
    """The places, from and up to, of the texts that begin with ``prefix``."""
    start = bisect_left(ordered, prefix)
    return start, bisect_right(ordered, prefix, lo=start, key=lambda text: text[: len(prefix)])
