"""Which of some records reach into a scope, found without trying each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...ledger.events import Scope
from ...ledger.history import RecordHistory
from ...ledger.matching import Areas, record_paths
from ...ledger.meeting_paths import MeetingPaths

_Name = tuple[str, str]

_EVERYWHERE = ("global", "")
_ANY = ("any", "")
_ENOUGH = 2


class Scopes:
    """What scopes name and reach, each worked out once; equal scopes are mostly one object.

    ``scopes`` are those of the records that are looked for.
    """

    def __init__(self, scopes: Iterable[Scope], areas: Areas) -> None:
        self._areas = areas
        self._kept: list[Scope] = []  # so that no id is given to another
        self._names: dict[int, tuple[_Name, ...]] = {}
        self._reach: dict[int, tuple[_Name, ...]] = {}
        self._meeting = MeetingPaths({path for scope in scopes for path in record_paths(scope, areas)})

    def names(self, scope: Scope) -> tuple[_Name, ...]:
        """What a record of this scope is filed under."""
        known = self._names.get(id(scope))
        if known is None:
            self._kept.append(scope)
            known = self._names[id(scope)] = tuple(self._named(scope))
        return known

    def reach(self, scope: Scope) -> tuple[_Name, ...]:
        """Under what the records are filed whose scopes overlap this one, unless it is global."""
        known = self._reach.get(id(scope))
        if known is None:
            names = self.names(scope)
            met = [("path", other) for kind, path in names if kind == "path" for other in self._meeting.of(path)]
            known = self._reach[id(scope)] = tuple(dict.fromkeys((_EVERYWHERE, *names, *met)))
        return known

    def _named(self, scope: Scope) -> Iterator[_Name]:
        if scope.is_global:
            yield _EVERYWHERE
        if scope.pr:
            yield "pr", scope.pr
        if scope.issue:
            yield "issue", scope.issue
        for area in scope.areas:
            yield "area", area
        for path in record_paths(scope, self._areas):
            yield "path", path


class Overlapping:
    """Records by what their scopes name. A scope overlaps another where a client would give both to one reader.

    That is: one is global, they share a pull request, an issue or an area, or a path of one meets a path of the other
    (fabric/1.0, as :func:`..ledger.matching.scope_reasons` decides it), and they do not name different repositories.
    Give the records in the order in which they count.
    """

    def __init__(self, records: Iterable[RecordHistory], scopes: Scopes) -> None:
        self._scopes = scopes
        self._records = list(records)
        # By repository and name the places of the first two records: one of them may be the one that asks.
        self._by_repo: dict[str, dict[_Name, tuple[int, ...]]] = {}
        self._answers: dict[int, list[int]] = {}
        for place, record in enumerate(self._records):
            scope = record.record.scope
            filed = self._by_repo.setdefault(scope.repo or "", {})
            for name in (_ANY, *scopes.names(scope)):
                known = filed.get(name, ())
                if len(known) < _ENOUGH:
                    filed[name] = (*known, place)

    def first_in(self, scope: Scope, other_than: RecordHistory) -> RecordHistory | None:
        """The first of the records whose scope overlaps this one, but for the one that asks."""
        known = self._answers.get(id(scope))
        if known is None:
            places = {place for filed in self._filed(scope) for place in self._places(scope, filed)}
            known = self._answers[id(scope)] = sorted(places)
        return next((found for place in known if (found := self._records[place]) is not other_than), None)

    def _filed(self, scope: Scope) -> Iterable[dict[_Name, tuple[int, ...]]]:
        if not scope.repo:
            return self._by_repo.values()
        return [filed for repo in ("", scope.repo) if (filed := self._by_repo.get(repo)) is not None]

    def _places(self, scope: Scope, filed: dict[_Name, tuple[int, ...]]) -> Iterator[int]:
        for name in (_ANY,) if scope.is_global else self._scopes.reach(scope):
            yield from filed.get(name, ())
