"""FP101 unreadable-file: something stands in an event's place that cannot be read as a file."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP101",
    name="unreadable-file",
    severity=Severity.ERROR,
    summary="In an event's place is nothing that can be read: a folder, link, pipe, or a file without permission.",
    why=(
        "An event that this reader cannot open is a hole in the history: what it said is unknown, and changes "
        "that build on it lose their footing. Links and pipes are never followed or opened, because whoever can "
        "write the ledger could otherwise point a reader at any file or make it wait for ever."
    ),
    fix="""\
        If an event belongs there, put its own bytes back as a regular file: with `git restore` from the last commit,
        or from `.git/fabric/events` of the machine that wrote it. If only permission is missing, give it to the user
        who lints (Fabric writes mode 0600, for the owner alone). A link, pipe or folder that never was an event is
        removed, or moved out of the events folder. None of this touches the history: nobody could read what stood
        here.""",
    bad="evt_0196….json -> ../../drafts/idea.json      (a symbolic link)",
    good="evt_0196….json                               (a regular file, readable by the user who lints)",
    check=problems_of("FP101"),
)
