"""FP205 bad-time: a time is not in the form that every client reads."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP205",
    name="bad-time",
    severity=Severity.ERROR,
    summary="A time is not in the form that every client reads: RFC 3339 with T, two-digit fields and Z or an offset.",
    why=(
        "Clients differ in which forms they accept: lower-case letters, a comma before the fraction, second 60 or "
        "year 0000 pass in one and stop another. A time without an offset is a different instant on every "
        "machine. Dates that do not exist cannot be ordered at all."
    ),
    fix="""\
        Write the instant that was meant as `YYYY-MM-DDThh:mm:ss`, an optional point and fraction, and `Z` or
        `+hh:mm`. A leap second is written as second 59. Where the offset is missing, ask the writer which zone the
        clock was in. The event may be mended in place, because it is not interpreted as it is: no direction that was
        in force changes.""",
    bad='"occurred_at": "2026-02-30 10:00:00"\n"occurred_at": "2026-03-02T1:00:00,5z"',
    good='"occurred_at": "2026-03-02T10:00:00.5+01:00"',
    check=problems_of("FP205"),
)
