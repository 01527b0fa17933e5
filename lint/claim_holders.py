"""Who holds which claim in which scope, on the record: every actor that wrote a revision of a record there.

Nobody is guessed: an actor counts only with the strongest claim that one of its own events in that scope carries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..ledger.events import Actor, Event, Scope
from ..ledger.history import History
from ..ledger.matching import Areas, record_paths
from ..ledger.meeting_paths import MeetingPaths
from ..ledger.trust import rank
from ..ledger.wording import actor_name

# The claims on record in one scope: who claimed which level; an actor is mostly one object in a whole reading.
_Claims = dict[tuple[int, str], Actor]
_Name = tuple[str, str]
_PATH = "path"

UNNAMED = "somebody unnamed"
"""Stands for all actors that made the claim without an id."""


@dataclass(frozen=True, slots=True)
class _Holders:
    """The names of those who claimed enough, sorted too, and whether somebody without an id did."""

    names: frozenset[str]
    in_order: tuple[str, ...]
    unnamed: bool


class ClaimHolders:
    """An index of the ledger's revisions by what their scopes name, for rules that have a fork to report.

    ``scopes`` are those that will be asked for, where they are known: whatever none of them meets is left out.
    """

    def __init__(self, history: History, areas: Areas, scopes: Collection[Scope] | None = None) -> None:
        self._areas = areas
        self._named: dict[_Name, list[_Claims]] = {}
        for names, claims in _by_names(history, _Asked(scopes, areas)).items():
            for name in names:
                self._named.setdefault(name, []).append(claims)
        self._meeting = MeetingPaths(path for kind, path in self._named if kind == _PATH)
        # Many forks share areas and paths: who claimed what there is put together once, and who claimed enough too.
        self._claimed: dict[_Name, _Claims] = {}
        self._holders: dict[tuple[tuple[_Name, ...], int], _Holders] = {}

    def of(self, scope: Scope, needed: int) -> tuple[str, ...]:
        """Names of the actors whose claim in this scope ranks at least ``needed``, sorted.

        Actors without an id cannot be told apart, let alone asked: they are one entry, :data:`UNNAMED`, at the end.
        """
        many = self._under(tuple(_shared_names(scope, self._areas)), needed)
        few = self._under(tuple(_own_names(scope)), needed)
        more = few.names - many.names
        in_order = tuple(sorted((*many.in_order, *sorted(more)))) if more else many.in_order
        return (*in_order, UNNAMED) if many.unnamed or few.unnamed else in_order

    def _under(self, names: tuple[_Name, ...], needed: int) -> _Holders:
        known = self._holders.get((names, needed))
        if known is None:
            found = [
                actor
                for name in names
                for (_, level), actor in self._claims_under(name).items()
                if rank(level) >= needed
            ]
            named = frozenset(actor_name(actor) for actor in found if actor.id)
            known = _Holders(named, tuple(sorted(named)), unnamed=any(not actor.id for actor in found))
            self._holders[names, needed] = known
        return known

    def _claims_under(self, name: _Name) -> _Claims:
        known = self._claimed.get(name)
        if known is None:
            known = self._claimed[name] = {}
            kind, path = name
            met = [(_PATH, other) for other in self._meeting.of(path)] if kind == _PATH else [name]
            for each in met:
                for claims in self._named.get(each, ()):
                    known.update(claims)
        return known


class _Asked:
    """What of scopes counts: everything, or what meets some of the scopes that are asked for."""

    def __init__(self, scopes: Collection[Scope] | None, areas: Areas) -> None:
        self._areas = areas
        self._own = None if scopes is None else {name for scope in scopes for name in _own_names(scope)}
        self._shared = None if scopes is None else {name for scope in scopes for name in _shared_names(scope, areas)}
        self._meeting = MeetingPaths(path for kind, path in self._shared or () if kind == _PATH)
        self._known: dict[tuple[object, ...], tuple[_Name, ...]] = {}

    def names(self, scope: Scope) -> tuple[_Name, ...]:
        """Those names of a scope that count."""
        places = (scope.areas, scope.paths, scope.is_global)
        shared = self._known.get(places)  # scopes mostly differ by their issue or pull request alone
        if shared is None:
            shared = self._known[places] = tuple(filter(self._counts, _shared_names(scope, self._areas)))
        own = [name for name in _own_names(scope) if self._own is None or name in self._own]
        return (*shared, *own) if own else shared

    def _counts(self, name: _Name) -> bool:
        if self._shared is None or name in self._shared:
            return True
        return name[0] == _PATH and bool(self._meeting.of(name[1]))


def _shared_names(scope: Scope, areas: Areas) -> Iterable[_Name]:
    """What many scopes name, each of them some way or other."""
    if scope.is_global:
        yield ("global", "")
    for area in scope.areas:
        yield ("area", area)
    for path in record_paths(scope, areas):
        yield (_PATH, path)


def _own_names(scope: Scope) -> Iterable[_Name]:
    """What few scopes name alike."""
    if scope.pr:
        yield ("pr", scope.pr)
    if scope.issue:
        yield ("issue", scope.issue)


def _by_names(history: History, asked: _Asked) -> Mapping[tuple[_Name, ...], _Claims]:
    """The claims made in all scopes that have the same names of those that are asked for."""
    found: dict[tuple[_Name, ...], list[Event]] = {}
    by_scope: dict[int, list[Event]] = {}  # by object: equal scopes are mostly one
    for record in history.records.values():
        revisions = record.revisions
        scope: Scope = revisions[0].payload.scope  # type: ignore[union-attr]  # a chain starts with a creation
        written = by_scope.get(id(scope))
        if written is None:
            written = by_scope[id(scope)] = found.setdefault(asked.names(scope), [])
        written.extend(record.walked() if record.conflicts else revisions)
    return {names: _claims(events) for names, events in found.items() if names}


def _claims(events: Sequence[Event]) -> _Claims:
    """Who claimed what by these events: nearly all repeat what others claim."""
    actors = [event.actor for event in events]
    levels = [event.trust.level for event in events]
    return dict(zip(zip(map(id, actors), levels, strict=True), actors, strict=True))
