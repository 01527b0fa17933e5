"""Who holds which claim in which scope, on the record: every actor that wrote a revision of a record there.

Nobody is guessed: an actor counts only with the strongest claim that one of its own events in that scope carries.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..ledger.events import Actor, Scope
from ..ledger.history import History
from ..ledger.matching import Areas, record_paths
from ..ledger.trust import rank
from ..ledger.wording import actor_name
from .meeting_paths import MeetingPaths

# The claims on record in one scope: who claimed which level; an actor is mostly one object in a whole reading.
_Claims = dict[tuple[int, str], Actor]


UNNAMED = "somebody unnamed"
"""Stands for all actors that made the claim without an id."""


class ClaimHolders:
    """An index of the ledger's revisions by scope. Built once, for rules that have a fork to report."""

    def __init__(self, history: History, areas: Areas) -> None:
        self._areas = areas
        self._named: dict[tuple[str, str], list[_Claims]] = {}
        self._paths: dict[str, list[_Claims]] = {}
        for scope, claims in _by_scope(history):
            for name in _names(scope):
                self._named.setdefault(name, []).append(claims)
            for path in record_paths(scope, areas):
                self._paths.setdefault(path, []).append(claims)
        self._meeting = MeetingPaths(self._paths)
        # Many forks share an area or a path: what was claimed there is put together once.
        self._by_name: dict[tuple[str, str], _Claims] = {}
        self._by_path: dict[str, _Claims] = {}

    def of(self, scope: Scope, needed: int) -> tuple[str, ...]:
        """Names of the actors whose claim in this scope ranks at least ``needed``, sorted.

        Actors without an id cannot be told apart, let alone asked: they are one entry, :data:`UNNAMED`, at the end.
        """
        met = [self._under_name(name) for name in _names(scope)]
        met += [self._under_path(path) for path in record_paths(scope, self._areas)]
        found = [actor for claims in met for (_, level), actor in claims.items() if rank(level) >= needed]
        names = sorted({actor_name(actor) for actor in found if actor.id})
        return (*names, UNNAMED) if not all(actor.id for actor in found) else tuple(names)

    def _under_name(self, name: tuple[str, str]) -> _Claims:
        known = self._by_name.get(name)
        if known is None:
            known = self._by_name[name] = _together(self._named.get(name, ()))
        return known

    def _under_path(self, path: str) -> _Claims:
        known = self._by_path.get(path)
        if known is None:
            met = (claims for other in self._meeting.of(path) for claims in self._paths[other])
            known = self._by_path[path] = _together(met)
        return known


def _together(several: Iterable[_Claims]) -> _Claims:
    found: _Claims = {}
    for claims in several:
        found.update(claims)
    return found


def _names(scope: Scope) -> Iterable[tuple[str, str]]:
    if scope.is_global:
        yield ("global", "")
    if scope.pr:
        yield ("pr", scope.pr)
    if scope.issue:
        yield ("issue", scope.issue)
    for area in scope.areas:
        yield ("area", area)


def _by_scope(history: History) -> Iterable[tuple[Scope, _Claims]]:
    """Each scope object with the claims made in it; equal scopes are mostly one object, so there are few."""
    found: dict[int, tuple[Scope, _Claims]] = {}
    for record in history.records.values():
        scope = record.record.scope
        known = found.get(id(scope))
        if known is None:
            known = found[id(scope)] = (scope, {})
        claims = known[1]
        for event in record.revisions if not record.conflicts else record.walked():
            claims[id(event.actor), event.trust.level] = event.actor
    return found.values()
