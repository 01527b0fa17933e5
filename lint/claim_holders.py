"""Who holds which claim in which scope, on the record: every actor that wrote a revision of a record there.

Nobody is guessed: an actor counts only with the strongest claim that one of its own events in that scope carries.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..ledger.events import Actor, Scope
from ..ledger.history import History
from ..ledger.matching import Areas, record_paths
from ..ledger.meeting_paths import MeetingPaths
from ..ledger.trust import rank
from ..ledger.wording import actor_name

# The claims on record in one scope: who claimed which level; an actor is mostly one object in a whole reading.
_Claims = dict[tuple[int, str], Actor]


@dataclass(frozen=True, slots=True)
class _Holders:
    """The names of those who claimed enough, and whether somebody without an id did too."""

    names: frozenset[str]
    unnamed: bool


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
        # Many forks share an area or a path: who claimed enough there is put together once.
        self._by_name: dict[tuple[tuple[str, str], int], _Holders] = {}
        self._by_path: dict[tuple[str, int], _Holders] = {}

    def of(self, scope: Scope, needed: int) -> tuple[str, ...]:
        """Names of the actors whose claim in this scope ranks at least ``needed``, sorted.

        Actors without an id cannot be told apart, let alone asked: they are one entry, :data:`UNNAMED`, at the end.
        """
        met = [self._under_name(name, needed) for name in _names(scope)]
        met += [self._under_path(path, needed) for path in record_paths(scope, self._areas)]
        names = sorted(frozenset().union(*(holders.names for holders in met)))
        return (*names, UNNAMED) if any(holders.unnamed for holders in met) else tuple(names)

    def _under_name(self, name: tuple[str, str], needed: int) -> _Holders:
        known = self._by_name.get((name, needed))
        if known is None:
            known = self._by_name[name, needed] = _holders(self._named.get(name, ()), needed)
        return known

    def _under_path(self, path: str, needed: int) -> _Holders:
        known = self._by_path.get((path, needed))
        if known is None:
            met = (claims for other in self._meeting.of(path) for claims in self._paths[other])
            known = self._by_path[path, needed] = _holders(met, needed)
        return known


def _holders(several: Iterable[_Claims], needed: int) -> _Holders:
    """Who claimed at least as much as is needed, in any of these scopes."""
    claimed: _Claims = {}
    for claims in several:
        claimed.update(claims)
    found = {id(actor): actor for (_, level), actor in claimed.items() if rank(level) >= needed}.values()
    names = frozenset(actor_name(actor) for actor in found if actor.id)
    return _Holders(names, unnamed=any(not actor.id for actor in found))


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
        revisions = record.revisions
        creation = revisions[0]
        scope: Scope = creation.payload.scope  # type: ignore[union-attr]  # a chain starts with a creation
        known = found.get(id(scope))
        if known is None:
            known = found[id(scope)] = (scope, {})
        claims = known[1]
        actor = creation.actor
        claims[id(actor), creation.trust.level] = actor
        for event in record.walked() if record.conflicts else revisions[1:]:
            actor = event.actor
            claims[id(actor), event.trust.level] = actor
    return found.values()
