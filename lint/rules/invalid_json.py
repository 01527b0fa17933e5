"""FP104 invalid-json: a file is not one JSON value."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP104",
    name="invalid-json",
    severity=Severity.ERROR,
    summary="The file is not one JSON value: empty, cut short, merge markers, comments, NaN, several values.",
    why=(
        "Nobody can say what a broken file meant, so nothing is guessed from its parts: the event is left out, "
        "and everything that names it as a parent hangs in the air. The Go client refuses the whole ledger for "
        "one such file. Merge markers mean that two people's events were put into one file, which the file names "
        "are there to prevent."
    ),
    fix=(
        "Restore the bytes as their writer wrote them: from `git log --follow` of the file, from the shared "
        "store, or from the branch that the merge came from. Two events in one file become two files, each named "
        "after its event. A file with an FP1 or FP2 error may be mended in place or removed: lint reports that as "
        "FP312, not as a changed event."
    ),
    bad='<<<<<<< HEAD\n{"event_id": "evt_0196a3c2-…", …}\n=======\n{"event_id": "evt_0196b771-…", …}\n>>>>>>> feature',
    good='{\n  "schema_version": "fabric/1.0",\n  …\n}',
    check=problems_of("FP104"),
)
