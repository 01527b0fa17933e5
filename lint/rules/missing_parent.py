"""FP402: a state change extends an event that no store holds."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import StateChange
from ...ledger.history import Misplacement
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each state change whose own parent is missing; what hangs below it is not repeated."""
    for item in examination.history.unplaced:
        change = item.event.payload
        if item.why is Misplacement.MISSING_PARENT and isinstance(change, StateChange):
            yield observed(
                item.event,
                "/parent_event_id",
                f"the parent {item.event.parent_event_id} of this change of {change.record_id} is in no store that was "
                "read, so the change has no effect",
                record_id=change.record_id,
            )


RULE = Rule(
    code="FP402",
    name="missing-parent",
    severity=Severity.ERROR,
    summary="The parent of a state change is in none of the stores that were read.",
    why="""\
        A state change says which revision it extends. Without that revision nobody can tell what it changed, and
        every client leaves it out: a record that somebody expired goes on guiding work. The usual cause is a live
        record that was promoted: its creation stays in the store that only the worktrees of one machine share, and
        every other clone gets a change without a beginning.""",
    fix="""\
        Look for the missing event where it was written: in `.git/fabric/events` of the machine that made the change,
        or on a branch that was not merged (`git log --all --name-only` shows its file name). Add that file,
        unaltered, to `.fabric/ledger/events`: the finding is gone.

        If it is lost, or the record was never more than live (FP308), write the direction again as a new record that
        says so in its reason. The orphaned change stays and has no effect: accept it in `fingerpost.toml` with a
        `[[suppressions]]` table: `rule = "FP402"`, the change's event as `event`, and the `reason`, which names the
        lost event and the new record.""",
    bad="""\
        "event_type": "record.state_changed",
        "parent_event_id": "evt_…"        (no file of that name anywhere)""",
    good="""\
        "event_type": "record.state_changed",
        "parent_event_id": "evt_…"        (the creation, or the last change, of the same record)""",
    check=check,
)
