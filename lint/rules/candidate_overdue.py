"""FP604: a candidate that nobody promoted, kept or ended for a month."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.wording import counted
from ..ages import overdue
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

DEFAULT_DAYS = 30


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each candidate in force that was last curated at least the allowed days ago."""
    allowed = examination.days.get("FP604", DEFAULT_DAYS)
    today = examination.as_of.day
    for found, last, age in overdue(examination, "candidate", allowed):
        yield observed(
            found.head,
            "/occurred_at",
            f"the candidate {found.record_id} was last curated {counted(age, 'day')} ago, on {last.day} (as of "
            f"{today}; {allowed} are allowed)",
            record_id=found.record_id,
        )


RULE = Rule(
    code="FP604",
    name="candidate-overdue",
    severity=Severity.WARNING,
    summary="A candidate is in force and nobody curated it for 30 days.",
    why="""\
        A candidate is direction on trial: it guides work already, but nobody has confirmed that it lasts. The trial is
        meant to end. Where it does not, half-made decisions pile up, fill the budget of every projection and are
        obeyed like the confirmed ones.""",
    fix="""\
        Curate it: promote it with a reason, keep it as a candidate for another while, or expire or discard it. Each
        of these appends a state change and ends the finding. The number of days can be set: `days = 60` under
        `[rules.FP604]` in `fingerpost.toml`.

        A contested candidate is not judged: a further change would only add a competitor. Settle the fork first
        (FP401).""",
    bad="""\
        "durability": "candidate", "status": "active"   (created 45 days ago, no state change since)""",
    good="""\
        "durability": "candidate", "status": "active"   (created 45 days ago)
        record.state_changed  durability: durable, lifecycle_reason: …""",
    check=check,
    reach=Reach.PART,
    parameters={"days": DEFAULT_DAYS},
)
