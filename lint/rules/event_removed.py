"""FP306 event-removed: an old event file is gone."""

from __future__ import annotations

from ..finding import Severity
from ..growth.changed_files import changes_of
from ..growth.immutability import Verdict
from ..rule import Rule

RULE = Rule(
    code="FP306",
    name="event-removed",
    severity=Severity.ERROR,
    summary="An event file of the base, or of an earlier commit, was deleted or renamed.",
    why=(
        "The ledger only grows: what was decided and why can be traced as long as no event disappears. A deleted "
        "record takes its reason with it, whatever names it dangles, and on machines that still have the copy in "
        "their shared store it goes on guiding work that others cannot see."
    ),
    fix="""\
        Restore the file with a new commit: the command in the message, `git checkout REV -- FILE`, brings it back. A
        renamed file gets its old name again (`git mv`). A record that no longer holds is ended by a state change
        (expired, discarded, superseded) with a reason. Only a file that no client could read (FP1, FP2 errors), an
        equal copy (FP302), a misplaced one (FP308, FP309) or one with a credential (FP801) may be removed.

        Where it must not come back, accept it: `[[suppressions]]` in the config with `rule = "FP306"`, the `event`
        and a `reason`.""",
    bad="git rm .fabric/ledger/events/evt_0196….json",
    good="""\
        "event_type": "record.state_changed",
        "parent_event_id": "evt_0196…",
        "payload": {"record_id": "rec_…", "status": "discarded", "lifecycle_reason": "It was a trial."}""",
    check=changes_of(Verdict.REMOVED),
)
