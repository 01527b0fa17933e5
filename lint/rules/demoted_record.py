"""FP408: a durable record that is made candidate or live."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.wording import claimed_by
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed, pointer_to
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each change from durable to another durability."""
    for step in examination.steps:
        if step.before.durability == "durable" != step.after.durability:
            yield observed(
                step.event,
                "/payload/durability",
                f"{step.change.record_id} was durable and is made {step.after.durability} by {claimed_by(step.event)}",
                record_id=step.change.record_id,
                related=(
                    Elsewhere(
                        step.parent.origin, "the revision that left it durable", pointer_to(step.parent, "durability")
                    ),
                ),
            )


RULE = Rule(
    code="FP408",
    name="demoted-record",
    severity=Severity.WARNING,
    summary="A durable record is made candidate or live again.",
    why="""\
        A person confirmed that this direction lasts. A demotion takes that back without saying that the direction is
        over, and the reference client does so without a reason or a look at the claim. A record made live even leaves
        the tracked ledger: further changes go into the store of one machine.""",
    fix="""\
        If the direction still holds, make it durable again: append a `record.state_changed` with durability durable,
        the record's last revision as parent and a lifecycle_reason, on a claim of reviewer_confirmed or more. If it
        is over, append one with status expired instead; if a weaker form of it is wanted, write that as a new
        candidate and end this one all the same. A contested record takes no further change, which would only add a
        competitor: settle its fork instead (FP401).

        The demotion stays on file, and so does the finding: accept it in `fingerpost.toml` with a `[[suppressions]]`
        table: `rule = "FP408"`, the demotion's event as `event`, and the `reason`, which says what became of the
        record.""",
    bad="""\
        evt_B  record.state_changed  parent: evt_A  durability: durable
        evt_C  record.state_changed  parent: evt_B  durability: candidate""",
    good="""\
        evt_B  record.state_changed  parent: evt_A  durability: durable
        evt_C  record.state_changed  parent: evt_B  status: expired, lifecycle_reason: …""",
    check=check,
    reach=Reach.PART,
)
