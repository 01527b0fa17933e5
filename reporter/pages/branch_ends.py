"""Where each branch of a fork ends: what it comes to counts more than the change with which it begins."""

from __future__ import annotations

from ...ledger.copies import spoken_by
from ...ledger.history import Branch, Conflict, RecordHistory
from ...lint.steps import State, steps_of
from .survey import Survey

Ends = tuple[State, ...]


def ends_of(survey: Survey, record: RecordHistory, conflict: Conflict) -> tuple[Ends, ...]:
    """For each branch the states at its ends: one, or several where it forks again; none where copies differ."""
    states = {step.event.event_id: step.after for step in steps_of(record)}
    return tuple(_ends(survey, branch, states) for branch in conflict.branches)


def agreeing(conflict: Conflict, ends: tuple[Ends, ...]) -> str:
    """That all branches come to the same, as rule FP401 says it; empty where they do not, or nobody can say."""
    if any(len(each) != 1 for each in ends) or len({each[0][:3] for each in ends}) != 1:
        return ""
    if any(branch.following for branch in conflict.branches):
        return "All of them end in the same state"
    return "All of them make the same change"


def ends_words(ends: Ends) -> str:
    """How a branch ends, in a few words."""
    if not ends:
        return "how it ends is unknown"
    return " or ".join(dict.fromkeys(f"it ends {end.status}, {end.durability}" for end in ends))


def _ends(survey: Survey, branch: Branch, states: dict[str, State]) -> Ends:
    divergent = survey.reading.divergent
    if any(each.event_id in divergent and spoken_by(divergent[each.event_id]) is None for each in branch.events):
        return ()
    parents = {event.parent_event_id for event in branch.following}
    leaves = [event.event_id for event in branch.events if event.event_id not in parents]
    return tuple(states[each] for each in leaves if each in states)
