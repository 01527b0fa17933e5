"""FP405: a state change of a record that nobody created."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import StateChange
from ...ledger.history import Misplacement, Unplaced
from ..finding import Observation, Severity
from ..observed import observed
from ..references import unreadable_names
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each first change of an unknown record, none for those that extend it."""
    orphans: dict[str, list[Unplaced]] = {}
    for item in examination.history.unplaced:
        change = item.event.payload
        if isinstance(change, StateChange) and change.record_id not in examination.history.records:
            orphans.setdefault(change.record_id, []).append(item)
    if not orphans:
        return
    unreadable = unreadable_names(examination.reading)
    for record_id in sorted(orphans):
        if record_id not in unreadable:
            yield from _first_changes(record_id, orphans[record_id])


def _first_changes(record_id: str, found: list[Unplaced]) -> Iterator[Observation]:
    own = {item.event.event_id for item in found}
    for item in found:
        begins = item.event.parent_event_id not in own or item.why is Misplacement.CYCLE
        if begins and item.why is not Misplacement.UNREADABLE_PARENT:
            yield observed(
                item.event,
                "/payload/record_id",
                f"no store that was read holds the creation of {record_id}, so this change has no effect",
                record_id=record_id,
            )


RULE = Rule(
    code="FP405",
    name="unknown-record",
    severity=Severity.ERROR,
    summary="A state change of a record whose creation is in none of the stores that were read.",
    why="""\
        The change of a record that is not there does nothing, and no client says so. Mostly the record exists
        somewhere: it was live, that is, in the store that the worktrees of one machine share, and was then promoted.
        Only the promotion went into the tracked ledger; every other clone, and CI, sees direction that begins in the
        middle.""",
    fix="""\
        Bring the creation along: copy its event file, unaltered, from `.git/fabric/events` of the machine that wrote
        it into `.fabric/ledger/events`. With the creation there, the finding is gone. A creation that was live
        belongs there too, where a tracked change makes the record a candidate or durable.

        If the record was never more than live, or its creation is lost, write the direction as a new record of
        durability candidate that says so in its reason. The change without a record stays and has no effect: accept
        it in `fingerpost.toml` with a `[[suppressions]]` table: `rule = "FP405"`, the change's event as `event`, and
        the `reason`, which names the new record. Accept its FP402 in the same way.""",
    bad="""\
        "event_type": "record.state_changed",
        "payload": {"record_id": "rec_…", "status": "expired"}   (no record.created has this record_id)""",
    good="""\
        "event_type": "record.created",        "payload": {"record": {"record_id": "rec_…", …}}
        "event_type": "record.state_changed",  "payload": {"record_id": "rec_…", "status": "expired"}""",
    check=check,
)
