"""FP307 event-rewritten: an old event file has other bytes, but says what it said."""

from __future__ import annotations

from ..finding import Severity
from ..growth.changed_files import changes_of
from ..growth.immutability import Verdict
from ..rule import Rule

RULE = Rule(
    code="FP307",
    name="event-rewritten",
    severity=Severity.WARNING,
    summary="The bytes or the mode of an event file changed, but what the event says did not.",
    why=(
        "Nothing is lost, but clients that compare bytes take the file for another event and report a conflict with "
        "the copy in the shared store. It also hides real edits: in a change that reformats a thousand files nobody "
        "sees the one that says something else. Mostly a formatter or an editor's line endings did it."
    ),
    fix="""\
        Restore the old bytes with a new commit: the command in the message, `git checkout REV -- FILE`, brings them
        back; a mode is set back with `chmod`. Keep formatters away from `.fabric/ledger/events` (exclude it in their
        settings), and put `.fabric/ledger/events/*.json -text` into `.gitattributes`, so that git leaves the line
        endings alone.

        Where the new bytes are to stay, because every clone has them by now, accept it: `[[suppressions]]` in the
        config with `rule = "FP307"`, the `event` and a `reason`.""",
    bad='{"actor":{"kind":"human"},"event_id":"evt_0196…",…}      (was indented by two spaces)',
    good='{\n  "schema_version": "fabric/1.0",\n  "event_id": "evt_0196…",\n  …      (as it was written)',
    check=changes_of(Verdict.REWRITTEN),
)
