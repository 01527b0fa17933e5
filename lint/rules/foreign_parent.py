"""FP403: a state change extends an event that is no revision of its record."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event, Record, StateChange
from ...ledger.history import Misplacement
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each state change whose parent is of another record or no revision at all."""
    for item in examination.history.unplaced:
        change = item.event.payload
        if item.why is not Misplacement.FOREIGN_PARENT or not isinstance(change, StateChange):
            continue
        parent = examination.history.events.get(item.event.parent_event_id or "")
        if parent is not None:
            yield observed(
                item.event,
                "/parent_event_id",
                f"the parent {parent.event_id} is {_what(parent)}, no revision of {change.record_id}",
                record_id=change.record_id,
                related=(Elsewhere(parent.origin, "the event that is named as parent", "/event_id"),),
            )


def _what(parent: Event) -> str:
    payload = parent.payload
    if isinstance(payload, Record | StateChange):
        return f"a revision of {payload.record_id}"
    return f"a {parent.event_type} event"


RULE = Rule(
    code="FP403",
    name="foreign-parent",
    severity=Severity.ERROR,
    summary="The parent of a state change belongs to another record, or is not a revision of a record.",
    why="""\
        A chain is a record's own. A change that extends somebody else's revision extends nothing: clients drop it
        without a word, and its writer believes that the record has changed. It comes from ids copied by hand, or from
        a script that mixed up two records.""",
    fix="""\
        Write the change again as a new `record.state_changed` whose parent is the last revision of its own record
        (`fingerpost show REC` prints it), if it is still wanted. A contested record takes no further change, which
        would only add a competitor: settle its fork instead (FP401).

        The misplaced event stays in the ledger, where it has no effect: accept it in `fingerpost.toml` with a
        `[[suppressions]]` table: `rule = "FP403"`, that event as `event`, and the `reason`, which names the event
        that replaces it.""",
    bad="""\
        "parent_event_id": "evt_…"        (a revision of rec_A)
        "payload": {"record_id": "rec_B", "status": "expired"}""",
    good="""\
        "parent_event_id": "evt_…"        (a revision of rec_B)
        "payload": {"record_id": "rec_B", "status": "expired"}""",
    check=check,
)
