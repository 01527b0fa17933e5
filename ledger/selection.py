"""Which records a list shows: by state, durability and scope."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .events import Relation, Scope
from .history import History, RecordHistory
from .instants import instant
from .matching import scope_reasons

ACTIVE = "active"
ANY = "any"
STATES = (ACTIVE, ANY, "open", "accepted", "rejected", "expired", "discarded", "superseded", "contested")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list asks for. ``state`` is one of :data:`STATES`: ``active`` is direction that someone could act on."""

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
        and (wanted.durability is None or record.durability == wanted.durability)
        and (scope is None or (record.text_known and scope_reasons(record.record.scope, scope, areas)))
    ]
    chosen.sort(key=lambda record: (instant(record.record.created_at), record.record_id))
    return chosen, len(history.records) - len(chosen)


def _in_state(record: RecordHistory, state: str, closed: frozenset[str]) -> bool:
    if state == ANY:
        return True
    if state == "contested":
        return record.contested
    if state != ACTIVE:
        return record.status == state
    if record.contested:
        return True
    return record.in_force and record.record.kind != "challenge_resolution" and record.record_id not in closed


def answered_challenges(history: History) -> frozenset[str]:
    """Challenges that some resolution names: they are still ``open`` on the wire (go-client.md, section 4)."""
    return frozenset(_resolved(history))


def _resolved(history: History) -> Iterable[str]:
    for event in history.relations:
        relation = event.payload
        if isinstance(relation, Relation) and relation.type == "resolves" and relation.target.kind == "record":
            yield relation.target.id
