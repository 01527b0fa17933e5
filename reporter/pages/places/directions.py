"""What governs many places of one ledger, each without looking at every record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ....ledger.challenge_answers import challenges_of, named_answers
from ....ledger.events import Relation, Scope
from ....ledger.governing import Asked, Governed, direction_for
from ....ledger.history import History, RecordHistory
from ....ledger.matching import Areas, record_paths
from ....ledger.meeting_paths import MeetingPaths
from ....ledger.scope_match import Tier
from ....ledger.selection import Wanted, select_records

_ANSWERING = frozenset({"resolves", "challenges"})


@dataclass(frozen=True, slots=True)
class Local:
    """The direction in force for one place: together what :func:`ledger.governing.direction_for` says of it.

    ``bound`` are the records that anything but their holding everywhere brings here, in order, ``everywhere`` those
    that only that brings, in order. ``settled`` has each settled record that met the place, with its settlements.
    """

    bound: tuple[Governed, ...]
    everywhere: tuple[Governed, ...]
    settled: Mapping[str, tuple[str, ...]]

    @property
    def governed(self) -> tuple[Governed, ...]:
        """All of it, in order."""
        return tuple(sorted((*self.bound, *self.everywhere), key=lambda each: each.order))


class Directions:
    """A ledger's direction, indexed by what binds it: paths, areas, issues, pull requests.

    Matching and order are those of :func:`ledger.governing.direction_for`, which is asked about the few records that
    may meet a place. What merely holds everywhere is worked out once.
    """

    def __init__(self, history: History, areas: Areas) -> None:
        self._history = history
        self._areas = areas
        holding = direction_for(history, areas, Asked())
        self.in_force = holding.in_force
        self.unknown_areas = holding.unknown_areas
        self.everywhere = tuple(each for each in holding.governed if each.tier is Tier.GLOBAL and not each.settles)
        self._merely = {each.record.record_id for each in self.everywhere}
        # Disputed ones, and what is settled, may stand in another tier in another place: they are always looked at.
        self._always = {each.record.record_id for each in holding.governed} - self._merely | set(holding.settled)
        # What has a say in how a record stands: its challenges, and whatever was written as an answer to one.
        answers = named_answers(history)
        self._company: dict[str, list[str]] = {each: [*by] for each, by in answers.items()}
        for record_id, challenge in challenges_of(history).items():
            if challenge.unanswered or challenge.holds:
                for target in challenge.targets:
                    self._company.setdefault(target, []).extend((record_id, *answers.get(record_id, ())))
        self._answers = [
            event
            for event in history.relations
            if isinstance(event.payload, Relation) and event.payload.type in _ANSWERING
        ]
        self.active = frozenset(record.record_id for record in select_records(history, Wanted(), {})[0])
        self.by_pattern: dict[str, set[str]] = {}
        self.by_area: dict[str, set[str]] = {}
        self.by_issue: dict[str, set[str]] = {}
        self.by_pr: dict[str, set[str]] = {}
        self._index()
        self._meeting = MeetingPaths(self.by_pattern)

    def _index(self) -> None:
        """Note what binds each record that is in force or settled, in any of its versions."""
        patterns, areas, issues, prs = (defaultdict[str, set[str]](set) for _ in range(4))
        for record in self.indexed():
            for standing in record.standings:
                scope, record_id = standing.scope, record.record_id
                for path in record_paths(scope, self._areas):
                    patterns[path].add(record_id)
                for area in scope.areas:
                    areas[area].add(record_id)
                if scope.issue:
                    issues[scope.issue].add(record_id)
                if scope.pr:
                    prs[scope.pr].add(record_id)
        self.by_pattern, self.by_area, self.by_issue, self.by_pr = (
            dict(found) for found in (patterns, areas, issues, prs)
        )

    def indexed(self) -> Iterator[RecordHistory]:
        """The records that can govern: those in force or in dispute, and the settled ones, by id."""
        for record in self._history.records.values():
            if record.settled or record.record_id in self.active:
                yield record

    def of(self, asked: Asked) -> Local:
        """The direction in force for what is asked."""
        records = {record_id: self._history.records[record_id] for record_id in sorted(self._near(asked))}
        found = direction_for(replace(self._history, records=records, relations=self._answers), self._areas, asked)
        here = {each.record.record_id for each in found.governed}
        everywhere = self.everywhere
        if not self._merely.isdisjoint(here):
            everywhere = tuple(each for each in everywhere if each.record.record_id not in here)
        return Local(found.governed, everywhere, found.settled)

    def _near(self, asked: Asked) -> set[str]:
        """The records that may meet what is asked, and those that have a say in how they stand."""
        near = set(self._always)
        for value in record_paths(Scope(areas=asked.areas, paths=asked.paths), self._areas):
            for pattern in self._meeting.of(value):
                near |= self.by_pattern[pattern]
        for wanted, index in ((asked.areas, self.by_area), (asked.issues, self.by_issue), (asked.prs, self.by_pr)):
            near.update(*(index.get(each, ()) for each in wanted))
        return self._with_company(near)

    def _with_company(self, record_ids: Iterable[str]) -> set[str]:
        """Records with their settlements, and what challenges these or answers them."""
        settling = {
            conflict.settled_by
            for record_id in record_ids
            for conflict in self._history.records[record_id].conflicts
            if conflict.settled_by is not None
        }
        company = {*record_ids, *settling}
        return {
            each
            for each in company.union(*(self._company.get(record_id, ()) for record_id in company))
            if each in self._history.records
        }
