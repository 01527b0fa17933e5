"""FP207 name-mismatch: a file is not named after the event it holds."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP207",
    name="name-mismatch",
    severity=Severity.ERROR,
    summary="The file is not named after the event it holds.",
    why=(
        "The name is what keeps two writers from overwriting each other and what makes `create once` hold: a "
        "client that writes the same event looks for `<event_id>.json`, does not find it, and writes a second "
        "copy. People who follow an id to its file look in vain."
    ),
    fix="""\
        Rename the file to its event's id (`git mv`), bytes unchanged: a new name changes nothing that the event says.
        If it is the id inside that somebody edited, put the file back as it was written, with `git restore` or from
        an earlier commit. Where a file of the right name is there too, FP302 or FP301 is reported and this is not.""",
    bad='evt_0196a3c2-….json holds "event_id": "evt_0196b771-…"',
    good='evt_0196b771-….json holds "event_id": "evt_0196b771-…"',
    check=problems_of("FP207"),
)
