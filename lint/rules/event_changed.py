"""FP305 event-changed: an old event file says something else than it did."""

from __future__ import annotations

from ..finding import Severity
from ..growth.changed_files import changes_of
from ..growth.immutability import Verdict
from ..rule import Rule

RULE = Rule(
    code="FP305",
    name="event-changed",
    severity=Severity.ERROR,
    summary="An event file says something else than it did in the base, or earlier in history.",
    why=(
        "People and agents acted on what the event said. Whoever edits it rewrites what they were told, and every "
        "clone that still has the old bytes, in its shared store or on another branch, now holds another event under "
        "the same id. Clients refuse to write over an event for that reason."
    ),
    fix="""\
        Restore the old bytes with a new commit: the command in the message, `git checkout REV -- FILE`, brings them
        back. What you meant to change is said by a new event: a state change that ends the record (expired,
        discarded, superseded), and a new record that says it better. An event that no client could read (FP1, FP2
        errors) may be mended; what is reported is the first version that clients could read.

        Where the old bytes must not come back, or a change only restores what an earlier one had edited, accept it:
        `[[suppressions]]` in the config with `rule = "FP305"`, the `event` and a `reason`.""",
    bad="""\
        .fabric/ledger/events/evt_0196….json in the base:  "text": "Round half to even."
        the same file now:                                 "text": "Round half up.\"""",
    good="""\
        .fabric/ledger/events/evt_0196….json  as it was in the base
        .fabric/ledger/events/evt_0197….json  new: the old record is superseded
        .fabric/ledger/events/evt_0198….json  new: "text": "Round half up.\"""",
    check=changes_of(Verdict.CHANGED),
)
