"""Who has made which claim in which scope, and by which event last: what "who could act" rests on.

It finds the same actors as :class:`lint.claim_holders.ClaimHolders`, each with the latest event that carries the claim.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from ....ledger.events import Actor, Event, Record, Scope
from ....ledger.history import History
from ....ledger.instants import Instant, instant
from ....ledger.matching import Areas, record_paths
from ....ledger.meeting_paths import MeetingPaths
from ....ledger.trust import rank

_Who = tuple[str, str]  # kind and id; the id is empty where there is none
_Name = tuple[str, str]  # what a scope names: its kind and its name
_PATH = "path"
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """Somebody who made a claim that is strong enough, and the latest event in that scope by which they did.

    ``thread`` is True where their id is that of a thread, ``thread_read`` where an event of that thread was read.
    """

    event: Event
    thread: bool = False
    thread_read: bool = False

    @property
    def actor(self) -> Actor:
        """Whose claim it is."""
        return self.event.actor

    @property
    def order(self) -> tuple[bool, str, str]:
        """By kind, then id; who has none comes last."""
        return (not self.actor.id, self.actor.kind, self.actor.id or "")


class ClaimsMade:
    """The claims of a ledger's revisions by what their scopes name; ``threads`` are the ids of all threads named."""

    def __init__(self, history: History, areas: Areas, threads: Collection[str]) -> None:
        self._areas = areas
        self._threads = threads
        self._read = history.threads
        self._made: defaultdict[_Name, dict[tuple[_Who, str], Event]] = defaultdict(dict)
        self._names: dict[Scope, tuple[_Name, ...]] = {}
        self._enough: dict[tuple[_Name, int], Mapping[_Who, Event]] = {}
        self._known: dict[tuple[Scope, int], tuple[ClaimMade, ...]] = {}
        for record in history.records.values():
            created = record.revisions[0].payload
            assert isinstance(created, Record)  # a chain starts with a creation
            names = self._named(created.scope)
            for event in record.walked() if record.conflicts else record.revisions:
                self._note(event, names)
        self._meeting = MeetingPaths(name for kind, name in self._made if kind == _PATH)

    def of(self, scope: Scope, needed: int) -> tuple[ClaimMade, ...]:
        """Whoever made a claim in this scope that ranks at least ``needed``; those without an id come last."""
        known = self._known.get((scope, needed))
        if known is None:
            found: dict[_Who, Event] = {}
            for name in self._named(scope):
                for who, event in self._under(name, needed).items():
                    _keep_latest(found, who, event)
            made = (
                ClaimMade(event, event.actor.id in self._threads, event.actor.id in self._read)
                for event in found.values()
            )
            known = self._known[scope, needed] = tuple(sorted(made, key=lambda each: each.order))
        return known

    def _under(self, name: _Name, needed: int) -> Mapping[_Who, Event]:
        """The latest event of everybody who claimed enough in what meets one name of a scope."""
        known = self._enough.get((name, needed))
        if known is None:
            found: dict[_Who, Event] = {}
            for other in self._met(name):
                for (who, level), event in self._made.get(other, {}).items():
                    if rank(level) >= needed:
                        _keep_latest(found, who, event)
            known = self._enough[name, needed] = found
        return known

    def _note(self, event: Event, names: Iterable[_Name]) -> None:
        key = ((event.actor.kind, event.actor.id or ""), event.trust.level)
        for name in names:
            _keep_latest(self._made[name], key, event)

    def _met(self, name: _Name) -> Iterable[_Name]:
        return [(_PATH, other) for other in self._meeting.of(name[1])] if name[0] == _PATH else [name]

    def _named(self, scope: Scope) -> tuple[_Name, ...]:
        known = self._names.get(scope)
        if known is None:
            known = self._names[scope] = tuple(_names(scope, self._areas))
        return known


def _names(scope: Scope, areas: Areas) -> Iterator[_Name]:
    if scope.is_global:
        yield "global", ""
    if scope.issue:
        yield "issue", scope.issue
    if scope.pr:
        yield "pr", scope.pr
    yield from (("area", area) for area in scope.areas)
    yield from ((_PATH, path) for path in record_paths(scope, areas))


def _keep_latest(found: dict[_Key, Event], key: _Key, event: Event) -> None:
    known = found.get(key)
    if known is None or _moment(known) < _moment(event):
        found[key] = event


def _moment(event: Event) -> tuple[Instant, str]:
    return (instant(event.occurred_at), event.event_id)
