"""Who holds which claim in which scope, on the record: every actor that wrote a revision of a record there.

Nobody is guessed: an actor counts only with the strongest claim that one of its own events in that scope carries.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..ledger.events import Actor, Event, Scope
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
        for scope, holders in _by_scope(history):
            for name in _names(scope):
                _merge(self._named.setdefault(name, {}), holders)
            for path in record_paths(scope, areas):
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


def _by_scope(history: History) -> Iterable[tuple[Scope, _Holders]]:
    """Each scope object with who holds what in it; equal scopes are mostly one object, so there are few."""
    found: dict[int, tuple[Scope, dict[tuple[int, str], Actor]]] = {}
    for record in history.records.values():
        scope = record.record.scope
        known = found.get(id(scope))
        if known is None:
            known = found[id(scope)] = (scope, {})
        for event in record.revisions if not record.conflicts else _revisions(record):
            known[1][id(event.actor), event.trust.level] = event.actor
    for scope, claims in found.values():
        holders: _Holders = {}
        for (_, level), actor in claims.items():
            _merge(holders, {actor_name(actor): rank(level)})
        yield scope, holders


def _merge(into: _Holders, more: _Holders) -> None:
    for actor, strongest in more.items():
        if strongest > into.get(actor, -1):
            into[actor] = strongest
