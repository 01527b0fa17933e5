"""FP404: a state change is its own ancestor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...ledger.events import Event, StateChange
from ...ledger.history import Misplacement
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each event on a cycle."""
    circular = {
        item.event.event_id: item.event for item in examination.history.unplaced if item.why is Misplacement.CYCLE
    }
    length: dict[str, int] = {}
    for event_id, event in circular.items():
        if event_id not in length:
            around = _around(event, circular)
            length |= dict.fromkeys(around, len(around))
        yield _observation(event, circular[event.parent_event_id or ""], length[event_id])


def _around(event: Event, circular: Mapping[str, Event]) -> list[str]:
    around = [event.event_id]
    following = event.parent_event_id or ""
    while following != event.event_id and following in circular:
        around.append(following)
        following = circular[following].parent_event_id or ""
    return around


def _observation(event: Event, parent: Event, length: int) -> Observation:
    """Only the parent is named: each event of the cycle is reported, and so leads round it."""
    change = event.payload
    if length > 1:
        message = f"this change is its own ancestor: it is one of {length} on a cycle, and extends {parent.event_id}"
    else:
        message = "this change names itself as its parent"
    return observed(
        event,
        "/parent_event_id",
        f"{message}; no chain reaches it, so it has no effect",
        record_id=change.record_id if isinstance(change, StateChange) else None,
        related=(Elsewhere(parent.origin, "the change it extends", "/parent_event_id"),) if length > 1 else (),
    )


RULE = Rule(
    code="FP404",
    name="parent-cycle",
    severity=Severity.ERROR,
    summary="A state change is, by its parents, its own ancestor.",
    why="""\
        An event can only extend what was there before it. A cycle cannot come from honest writing: it is made by hand
        or by a broken script. No chain from the creation reaches it, so what these events say never takes effect,
        while a reader that follows parents without care never comes to an end.""",
    fix="""\
        Write what was meant as one new `record.state_changed` whose parent is the record's last revision
        (`fingerpost show REC` prints it). The circular events stay where they are and have no effect. So that they
        do not stop every merge, set `severity = "warning"` under `[rules.FP404]` in `fingerpost.toml`, with a
        comment that names them and the new event. That lowers the rule for the whole ledger, so look at its warnings
        in review.""",
    bad="""\
        evt_B  record.state_changed  parent_event_id: evt_C
        evt_C  record.state_changed  parent_event_id: evt_B""",
    good="""\
        evt_A  record.created
        evt_B  record.state_changed  parent_event_id: evt_A
        evt_C  record.state_changed  parent_event_id: evt_B""",
    check=check,
)
