"""FP109 line-endings: an event file has CRLF line endings."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP109",
    name="line-endings",
    severity=Severity.WARNING,
    summary="The event file has CRLF line endings; clients write LF.",
    why=(
        "The JSON means the same, but the bytes differ between machines: git shows the file as changed, clients "
        "that compare bytes refuse to write the same event again, and hashes of the file no longer agree."
    ),
    fix=(
        "Usually only the checkout differs. Put `.fabric/ledger/events/*.json -text` into `.gitattributes` and "
        "check the files out again. If CRLF is what was committed, leave those files alone and suppress this "
        "finding for them with a reason, because rewriting their bytes would be FP307."
    ),
    bad='{\\r\\n  "schema_version": "fabric/1.0",\\r\\n',
    good='{\\n  "schema_version": "fabric/1.0",\\n',
    check=problems_of("FP109"),
)
