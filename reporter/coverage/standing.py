"""How records stand by a set of events that grows and shrinks: one tree after the other, or one moment after the other.

Records are judged in groups: a record alone, or with those that settle its forks. What an event changes is told from
its own group only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...ledger.build import history_of_versions
from ...ledger.copies import record_of
from ...ledger.events import Event, Record, Relation, Scope, StateChange
from ...ledger.history import RecordHistory
from ...ledger.settlement import SETTLES
from ..claims.claim import IN_FORCE_THEN, UNKNOWN

Versions = Mapping[str, tuple[Event, ...]]
"""The events of a group that are there, by event id, each with every version of it that is."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a record stands: its state, the scopes it may have (one, but where no version is chosen), and its last event.

    ``plain`` is True where every event of its group is on its one chain, so that a further one can simply follow.
    """

    state: str
    scopes: tuple[Scope, ...] = ()
    head: str = ""
    plain: bool = False

    @property
    def in_force(self) -> bool:
        """True where it guides whoever has it (contract, *Claims*)."""
        return self.state in IN_FORCE_THEN


NOBODY_KNOWS = Standing(UNKNOWN)

Standings = Mapping[str, Standing]
"""By record id: every record that is created by the events that are there."""


class Groups:
    """Which records are judged together, by all events there ever are to judge them by."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._leader: dict[str, str] = {}
        self._superseding: dict[str, str] = {}  # relation event -> the settling record
        settling: set[str] = set()
        supersedes: list[tuple[str, str]] = []
        for event in events:
            payload = event.payload
            if isinstance(payload, Record):
                if payload.extensions and SETTLES in payload.extensions:
                    settling.add(payload.record_id)
                    self._join(payload.record_id, _settled(payload))
            elif isinstance(payload, Relation) and payload.type == "supersedes":
                supersedes.append((event.event_id, payload.source.id))
        self._superseding.update((event_id, source) for event_id, source in supersedes if source in settling)

    def of(self, event: Event) -> str | None:
        """The group that an event counts in, by the record id that leads it; None for what moves no record."""
        record_id = record_of(event)
        if record_id is None and isinstance(event.payload, Relation):
            record_id = self._superseding.get(event.event_id)
        return None if record_id is None else self.led(record_id)

    def led(self, record_id: str) -> str:
        """The group of a record."""
        passed = []
        while (above := self._leader.get(record_id, record_id)) != record_id:
            passed.append(record_id)
            record_id = above
        for each in passed:
            self._leader[each] = record_id
        return record_id

    def _join(self, one: str, other: str | None) -> None:
        if other is not None:
            first, second = sorted((self.led(one), self.led(other)))
            if first != second:
                self._leader[second] = first


def _settled(record: Record) -> str | None:
    value = record.extensions[SETTLES]
    target = value.get("record_id") if isinstance(value, dict) else None
    return target if isinstance(target, str) else None


def standings(events: Versions, before: Standings, added: str | None = None) -> Standings:
    """How the records of one group stand by these events, and by nothing else.

    ``before`` is how they stood without ``added``, the one event that came to them, if it was one: a change that
    follows the last event of a plain chain is told without walking the chain again.
    """
    if added is not None and len(events[added]) == 1:
        short = _followed(events[added][0], len(events), before)
        if short is not None:
            return short
    records = history_of_versions(events).records
    return {record_id: _standing(record, len(events)) for record_id, record in records.items()}


def _followed(event: Event, events: int, before: Standings) -> Standings | None:
    payload = event.payload
    if isinstance(payload, Record):
        alone = events == 1 and SETTLES not in payload.extensions
        return {payload.record_id: Standing(payload.status, (payload.scope,), event.event_id, True)} if alone else None
    if not isinstance(payload, StateChange) or len(before) != 1:
        return None
    known = before.get(payload.record_id)
    if known is None or not known.plain or event.parent_event_id != known.head:
        return None
    return {payload.record_id: Standing(payload.status or known.state, known.scopes, event.event_id, True)}


def _standing(record: RecordHistory, events: int) -> Standing:
    return Standing(
        state=record.state,
        scopes=tuple(dict.fromkeys(standing.scope for standing in record.standings)),
        head=record.head.event_id,
        plain=record.conflict is None and len(record.revisions) == events,
    )
