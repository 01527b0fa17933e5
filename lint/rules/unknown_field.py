"""FP206 unknown-field: an event has a field that the protocol does not have."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP206",
    name="unknown-field",
    severity=Severity.ERROR,
    summary="The event has a field that the protocol does not have, or has only in another letter case.",
    why=(
        "The protocol's objects are closed, so that a slip of the pen cannot silently lose meaning: `pathes` "
        "would scope a record to nothing. Clients disagree about such fields; the Go client matches keys without "
        "regard to case, others do not."
    ),
    fix="""\
        Rename the field to the one meant (the message names one that is near enough), or move it into the extensions
        that the message names, the record's or the event's, under a key with a namespace, such as
        `example.org/ticket`. The event may be mended in place, because it is not interpreted as it is; change that
        field and nothing else.""",
    bad='"scope": {"issue": "BILL-417", "pathes": ["services/billing/**"]}',
    good='"scope": {"issue": "BILL-417", "paths": ["services/billing/**"]}',
    check=problems_of("FP206"),
)
