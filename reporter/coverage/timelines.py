"""From when to when each record was in force by the clock alone, for the commits whose trees do not have it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...ledger.events import Event, Record
from ...ledger.history import History
from ...ledger.instants import Instant, instant
from .standing import Groups, Standing, Standings, standings

Key = tuple[str, str]
"""What a scope can be met by: ``("path", pattern)`` or ``("area", name)``."""

PATH, AREA = "path", "area"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A time in which a record was in force, met by these keys: seconds since 1970, ``until`` the first one after."""

    since: int
    until: int | None
    keys: frozenset[Key]


Timelines = Mapping[str, tuple[Stretch, ...]]
"""By record id, each record's stretches in order; those that never were in force are not in it."""


def keys_of(standing: Standing | None) -> frozenset[Key]:
    """What a record that stands so can be met by; nothing where it is not in force."""
    if standing is None or not standing.in_force:
        return frozenset()
    return frozenset(
        key
        for scope in standing.scopes
        for key in (*((PATH, path) for path in scope.paths), *((AREA, area) for area in scope.areas))
    )


def timelines(history: History, divergent: Mapping[str, tuple[Event, ...]], groups: Groups) -> Timelines:
    """The stretches of every record, by all events of every store that are dated not after the moment.

    A record is there from the second after its creation's: within it nobody can say which came first.
    """
    events: defaultdict[str, list[tuple[int, Event]]] = defaultdict(list)
    created: dict[str, Instant] = {}
    for event in history.events.values():
        for version in divergent.get(event.event_id, (event,)):
            group = groups.of(version)
            if group is None:
                continue
            moment = instant(version.occurred_at)
            events[group].append((_from(moment), version))
            if isinstance(version.payload, Record):
                record_id = version.payload.record_id
                created[record_id] = min(created.get(record_id, moment), moment)
    found: dict[str, tuple[Stretch, ...]] = {}
    for group in sorted(events):
        for record_id, stretches in _of_group(events[group]).items():
            known = created[record_id].seconds + 1
            kept = tuple(cut for stretch in stretches if (cut := _not_before(stretch, known)) is not None)
            if kept:
                found[record_id] = kept
    return found


def _from(moment: Instant) -> int:
    """The first whole second that a moment is not after."""
    return moment.seconds + (1 if moment.fraction else 0)


def _of_group(dated: list[tuple[int, Event]]) -> dict[str, list[Stretch]]:
    dated.sort(key=lambda item: (item[0], item[1].event_id, item[1].origin.path))
    there: dict[str, tuple[Event, ...]] = {}
    stands: Standings = {}
    open_since: dict[str, tuple[int, frozenset[Key]]] = {}
    found: defaultdict[str, list[Stretch]] = defaultdict(list)
    place = 0
    while place < len(dated):
        second = dated[place][0]
        start = place
        while place < len(dated) and dated[place][0] == second:
            event = dated[place][1]
            there[event.event_id] = (*there.get(event.event_id, ()), event)
            place += 1
        stands = standings(there, stands, dated[start][1].event_id if place - start == 1 else None)
        for record_id in sorted(open_since.keys() | stands.keys()):
            keys = keys_of(stands.get(record_id))
            before = open_since.get(record_id)
            if before is not None and before[1] != keys:
                found[record_id].append(Stretch(before[0], second, before[1]))
                del open_since[record_id]
            if keys and record_id not in open_since:
                open_since[record_id] = (second, keys)
    for record_id, (since, keys) in open_since.items():
        found[record_id].append(Stretch(since, None, keys))
    return found


def _not_before(stretch: Stretch, second: int) -> Stretch | None:
    if stretch.until is not None and stretch.until <= second:
        return None
    return Stretch(max(stretch.since, second), stretch.until, stretch.keys)


class Stabbed:
    """How many stretches of one key lie over a moment, while stretches come and go: each step costs a logarithm."""

    def __init__(self, bounds: Iterable[int]) -> None:
        self._bounds = sorted(set(bounds))
        self._sums = [0] * (len(self._bounds) + 1)

    def add(self, stretch: Stretch, times: int) -> None:
        """Lay a stretch down (1), or take it away (-1). Its ends are among the bounds."""
        self._shift(stretch.since, times)
        if stretch.until is not None:
            self._shift(stretch.until, -times)

    def at(self, second: int) -> int:
        """How many lie over this second."""
        place = bisect_right(self._bounds, second)
        found = 0
        while place:
            found += self._sums[place]
            place &= place - 1
        return found

    def _shift(self, second: int, by: int) -> None:
        place = bisect_left(self._bounds, second) + 1
        while place < len(self._sums):
            self._sums[place] += by
            place += place & -place
