"""Which records a list shows: by state, durability and scope.

A record of which no version is chosen is shown if any version of it is wanted: nothing is hidden by a choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .challenge_answers import answers_of
from .events import Record, Scope
from .history import History, RecordHistory, Standing
from .instants import Instant, instant
from .matching import scope_reasons

ACTIVE = "active"
ANY = "any"
CONTESTED = "contested"
SETTLED = "settled"
STATES = (ACTIVE, ANY, "open", "accepted", "rejected", "expired", "discarded", "superseded", CONTESTED, SETTLED)
_NO_STATUS = frozenset({ACTIVE, ANY, CONTESTED, SETTLED})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list asks for.

    ``state`` is one of :data:`STATES`. ``active`` is direction that someone could act on, contested records too;
    ``settled`` are forks that a settlement covers, which no status finds; the others are statuses on the wire.
    """

    state: str = ACTIVE
    durability: str | None = None
    issue: str | None = None
    pr: str | None = None
    areas: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()

    @property
    def scope(self) -> Scope | None:
        """The scope to match, or None where none was asked for."""
        if self.issue or self.pr or self.areas or self.paths:
            return Scope(issue=self.issue, pr=self.pr, areas=self.areas, paths=self.paths)
        return None


def select_records(
    history: History, wanted: Wanted, areas: Mapping[str, tuple[str, ...]]
) -> tuple[list[RecordHistory], int]:
    """The records that are wanted, by creation time and then id, and how many there are besides."""
    closed = answered_challenges(history)
    scope = wanted.scope
    chosen = [
        record
        for record in history.records.values()
        if _in_state(record, wanted.state, closed)
        and any(_is_wanted(standing, wanted, scope, areas) for standing in record.standings)
    ]
    chosen.sort(key=lambda record: (_created_at(record), record.record_id))
    return chosen, len(history.records) - len(chosen)


def _created_at(record: RecordHistory) -> Instant:
    """When the record was created; of several creations, none chosen, when it first was."""
    return min(instant(event.payload.created_at) for event in record.creations if isinstance(event.payload, Record))


def _in_state(record: RecordHistory, state: str, closed: frozenset[str]) -> bool:
    if state in (CONTESTED, SETTLED):
        return record.state == state
    if state == ACTIVE:
        return record.contested or (
            record.in_force and record.record.kind != "challenge_resolution" and record.record_id not in closed
        )
    return state == ANY or not record.settled


def _is_wanted(standing: Standing, wanted: Wanted, scope: Scope | None, areas: Mapping[str, tuple[str, ...]]) -> bool:
    return (
        (wanted.state in _NO_STATUS or standing.status == wanted.state)
        and (wanted.durability is None or standing.durability == wanted.durability)
        and (scope is None or bool(scope_reasons(standing.scope, scope, areas)))
    )


def answered_challenges(history: History) -> frozenset[str]:
    """What some record answers (:func:`.challenge_answers.answers_of`); on the wire a challenge stays ``open``."""
    return frozenset(answers_of(history))
