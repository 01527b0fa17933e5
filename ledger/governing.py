"""Which direction in force governs some paths, issues, pull requests and areas, why, and in which order.

Matching is the protocol's (:mod:`.matching`), and so is the order: what is in dispute and open challenges first, then
what is bound to the exact pull request, the exact issue, a path or an area, then what holds everywhere; within one
tier by kind, by the time of creation, by id. In two things the reference client deviates from the protocol, and this
does not follow it: there a record whose path is matched only by a pattern that was asked for (the other way round)
ranks behind everything, behind global direction too; and ties are broken by the text of a time, whatever its offset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .challenge_answers import Challenged, challenges_of
from .events import Record, Scope
from .history import History, RecordHistory
from .instants import Instant, instant
from .matching import Areas, record_paths
from .meeting_paths import MeetingPaths
from .scope_match import Match, PathMatch, Reason, Tier
from .selection import Wanted, select_records

_KINDS = {"review_direction": 0, "review_requirement": 1}


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to know the direction for. Paths are relative to the repository, with ``/``, or patterns."""

    paths: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    prs: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Governed:
    """A record that governs, with everything that makes it do so.

    ``challenged_by`` are what challenges it and nobody answered, ``excepted_by`` the challenges of it that somebody
    accepted, ``settles`` the settled records in whose place it stands, all sorted. ``match`` is empty where only such a
    settled record met what was asked.
    """

    record: RecordHistory
    tier: Tier
    match: Match
    challenged_by: tuple[str, ...] = ()
    settles: tuple[str, ...] = ()
    open_challenge: bool = False
    excepted_by: tuple[Challenged, ...] = ()

    def reasons(self) -> Iterator[Reason]:
        """Every reason: disputes first, then as :meth:`Match.reasons`, then what it settles."""
        if self.record.contested:
            for conflict in self.record.conflicts:
                if conflict.settled_by is None:
                    yield Reason("conflict", conflict.parent_event_id)
        yield from self.match.reasons()
        yield from (Reason("settles", record_id) for record_id in self.settles)

    @property
    def order(self) -> tuple[int, int, Instant, str]:
        """Tier, kind, time of creation, id; of several versions, none chosen, whatever comes first in any."""
        made = [event.payload for event in self.record.creations]
        kinds = [_KINDS.get(each.kind, len(_KINDS)) for each in made if isinstance(each, Record)]
        times = [instant(each.created_at) for each in made if isinstance(each, Record)]
        return (self.tier, min(kinds), min(times), self.record.record_id)


@dataclass(frozen=True, slots=True)
class Direction:
    """The direction in force for what was asked.

    ``governed`` is in order. ``settled`` has each settled record that met what was asked, with the settlements that
    stand in its place, by record id. ``in_force`` counts the records that were looked at. ``unknown_areas`` are areas
    that records in force name and the config does not know: which paths they take in is unknown.
    """

    governed: tuple[Governed, ...]
    settled: Mapping[str, tuple[str, ...]]
    in_force: int
    unknown_areas: tuple[str, ...] = ()


def direction_for(history: History, areas: Areas, asked: Asked) -> Direction:
    """The direction in force for what is asked, by the areas of a config.

    In force is what :func:`.selection.select_records` calls active: what guides work, records in dispute with all of
    their versions, and no challenge that was answered. A settled record gives its place to its settlement.
    """
    reach = _Reach(areas, asked)
    active = select_records(history, Wanted(), {})[0]  # by state alone
    governed: dict[str, Governed] = {}
    for record in active:
        match = reach.of_record(record)
        if match.tier is not None:
            governed[record.record_id] = Governed(record, match.tier, match)
    settled = dict(_settled(history, reach))
    _put_settlements(governed, settled, history, reach)
    _note_challenges(governed, history)
    named = {area for record in active for standing in record.standings for area in standing.scope.areas}
    ordered = tuple(sorted(governed.values(), key=lambda each: each.order))
    places = {record_id: by for record_id, (by, _) in settled.items()}
    return Direction(ordered, places, len(active), tuple(sorted(named.difference(areas))))


def _settled(history: History, reach: _Reach) -> Iterator[tuple[str, tuple[tuple[str, ...], Tier]]]:
    """Each settled record that meets what is asked: its settlements, and the tier by which it meets it."""
    for record_id in sorted(history.records):
        record = history.records[record_id]
        if record.settled:
            tier = reach.of_record(record).tier
            by = {conflict.settled_by for conflict in record.conflicts if conflict.settled_by is not None}
            if tier is not None:
                yield record_id, (tuple(sorted(by)), tier)


def _put_settlements(
    governed: dict[str, Governed],
    settled: Mapping[str, tuple[tuple[str, ...], Tier]],
    history: History,
    reach: _Reach,
) -> None:
    for record_id, (settlements, tier) in settled.items():
        for by in settlements:
            known = governed.get(by)
            if known is None:
                record = history.records[by]
                known = Governed(record, tier, reach.of_record(record))
            governed[by] = replace(known, tier=min(known.tier, tier), settles=(*known.settles, record_id))


def _note_challenges(governed: dict[str, Governed], history: History) -> None:
    challenges = challenges_of(history)
    challenged: dict[str, list[str]] = {}
    excepted: dict[str, list[Challenged]] = {}
    for record_id, found in challenges.items():
        for target in found.targets:
            if found.unanswered:
                challenged.setdefault(target, []).append(record_id)
            elif found.holds:
                excepted.setdefault(target, []).append(found)
    for record_id, each in governed.items():
        own = challenges.get(record_id)
        is_open = own is not None and own.is_record and own.unanswered
        by, but = tuple(challenged.get(record_id, ())), tuple(excepted.get(record_id, ()))
        tier = Tier.DISPUTED if each.record.contested or is_open else each.tier
        if by or but or tier is not each.tier:
            governed[record_id] = replace(each, tier=tier, challenged_by=by, open_challenge=is_open, excepted_by=but)


class _Reach:
    """What is asked, indexed; what a scope comes to is worked out once, and equal scopes are mostly one object."""

    def __init__(self, areas: Areas, asked: Asked) -> None:
        self._areas = areas
        self._asked = asked
        self._meeting = MeetingPaths(record_paths(Scope(areas=asked.areas, paths=asked.paths), areas))
        self._entries: dict[tuple[str, str | None], PathMatch | None] = {}
        self._scopes: dict[int, Match] = {}

    def of_record(self, record: RecordHistory) -> Match:
        """How any version of a record meets what is asked."""
        first, *others = (self._of(standing.scope) for standing in record.standings)
        for other in others:
            first = first.also(other)
        return first

    def _of(self, scope: Scope) -> Match:
        known = self._scopes.get(id(scope))
        if known is None:
            known = self._scopes[id(scope)] = self._match(scope)
        return known

    def _match(self, scope: Scope) -> Match:
        asked = self._asked
        return Match(
            is_global=scope.is_global,
            prs=(scope.pr,) if scope.pr and scope.pr in asked.prs else (),
            issues=(scope.issue,) if scope.issue and scope.issue in asked.issues else (),
            paths=tuple(
                met for path, area in _entries(scope, self._areas) if (met := self._entry(path, area)) is not None
            ),
            areas=tuple(area for area in dict.fromkeys(asked.areas) if area in scope.areas),
        )

    def _entry(self, path: str, area: str | None) -> PathMatch | None:
        if (path, area) not in self._entries:
            values = self._meeting.of(path)
            self._entries[path, area] = PathMatch(path, area, values) if values else None
        return self._entries[path, area]


def _entries(scope: Scope, areas: Areas) -> Iterator[tuple[str, str | None]]:
    """The paths of a scope as :func:`.matching.record_paths` has them, each once, with the area that brings it."""
    seen = set()
    for path in scope.paths:
        if path not in seen:
            seen.add(path)
            yield path, None
    for area in scope.areas:
        for path in areas.get(area, ()):
            if path not in seen:
                seen.add(path)
                yield path, area
