"""FP312 repaired-event: an old event file was changed or removed in one of the ways that are allowed."""

from __future__ import annotations

from ..finding import Severity
from ..growth.changed_files import changes_of
from ..growth.immutability import Verdict
from ..rule import Rule

RULE = Rule(
    code="FP312",
    name="repaired-event",
    severity=Severity.NOTICE,
    summary="An unreadable event was mended or removed, or a file removed that should not have been there.",
    why=(
        "These are the only changes that an old event file may have: one that no client could read (an FP1 or FP2 "
        "error) is mended or removed; an equal copy (FP302), a misplaced file (FP308, FP309) and one with a "
        "credential (FP801) are removed. They are named, so that somebody looks: what a mended event says was not "
        "written by its actor alone, and a credential that was committed is still in history."
    ),
    fix="""\
        Look at the file before and after (`git log -p -- FILE`). If it says what its writer meant, there is nothing
        to do. If not, correct it with an event: end the record, and write another one. Revoke a credential that was
        committed, since removing the file does not take it out of history. To hide the notice, set
        `severity = "off"` under `[rules.FP312]`, or accept one with `[[suppressions]]` and a reason.""",
    bad="""\
        evt_0196….json in the base:  "text": "Round half to even.",}      (no JSON: FP104)
        the same file now:           "text": "Round half to even."}""",
    good="evt_0196….json as it was written, with nothing to repair",
    check=changes_of(Verdict.REPAIRED),
)
