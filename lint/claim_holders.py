"""Who holds which claim in which scope, on the record: every actor that wrote a revision of a record there.

Nobody is guessed: an actor counts only with the strongest claim that one of its own events in that scope carries.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..ledger.events import Event, Scope
from ..ledger.history import History, RecordHistory
from ..ledger.matching import Areas, record_paths
from ..ledger.trust import rank
from .meeting_paths import MeetingPaths
from .wording import actor_name

_Holders = dict[str, int]


class ClaimHolders:
    """An index of the ledger's revisions by scope. Built once, for rules that have a fork to report."""

    def __init__(self, history: History, areas: Areas) -> None:
        self._areas = areas
        self._named: dict[tuple[str, str], _Holders] = {}
        self._paths: dict[str, _Holders] = {}
        for record in history.records.values():
            holders = _holders(_revisions(record))
            for name in _names(record.record.scope):
                _merge(self._named.setdefault(name, {}), holders)
            for path in record_paths(record.record.scope, areas):
                _merge(self._paths.setdefault(path, {}), holders)
        self._meeting = MeetingPaths(self._paths)

    def of(self, scope: Scope, needed: int) -> tuple[str, ...]:
        """Names of the actors whose claim in this scope ranks at least ``needed``, sorted."""
        found: _Holders = {}
        for name in _names(scope):
            _merge(found, self._named.get(name, {}))
        for path in record_paths(scope, self._areas):
            for other in self._meeting.of(path):
                _merge(found, self._paths[other])
        return tuple(sorted(actor for actor, strongest in found.items() if strongest >= needed))


def _names(scope: Scope) -> Iterable[tuple[str, str]]:
    if scope.is_global:
        yield ("global", "")
    if scope.pr:
        yield ("pr", scope.pr)
    if scope.issue:
        yield ("issue", scope.issue)
    for area in scope.areas:
        yield ("area", area)


def _revisions(record: RecordHistory) -> Iterable[Event]:
    yield from record.revisions
    for conflict in record.conflicts:
        for branch in conflict.branches:
            yield branch.child
            yield from branch.following


def _holders(events: Iterable[Event]) -> _Holders:
    found: _Holders = {}
    for event in events:
        _merge(found, {actor_name(event.actor): rank(event.trust.level)})
    return found


def _merge(into: _Holders, more: _Holders) -> None:
    for actor, strongest in more.items():
        if strongest > into.get(actor, -1):
            into[actor] = strongest
