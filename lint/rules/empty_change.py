"""FP409: a state change that changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each change after which every field holds what it held before."""
    for step in examination.steps:
        if step.before == step.after:
            yield observed(
                step.event,
                "/payload",
                f"every value of this change of {step.change.record_id} is what {step.parent.event_id} left already",
                record_id=step.change.record_id,
            )


RULE = Rule(
    code="FP409",
    name="empty-change",
    severity=Severity.NOTICE,
    summary="A state change whose values all equal those of the revision it extends.",
    why="""\
        The event does nothing, yet it is a revision: threads are told of it, and a change made beside it on another
        branch is a fork over nothing. It mostly shows that a command was run twice, or that the field that was meant
        to change was forgotten.""",
    fix="""\
        If a change was meant, append it: a `record.state_changed` with the value that was meant and this event (or
        what follows it) as parent. If a review was meant, give reviewed_at in it. A contested record takes no further
        change, which would only add a competitor: settle its fork instead (FP401).

        The empty event stays; it harms nothing, and a notice fails only a gate with `--fail-on notice`. To be told no
        more of it, accept it in `fingerpost.toml` with a `[[suppressions]]` table: `rule = "FP409"`, the event as
        `event`, and the `reason`.""",
    bad="""\
        evt_A  record.created        status: active, durability: candidate
        evt_B  record.state_changed  parent: evt_A  status: active""",
    good="""\
        evt_A  record.created        status: active, durability: candidate
        evt_B  record.state_changed  parent: evt_A  status: active, reviewed_at: 2026-03-02T09:00:00Z""",
    check=check,
    reach=Reach.PART,
)
