"""Which keys of scopes are in force at one place of a history, while its trees are walked one after the other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable

from ...ledger.matching import Areas
from ...ledger.meeting_paths import MeetingPaths
from .standing import Standing
from .timelines import AREA, PATH, Key, Stabbed, Timelines, keys_of


class InForce:
    """The records of the tree at hand, counted by key, and those that only the clock says were there."""

    def __init__(self, dated: Timelines) -> None:
        self._dated = dated
        self._in_tree: Counter[Key] = Counter()
        bounds: defaultdict[Key, set[int]] = defaultdict(set)
        for stretches in dated.values():
            for stretch in stretches:
                ends = {stretch.since} if stretch.until is None else {stretch.since, stretch.until}
                for key in stretch.keys:
                    bounds[key] |= ends
        self._elsewhere = {key: Stabbed(found) for key, found in bounds.items()}
        for record_id in dated:
            self.leave(record_id)

    def change(self, before: Standing | None, after: Standing | None) -> None:
        """A record of the tree stands otherwise now; None where it is not in the tree."""
        old, new = keys_of(before), keys_of(after)
        for key in new - old:
            self._in_tree[key] += 1
        for key in old - new:
            self._in_tree[key] -= 1

    def enter(self, record_id: str) -> None:
        """The record is in a tree from now on, so that the clock does not count."""
        self._lay(record_id, -1)

    def leave(self, record_id: str) -> None:
        """The record is in no tree from now on."""
        self._lay(record_id, 1)

    def _lay(self, record_id: str, times: int) -> None:
        for stretch in self._dated.get(record_id, ()):
            for key in stretch.keys:
                self._elsewhere[key].add(stretch, times)

    def in_tree(self, key: Key) -> bool:
        """True if a record of the tree that is in force has this key."""
        return self._in_tree.get(key, 0) > 0

    def elsewhere(self, key: Key, second: int) -> bool:
        """True if a record that no tree here has was in force at this second, by the clock, and has this key."""
        stabbed = self._elsewhere.get(key)
        return stabbed is not None and stabbed.at(second) > 0


class Meeting:
    """The keys that meet a path: patterns as they are, areas by a config. Answers are kept."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._patterns = MeetingPaths(set(patterns))
        self._areas: dict[int, _AreasOf] = {}
        self._keys: dict[str, tuple[Key, ...]] = {}

    def paths(self, path: str) -> tuple[Key, ...]:
        """The keys of the patterns that meet this path."""
        found = self._keys.get(path)
        if found is None:
            found = self._keys[path] = tuple((PATH, pattern) for pattern in self._patterns.of(path))
        return found

    def areas(self, path: str, areas: Areas) -> tuple[Key, ...]:
        """The keys of the areas of a config that this path lies in. One config is one object."""
        known = self._areas.get(id(areas))
        if known is None:
            known = self._areas[id(areas)] = _AreasOf(areas)
        return known.of(path)


class _AreasOf:
    def __init__(self, areas: Areas) -> None:
        self.areas = areas  # held, so that no other object takes its id
        self._named: defaultdict[str, list[str]] = defaultdict(list)
        for name, patterns in areas.items():
            for pattern in patterns:
                self._named[pattern].append(name)
        self._patterns = MeetingPaths(self._named)
        self._known: dict[str, tuple[Key, ...]] = {}

    def of(self, path: str) -> tuple[Key, ...]:
        found = self._known.get(path)
        if found is None:
            names = {name for pattern in self._patterns.of(path) for name in self._named[pattern]}
            found = self._known[path] = tuple((AREA, name) for name in sorted(names))
        return found


def governed_paths(
    touched: Collection[str],
    meeting: Meeting,
    in_force: InForce,
    *,
    parent_areas: Areas,
    own_areas: Areas,
    dated_areas: Areas,
    own: Collection[Key],
    second: int | None,
) -> tuple[str, ...]:
    """Those of the paths that a commit touches which direction in force governs, in their order.

    ``in_force`` is at the commit's first parent. ``own`` are the keys of the records that the commit's own tree adds,
    ``second`` is its time; each of the three goes with the areas of the config that belongs to it.
    """

    def governed(path: str) -> bool:
        patterns = meeting.paths(path)
        if any(map(in_force.in_tree, patterns)) or any(map(in_force.in_tree, meeting.areas(path, parent_areas))):
            return True
        if own and (any(key in own for key in patterns) or any(key in own for key in meeting.areas(path, own_areas))):
            return True
        return second is not None and (
            any(in_force.elsewhere(key, second) for key in patterns)
            or any(in_force.elsewhere(key, second) for key in meeting.areas(path, dated_areas))
        )

    return tuple(path for path in touched if governed(path))
