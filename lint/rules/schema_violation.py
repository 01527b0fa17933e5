"""FP201 schema-violation: an event breaks the protocol's schema."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP201",
    name="schema-violation",
    severity=Severity.ERROR,
    summary="The event breaks the protocol's schema in a way that no more specific rule names.",
    why=(
        "A missing field, a wrong type or a value outside the protocol's list leaves the event's meaning to a "
        "guess, and Fingerpost does not guess: the event is counted but not interpreted. Other clients may take "
        "it for something else, or drop it silently."
    ),
    fix="""\
        Correct the field at the place named so that it says what its writer meant; the message says what the schema
        allows there. The event may be mended in place, because it is not interpreted as it is: no direction that was
        in force changes. If nobody knows what was meant, remove the file and write the direction again as a new
        record. Let the tool that wrote it validate against the schema.""",
    bad='"status": "archived",\n"scope": {}',
    good='"status": "expired",\n"scope": {"issue": "BILL-417"}',
    check=problems_of("FP201"),
)
