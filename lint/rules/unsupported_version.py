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
    fix="""\
        If a newer client wrote the event, leave it alone and lint with a Fingerpost that knows its version; until
        you have one, accept it: `[[suppressions]]` in the config with `rule = "FP202"`, the `event`, a `reason` that
        names that client, and the date by which you will have it as `expires`.

        If the version is a slip in an event made by hand, set it to `fabric/1.0` and lint again: what else does not
        conform is reported then. The event may be mended in place, because it is not interpreted as it is.""",
    bad='"schema_version": "fabric/1.1"',
    good='"schema_version": "fabric/1.0"',
    check=problems_of("FP202"),
)
