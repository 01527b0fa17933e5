"""FP501: durable direction that no person confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event, Record
from ...ledger.history import RecordHistory
from ...ledger.trust import CONFIRMED_RANK, TOOL_VERIFIED, rank
from ...ledger.wording import claimed_by
from ..finding import Elsewhere, Observation, Severity
from ..observed import notice_once_over, observed
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each creation or promotion that makes a record durable on too weak a claim."""
    history = examination.history
    for event in examination.events_of(Record):
        record = event.payload
        if isinstance(record, Record) and record.durability == "durable" and rank(event.trust.level) < CONFIRMED_RANK:
            yield _observation(
                event,
                f"{record.record_id} was created durable by {claimed_by(event)}; it takes reviewer_confirmed or more",
                record.record_id,
                notice_once_over(history, record.record_id),
            )
    for step in examination.steps:
        if step.before.durability == "durable" or step.after.durability != "durable":
            continue
        if rank(step.event.trust.level) >= CONFIRMED_RANK or _stamped_by_a_client(step.event, step.history):
            continue
        yield _observation(
            step.event,
            f"{step.change.record_id}, created by {claimed_by(step.history.creation)}, was made durable by "
            f"{claimed_by(step.event)}; it takes reviewer_confirmed or more",
            step.change.record_id,
            notice_once_over(history, step.change.record_id),
            (Elsewhere(step.history.creation.origin, "the creation of the record", "/trust/level"),),
        )


def _stamped_by_a_client(event: Event, record: RecordHistory) -> bool:
    """True for the reference client's promotion: its own stamp over a creation that a person confirmed."""
    creations = [record.creation]
    for conflict in record.conflicts:
        creations += [version for version in conflict.versions if isinstance(version.payload, Record)]
    confirmed = all(rank(creation.trust.level) >= CONFIRMED_RANK for creation in creations)
    return event.trust.level == TOOL_VERIFIED and confirmed


def _observation(
    event: Event,
    message: str,
    record_id: str,
    severity: Severity | None,
    related: tuple[Elsewhere, ...] = (),
) -> Observation:
    return observed(event, "/trust/level", message, record_id=record_id, severity=severity, related=related)


RULE = Rule(
    code="FP501",
    name="unconfirmed-durable",
    severity=Severity.ERROR,
    summary="A record became durable on less than a reviewer's or a person's claim.",
    why="""\
        Durable direction binds everybody who works here for a long time. The protocol asks for a rationale that a
        person or a reviewer confirmed. An agent that makes its own note durable turns a guess into a rule of the
        house, and the next agents follow it.

        The claim tool_verified on a promotion is accepted where the creation itself is confirmed: the reference
        client stamps every promotion so, whoever runs it.""",
    fix="""\
        Have a person or a reviewer read it (`fingerpost show REC`). If the direction is right, let them write it as a
        new durable record on their own claim, with the reason. Either way end this one: append a
        `record.state_changed` with status superseded or expired, its last revision as parent, and a lifecycle_reason.
        The finding is a notice once the record is no longer in force.

        A contested record takes no further change, which would only add a competitor: settle its fork instead
        (FP401). Once that is settled, the record is no longer in force.""",
    bad="""\
        "actor": {"kind": "agent"}, "trust": {"level": "agent_asserted"},
        "payload": {"record": {"durability": "durable", …}}""",
    good="""\
        "actor": {"kind": "reviewer", "id": "ines"}, "trust": {"level": "reviewer_confirmed", "basis": "review"},
        "payload": {"record": {"durability": "durable", "reason": "…", …}}""",
    check=check,
    reach=Reach.PART,
)
