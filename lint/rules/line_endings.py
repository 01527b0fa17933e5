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
    fix="""\
        Run `git ls-files --eol .fabric/ledger/events`. Where it says `i/lf w/crlf`, only the checkout differs. First
        commit what is new; only then put `.fabric/ledger/events/*.json -text` into `.gitattributes`, delete the event
        files of the working tree and get them back with `git restore .fabric/ledger/events`.

        Where it says `i/crlf`, CRLF is what was committed. Leave those files alone: other bytes under the same name
        would disagree with every copy and hash there is. Let the tool that wrote them write LF, and accept the
        warning: `[[suppressions]]` in the config with `rule = "FP109"`, the file's `path` (or a pattern, for many)
        and a `reason`.""",
    bad='{\\r\\n  "schema_version": "fabric/1.0",\\r\\n',
    good='{\\n  "schema_version": "fabric/1.0",\\n',
    check=problems_of("FP109"),
)
