"""FP506: a record's confidence claims more than the trust of its event."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Record
from ...ledger.trust import is_standard, rank
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each creation whose confidence ranks above its trust; only standard words are ranked."""
    for event in examination.events_of(Record):
        record = event.payload
        if not isinstance(record, Record) or record.confidence == event.trust.level:
            continue
        if is_standard(event.trust.level) and rank(record.confidence) > rank(event.trust.level):
            yield observed(
                event,
                "/payload/record/confidence",
                f"the record says {record.confidence}, its event only claims {event.trust.level}",
                record_id=record.record_id,
            )


RULE = Rule(
    code="FP506",
    name="confidence-mismatch",
    severity=Severity.NOTICE,
    summary="A record's confidence says more than the trust that its event claims.",
    why="""\
        A record carries two words about itself: confidence inside it, and the trust of the event around it. Clients
        rank by the trust. Where the confidence says more, people who read the record take it for better founded than
        any tool does.""",
    fix="""\
        Nothing needs to be done if the trust is right: it is what counts, and a notice fails only a gate with
        `--fail-on notice`. If the confidence is right, let whoever confirmed it write the record anew on that claim,
        and end this one: append a `record.state_changed` with status superseded, its last revision as parent, and a
        lifecycle_reason. A contested record takes no further change, which would only add a competitor: settle its
        fork instead (FP401).

        The creation stays, and so does the notice. To be told no more of it, accept it in `fingerpost.toml` with a
        `[[suppressions]]` table: `rule = "FP506"`, the creation as `event`, and the `reason`, which says which of the
        two words is right.""",
    bad="""\
        "trust": {"level": "agent_asserted"},
        "payload": {"record": {"confidence": "human_confirmed", …}}""",
    good="""\
        "trust": {"level": "agent_asserted"},
        "payload": {"record": {"confidence": "agent_asserted", …}}""",
    check=check,
    reach=Reach.PART,
)
