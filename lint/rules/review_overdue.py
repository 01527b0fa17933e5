"""FP605: durable direction that nobody reviewed for a year."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.wording import counted
from ..ages import overdue
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

DEFAULT_DAYS = 365


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each durable record in force that was last reviewed at least the allowed days ago."""
    allowed = examination.days.get("FP605", DEFAULT_DAYS)
    today = examination.as_of.day
    for found, last, age in overdue(examination, "durable", allowed):
        yield observed(
            found.head,
            "/occurred_at",
            f"the durable record {found.record_id} was last reviewed or changed {counted(age, 'day')} ago, "
            f"on {last.day} (as of {today}; {allowed} are allowed)",
            record_id=found.record_id,
        )


RULE = Rule(
    code="FP605",
    name="review-overdue",
    severity=Severity.WARNING,
    summary="A durable record is in force and nobody reviewed it for 365 days.",
    why="""\
        Durable does not mean for ever. The code, the people and the cause change, while the record goes on telling
        every new thread the same thing with full weight. A look once a year is what keeps it true.""",
    fix="""\
        Read it. If it still holds, append a `record.state_changed` that gives reviewed_at (and, better, a
        lifecycle_reason). If not, expire it; or write what holds now as a new record, state that it supersedes this
        one, and end this one as superseded. The number of days can be set: `days = 730` under `[rules.FP605]` in
        `fingerpost.toml`.

        A contested record is not judged: a further change would only add a competitor. Settle the fork first
        (FP401).""",
    bad="""\
        "durability": "durable", "status": "active", "reviewed_at": "2024-06-01T09:00:00Z"   (as of 2026-03-02)""",
    good="""\
        record.state_changed  reviewed_at: 2026-02-20T09:00:00Z""",
    check=check,
    reach=Reach.PART,
    parameters={"days": DEFAULT_DAYS},
)
