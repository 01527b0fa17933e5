"""FP502: durable direction that says nowhere why."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event
from ...ledger.history import RecordHistory
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule
from ..steps import steps_of


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each durable record with no reason, at the event that made it durable."""
    for found in examination.history.records.values():
        if found.durability != "durable" or _said(found.record.reason) or _said(found.lifecycle_reason):
            continue
        if not found.text_known:
            continue  # which version says what is in dispute: that is the finding (FP301, FP303)
        event = _made_durable_by(found)
        created = event is found.creation
        yield observed(
            event,
            "/payload/record/durability" if created else "/payload/durability",
            f"{found.record_id} {'was created' if created else 'was made'} durable, and neither a reason nor a "
            "lifecycle_reason says why",
            record_id=found.record_id,
        )


def _said(text: str | None) -> bool:
    return text is not None and not text.isspace() and text != ""


def _made_durable_by(found: RecordHistory) -> Event:
    made = found.creation
    chain = {event.event_id for event in found.revisions}
    for step in steps_of(found):
        if step.event.event_id not in chain:
            break  # the branches of a fork: the state is that of the fork's parent
        if step.before.durability != "durable" == step.after.durability:
            made = step.event
    return made


RULE = Rule(
    code="FP502",
    name="durable-without-reason",
    severity=Severity.WARNING,
    summary="A durable record has neither a reason nor a lifecycle_reason.",
    why="""\
        Durable direction outlives the people who remember why. Without a reason nobody can tell, a year on, whether
        the cause is still there: so the direction is either obeyed for ever or ignored. The protocol asks for a
        confirmed rationale, and a rationale has to be written down.""",
    fix="""\
        Append a `record.state_changed` with the record's last revision as parent that says why in lifecycle_reason.
        Nothing is to be edited.

        A contested record takes no further change, which would only add a competitor: settle its fork (FP401) by a
        record that has a reason. The finding then stays: accept it in `fingerpost.toml` with a `[[suppressions]]`
        table: `rule = "FP502"`, the `record`, and the `reason`, which names the settlement.""",
    bad="""\
        "payload": {"record_id": "rec_…", "durability": "durable"}
        (and no reason in the record)""",
    good="""\
        "payload": {"record_id": "rec_…", "durability": "durable",
                    "lifecycle_reason": "Two incidents came from rounding in the gateway."}""",
    check=check,
    reach=Reach.PART,
)
