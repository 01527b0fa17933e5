"""FP406: a state change dated before the revision it extends."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.instants import parse_instant
from ...ledger.wording import counted
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

# Clocks of two machines differ; what is within this is no news.
DEFAULT_MINUTES = 5


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each change dated more than the tolerance before its parent."""
    allowed = examination.minutes.get("FP406", DEFAULT_MINUTES)
    for step in examination.steps:
        written, parent_written = step.event.occurred_at, step.parent.occurred_at
        if _plainly_after(written, parent_written):
            continue
        at, parent_at = parse_instant(written), parse_instant(parent_written)
        if at is None or parent_at is None or at.plus(60 * allowed) >= parent_at:
            continue
        yield observed(
            step.event,
            "/occurred_at",
            f"dated {written}, more than {counted(allowed, 'minute')} before the revision it extends "
            f"({step.parent.event_id}, {parent_written})",
            record_id=step.change.record_id,
            related=(Elsewhere(step.parent.origin, "the revision it extends", "/occurred_at"),),
        )


def _plainly_after(written: str, parent_written: str) -> bool:
    """True where the texts alone show the order: both in UTC, and the whole seconds ascend."""
    return written[-1:] == parent_written[-1:] == "Z" and written[:19] >= parent_written[:19]


RULE = Rule(
    code="FP406",
    name="backdated-change",
    severity=Severity.NOTICE,
    summary="A state change is dated more than 5 minutes before the revision it extends.",
    why="""\
        The chain, not the clock, says what came first, so nothing goes wrong by such a date. But one of the two times
        is untrue: a clock that is off, or a time that was filled in by hand. Whoever reads when direction came into
        force should know that this place of the record cannot be relied on.""",
    fix="""\
        Set the clock of the machine, or mend the script that fills in times. The event stays as it is: its place in
        the chain is right, and a notice fails only a gate with `--fail-on notice`. To be told no more of it, accept
        it in `fingerpost.toml` with a `[[suppressions]]` table: `rule = "FP406"`, the event as `event`, and the
        `reason`, which says what the clock did.

        Where clocks are known to differ by more, set the minutes: `minutes = 15` under `[rules.FP406]` in
        `fingerpost.toml`.""",
    bad="""\
        evt_A  occurred_at: 2026-03-02T12:00:00Z
        evt_B  occurred_at: 2026-03-02T09:00:00Z   parent_event_id: evt_A""",
    good="""\
        evt_A  occurred_at: 2026-03-02T09:00:00Z
        evt_B  occurred_at: 2026-03-02T12:00:00Z   parent_event_id: evt_A""",
    check=check,
    reach=Reach.PART,
    parameters={"minutes": DEFAULT_MINUTES},
)
