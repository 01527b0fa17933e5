"""FP202 unsupported-version: an event states another protocol version."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP202",
    name="unsupported-version",
    severity=Severity.ERROR,
    summary="The event's schema_version is not fabric/1.0.",
    why=(
        "Another version may give the same fields another meaning. Reading it as fabric/1.0 would be a guess, so "
        "the event is kept and counted, but not interpreted."
    ),
    fix=(
        "If a newer client wrote it, lint with a Fingerpost that knows that version. If the version is a slip of "
        "a hand-made event, set it to `fabric/1.0` and check that the rest conforms. A file with an FP1 or FP2 "
        "error may be mended in place or removed: lint reports that as FP312, not as a changed event."
    ),
    bad='"schema_version": "fabric/1.1"',
    good='"schema_version": "fabric/1.0"',
    check=problems_of("FP202"),
)
