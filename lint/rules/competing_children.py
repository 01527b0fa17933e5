"""FP401: two or more state changes extend one and the same revision."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from ...ledger.copies import spoken_by
from ...ledger.events import Event, StateChange
from ...ledger.history import Branch, Conflict, ConflictKind, RecordHistory
from ...ledger.trust import LEVELS, rank
from ...ledger.wording import claimed_by, claimed_with_basis, counted, listed
from ..claim_holders import ClaimHolders
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule
from ..steps import State, steps_of


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each fork, at the parent that the branches share."""
    forks = [
        (record, conflict)
        for record in examination.history.records.values()
        for conflict in record.conflicts
        if conflict.kind is ConflictKind.COMPETING_CHILDREN
    ]
    if not forks:
        return
    unsettled = [record.record.scope for record, conflict in forks if not conflict.settled_by]
    holders = ClaimHolders(examination.history, examination.config.areas, unsettled)
    divergent = examination.reading.divergent
    undecided = {event_id for event_id in divergent if spoken_by(divergent[event_id]) is None}
    for record, conflict in forks:
        yield _fork(record, conflict, holders, undecided)


@dataclass(frozen=True, slots=True)
class _Told:
    """A branch, what is set by its first change, and how it ends: None where nobody can say, or not in one way."""

    branch: Branch
    sets: str
    end: State | None
    follows: str


def _fork(record: RecordHistory, conflict: Conflict, holders: ClaimHolders, undecided: Collection[str]) -> Observation:
    parent = _parent(record, conflict)
    states = {step.event.event_id: step.after for step in steps_of(record)}
    told = [_told(branch, states, undecided) for branch in conflict.branches]
    parts = [
        f"{counted(len(told), 'state change')} of {record.record_id} compete under {parent.event_id}: "
        + "; ".join(f"{claimed_by(item.branch.child)} sets {item.sets}" for item in told)
    ]
    ends = {item.end[:3] if item.end is not None else None for item in told}
    if len(ends) == 1 and None not in ends:
        followed = any(item.branch.following for item in told)
        parts.append("All of them end in the same state" if followed else "All of them make the same change")
    if conflict.settled_by:
        parts.append(f"Settled by {conflict.settled_by}")
    else:
        parts.append(_who_could_settle(record, holders))
    return observed(
        parent,
        "/event_id",
        ". ".join(parts),
        record_id=record.record_id,
        detail=",".join(conflict.competing_event_ids),
        severity=Severity.NOTICE if conflict.settled_by else None,
        related=tuple(Elsewhere(item.branch.child.origin, _branch(item), "/payload") for item in told),
    )


def _parent(record: RecordHistory, conflict: Conflict) -> Event:
    return next(event for event in record.revisions if event.event_id == conflict.parent_event_id)


def _told(branch: Branch, states: Mapping[str, State], undecided: Collection[str]) -> _Told:
    child = branch.child
    sets = "what its copies do not agree on" if child.event_id in undecided else _what(child)
    if not branch.following:
        return _Told(branch, sets, None if child.event_id in undecided else states[child.event_id], "nothing follows")
    parents = [event.parent_event_id for event in branch.following]
    follows = f"then {counted(len(parents), 'more change')}"
    if len(set(parents)) < len(parents):
        return _Told(branch, sets, None, f"{follows} that fork again")
    if child.event_id in undecided or any(event.event_id in undecided for event in branch.following):
        return _Told(branch, sets, None, f"{follows}, with copies that differ")
    last = states[branch.following[-1].event_id]
    return _Told(branch, sets, last, f"{follows}, at last {last.status} and {last.durability}")


def _branch(item: _Told) -> str:
    child = item.branch.child
    said = f"{claimed_with_basis(child)}, at {child.occurred_at}"
    return f"branch {child.event_id}: {said}: sets {item.sets}, {item.follows}"


def _what(event: Event) -> str:
    change = event.payload
    if not isinstance(change, StateChange):
        return "nothing"
    fields = (
        ("status", change.status),
        ("durability", change.durability),
    )
    named = [f"{name} {value}" for name, value in fields if value]
    if change.lifecycle_reason:
        named.append("a reason")
    if change.reviewed_at:
        named.append("a review time")
    return ", ".join(named) or "nothing"


def _who_could_settle(record: RecordHistory, holders: ClaimHolders) -> str:
    claim = record.creation.trust.level
    needed = rank(claim)
    levels = [level for level in LEVELS if rank(level) >= needed]
    names = holders.of(record.record.scope, needed)
    held = (
        f"such a claim is on record in this scope for {listed(names)}" if names else "nobody holds one on record here"
    )
    return f"To settle it takes a claim of {' or '.join(levels)} (the record was created on {claim}); {held}"


RULE = Rule(
    code="FP401",
    name="competing-children",
    severity=Severity.ERROR,
    summary="Two or more state changes extend the same revision of a record, so its state is contested.",
    why="""\
        Two people, or two branches of the repository, went on from one revision without seeing each other. The ledger
        holds both words and neither is wrong by its form. A tool that took the later one, or the stronger one, would
        decide in silence what nobody decided, and another tool would decide it otherwise. So every client stops at
        the fork: the record stays as it was before, and agents are told of the conflict.

        Further changes do not help: each one only adds a competitor or lengthens a branch.""",
    fix="""\
        Do not delete or edit a branch. Decide, and write the decision down as new direction: one record with the
        extension fingerpost.settles, which names the record, the parent and exactly the competing events, and one
        supersedes relation from it to the contested record, both in the tracked ledger and on a claim at least as
        strong as the one the contested record was created on. The finding then becomes a
        notice. A branch that arrives later opens the fork again.""",
    bad="""\
        evt_A  record.created        rec_R
        evt_B  record.state_changed  parent_event_id: evt_A   status: expired
        evt_C  record.state_changed  parent_event_id: evt_A   durability: durable""",
    good="""\
        evt_A  record.created        rec_R
        evt_B  record.state_changed  parent_event_id: evt_A   durability: durable
        evt_C  record.state_changed  parent_event_id: evt_B   status: expired""",
    check=check,
    reach=Reach.PART,
)
