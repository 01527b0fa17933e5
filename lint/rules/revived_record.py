"""FP407: a record that was over and is in force again."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import IN_FORCE
from ...ledger.wording import claimed_by
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed, pointer_to
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each change from a status that is over to one in force."""
    for step in examination.steps:
        if step.before.status not in IN_FORCE and step.after.status in IN_FORCE:
            yield observed(
                step.event,
                "/payload/status",
                f"{step.change.record_id} was {step.before.status} and is made {step.after.status} again by "
                f"{claimed_by(step.event)}",
                record_id=step.change.record_id,
                related=(
                    Elsewhere(
                        step.parent.origin,
                        f"the revision that left it {step.before.status}",
                        pointer_to(step.parent, "status"),
                    ),
                ),
            )


RULE = Rule(
    code="FP407",
    name="revived-record",
    severity=Severity.WARNING,
    summary="A record that was expired, discarded or superseded is in force again.",
    why="""\
        Direction that somebody ended guides work again, under its old text, its old reason and its old review. People
        who read the end of it do not expect it back. The reference client revives a record as a side effect of
        keeping it as a candidate, without asking for a reason.""",
    fix="""\
        If the direction is wanted again, write it as a new record that says why it holds again. Either way end this
        one: append a `record.state_changed` with status expired, its last revision as parent, and a lifecycle_reason
        (Fabric's `fabric expire` writes one). A contested record takes no further change, which would only add a
        competitor: settle its fork instead (FP401).

        That the record came back stays on file, and so does the finding: accept it in `fingerpost.toml` with a
        `[[suppressions]]` table: `rule = "FP407"`, the event that brought it back as `event`, and the `reason`, which
        says what became of the record.""",
    bad="""\
        evt_B  record.state_changed  parent: evt_A  status: expired
        evt_C  record.state_changed  parent: evt_B  status: active""",
    good="""\
        evt_B  record.state_changed  parent: evt_A  status: expired
        evt_C  record.created        a new record, with the reason why it holds again""",
    check=check,
    reach=Reach.PART,
)
