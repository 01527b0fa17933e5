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
    fix=(
        "Put the event's own bytes there as a regular file, from git (`git restore`) or from a sibling worktree's "
        "shared store, and give it read permission (Fabric writes mode 0600; the linting user must own it). What "
        "was never an event may simply be removed. A file with an FP1 or FP2 error may be mended in place or "
        "removed: lint reports that as FP312, not as a changed event."
    ),
    bad="evt_0196….json -> ../../drafts/idea.json      (a symbolic link)",
    good="evt_0196….json                               (a regular file, readable by the user who lints)",
    check=problems_of("FP101"),
)
