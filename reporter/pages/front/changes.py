"""What changed, event by event: what each creation and each state change did to its record, in a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ....ledger.challenges import CHALLENGE, RESOLUTION, target_record
from ....ledger.events import IN_FORCE, Event, Record, Relation, StateChange
from ....ledger.history import ConflictKind, History, Misplacement
from ....ledger.instants import Instant, instant

_DAY, _WEEK = 86_400, 7
_AT_ONCE = 60  # seconds
_MONDAY = 3  # 1 January 1970 was a Thursday
_DURABILITIES = {"live": 0, "candidate": 1, "durable": 2}

WHY_UNPLACED = {
    Misplacement.MISSING_PARENT: "its parent was not read",
    Misplacement.UNREADABLE_PARENT: "its parent could not be read",
    Misplacement.FOREIGN_PARENT: "its parent belongs to another record",
    Misplacement.CYCLE: "its parents form a circle",
    Misplacement.UNKNOWN_RECORD: "no creation of its record was read",
    Misplacement.BEHIND: "its parent is itself not placed",
}


class Kind(StrEnum):
    """What a change is, in the word that counts it; in the order in which counts are told."""

    CREATED = "created"
    SETTLED = "settled"
    CHALLENGED = "challenged"
    ANSWERED = "answered"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"
    EXPIRED = "expired"
    DISCARDED = "discarded"
    ACCEPTED = "accepted"
    BACK = "back in force"
    PROMOTED = "promoted"
    DEMOTED = "demoted"
    REPLACES = "said to replace"
    CHALLENGES = "said to challenge"
    ANSWERS = "said to answer"
    REVIEWED = "reviewed"
    RESTATED = "restated"
    BRANCH = "on a branch of an open fork"
    UNPLACED = "that no chain reaches"


_SAID = {"supersedes": Kind.REPLACES, "challenges": Kind.CHALLENGES, "resolves": Kind.ANSWERS}
_ENDS = {kind.value: kind for kind in (Kind.SUPERSEDED, Kind.REJECTED, Kind.EXPIRED, Kind.DISCARDED, Kind.ACCEPTED)}


@dataclass(frozen=True, slots=True)
class Change:
    """One event of a record, and what it did; or a relation that somebody stated of it later, or somebody else did.

    ``kinds`` has everything it did, what weighs most first. ``to`` is the durability that a promotion or demotion led
    to. ``about`` are the records that it settles, challenges, answers or replaces. ``apart`` is set where it is not how
    its record stands: for a branch of an open fork, or because no chain reaches it, and ``note`` says so.
    """

    event: Event
    record_id: str
    kinds: tuple[Kind, ...]
    to: str = ""
    about: tuple[str, ...] = ()
    apart: Kind | None = None
    note: str = ""

    @property
    def week(self) -> int:
        """The day since 1970 on which its week begins, a Monday, in UTC."""
        days = instant(self.event.occurred_at).seconds // _DAY
        return days - (days + _MONDAY) % _WEEK


def first_day(week: int) -> Instant:
    """The midnight at which a week begins."""
    return Instant(week * _DAY)


def changes_of(history: History) -> tuple[Change, ...]:
    """Every change of every record, the latest first, then by event id.

    A relation that whoever created a record stated with it is a part of that creation. Any other that replaces,
    challenges or answers a record is a change of its own, with its own time and claim.
    """
    teller = _Teller(history)
    found = [
        teller.change(event) for event in history.events.values() if isinstance(event.payload, Record | StateChange)
    ]
    found += teller.stated()
    found.sort(key=lambda change: change.event.event_id)
    found.sort(key=lambda change: instant(change.event.occurred_at), reverse=True)
    return tuple(found)


def counts_of_kinds(changes: Iterable[Change]) -> Mapping[Kind, int]:
    """How many of some changes were what, each counted once; in the order of kinds.

    What counts is what weighs most; for one that is not how its record stands, that.
    """
    counts = Counter(change.apart or change.kinds[0] for change in changes)
    return {kind: counts[kind] for kind in Kind if counts[kind]}


class _Teller:
    """Knows what a change came after, and what each record is about."""

    def __init__(self, history: History) -> None:
        self._events = history.events
        self._states: dict[str, tuple[str, str]] = {}
        self._settles: dict[str, tuple[str, ...]] = {}
        for judged in history.judgements:
            if judged.settlement is not None and judged.covers:
                self._settles[judged.settlement_record_id] = (judged.settlement.record_id,)
        self._related: dict[tuple[str, str], set[str]] = {}
        self._apart: list[tuple[Event, Relation]] = []
        for event in history.relations:
            relation = event.payload
            if isinstance(relation, Relation) and relation.source.kind == relation.target.kind == "record":
                if _with_creation(history, event, relation):
                    self._related.setdefault((relation.type, relation.source.id), set()).add(relation.target.id)
                elif relation.type in _SAID:
                    self._apart.append((event, relation))
        self._notes = _notes(history)

    def change(self, event: Event) -> Change:
        apart, note = self._notes.get(event.event_id, (None, ""))
        payload = event.payload
        if isinstance(payload, Record):
            kind, about = self._made(payload)
            return Change(event, payload.record_id, (kind,), "", about, apart, note)
        assert isinstance(payload, StateChange)
        kinds, to = self._did(event, payload)
        return Change(event, payload.record_id, kinds, to, (), apart, note)

    def stated(self) -> Iterator[Change]:
        """The relations that are no part of a creation."""
        for event, relation in self._apart:
            yield Change(event, relation.source.id, (_SAID[relation.type],), "", (relation.target.id,))

    def _made(self, record: Record) -> tuple[Kind, tuple[str, ...]]:
        """What a creation is, and what it is about."""
        if record.record_id in self._settles:
            return Kind.SETTLED, self._settles[record.record_id]
        for kind, verb, word in ((CHALLENGE, "challenges", Kind.CHALLENGED), (RESOLUTION, "resolves", Kind.ANSWERED)):
            if record.kind == kind:
                named = target_record(record)
                return word, self._about(verb, record.record_id) or ((named,) if named is not None else ())
        return Kind.CREATED, self._about("supersedes", record.record_id)

    def _about(self, verb: str, record_id: str) -> tuple[str, ...]:
        return tuple(sorted(self._related.get((verb, record_id), ())))

    def _did(self, event: Event, change: StateChange) -> tuple[tuple[Kind, ...], str]:
        """What a state change did: only what differs from its parent's state counts."""
        before = self._after(event.parent_event_id or "")
        kinds: list[Kind] = []
        if change.status is not None and (before is None or change.status != before[0]):
            was_over = before is not None and before[0] not in IN_FORCE
            known = _ENDS.get(change.status)
            kinds += [known] if known is not None else [Kind.BACK] if was_over else []
        to = ""
        if change.durability is not None and before is not None and change.durability != before[1]:
            up = _DURABILITIES.get(change.durability, 0) > _DURABILITIES.get(before[1], 0)
            kinds.append(Kind.PROMOTED if up else Kind.DEMOTED)
            to = change.durability
        if not kinds:
            kinds.append(Kind.REVIEWED if change.reviewed_at is not None else Kind.RESTATED)
        return tuple(kinds), to

    def _after(self, event_id: str) -> tuple[str, str] | None:
        """Status and durability after an event; None where its chain leads to no creation."""
        behind: list[tuple[str, StateChange]] = []
        seen: set[str] = set()
        state: tuple[str, str] | None = None
        while event_id not in seen:
            seen.add(event_id)
            state = self._states.get(event_id)
            event = self._events.get(event_id)
            if state is not None or event is None:
                break
            if isinstance(event.payload, Record):
                state = self._states[event_id] = (event.payload.status, event.payload.durability)
                break
            if not isinstance(event.payload, StateChange):
                break
            behind.append((event_id, event.payload))
            event_id = event.parent_event_id or ""
        if state is None:
            return None
        for passed, change in reversed(behind):
            state = self._states[passed] = (change.status or state[0], change.durability or state[1])
        return state


def _with_creation(history: History, event: Event, relation: Relation) -> bool:
    """True for a relation that the writer of the record it leads from stated within a minute of creating it.

    What it leads to was then there already, or was not read.
    """
    source, target = history.records.get(relation.source.id), history.records.get(relation.target.id)
    if source is None or not source.text_known:
        return False
    made = source.creation
    if (made.actor, made.trust.level) != (event.actor, event.trust.level):
        return False
    said, then = instant(event.occurred_at), instant(made.occurred_at)
    return abs(said.seconds - then.seconds) <= _AT_ONCE and (
        target is None or instant(target.creation.occurred_at) <= said
    )


def _notes(history: History) -> dict[str, tuple[Kind | None, str]]:
    """What keeps an event from being how its record stands: no chain reaches it, or it is a branch of an open fork."""
    notes: dict[str, tuple[Kind | None, str]] = {
        event.event_id: (Kind.BRANCH, Kind.BRANCH.value)
        for record in history.records.values()
        for conflict in record.conflicts
        if conflict.kind is ConflictKind.COMPETING_CHILDREN and conflict.settled_by is None
        for branch in conflict.branches
        for event in branch.events
    }
    for each in history.unplaced:
        notes[each.event.event_id] = (Kind.UNPLACED, f"not placed: {WHY_UNPLACED[each.why]}")
    return notes
