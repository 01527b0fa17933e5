"""FP107 too-large: a file is too large or too deeply nested to be an event."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP107",
    name="too-large",
    severity=Severity.ERROR,
    summary="The file is over 1 MiB, or its JSON is nested deeper than 64 levels; it was not parsed.",
    why=(
        "An event is a few hundred bytes of direction. Megabytes or deep nesting are a pasted log, a transcript "
        "or an attempt to exhaust the reader, and the limits are checked before anything is parsed."
    ),
    fix="""\
        Move the material to where it belongs (a document, a build artefact, an issue) and write a new, short record
        that cites it as evidence by its URL. Then remove the file. That is allowed, because a file beyond these
        limits is never read as an event: nothing that was in force is lost.""",
    bad='"text": "Full log follows: [INFO] …"    (5 MB)',
    good='"text": "Retries hide the timeout; see the evidence.",\n"evidence": [{"type": "log", "url": "https://ci.example.org/runs/812"}]',
    check=problems_of("FP107"),
)
