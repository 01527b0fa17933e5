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
    fix="""\
        Restore the bytes as their writer wrote them: from an earlier commit (`git log --follow -p`), from
        `.git/fabric/events` of the machine that wrote the event, or from the branch that was merged. Two events in
        one file become two files, each named after its event. If the event is nowhere to be found, remove the file
        and write the direction again as a new record. Both are allowed, because nobody could read the file: no
        direction is rewritten.""",
    bad='<<<<<<< HEAD\n{"event_id": "evt_0196a3c2-…", …}\n=======\n{"event_id": "evt_0196b771-…", …}\n>>>>>>> feature',
    good='{\n  "schema_version": "fabric/1.0",\n  …\n}',
    check=problems_of("FP104"),
)
