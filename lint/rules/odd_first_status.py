"""FP410: a creation with a status, or a parent, that a creation has no use for."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.challenges import RELATION_OF
from ...ledger.events import IN_FORCE, Record
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

_ONLY_CHALLENGES = frozenset({"open", "accepted", "rejected"})


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each odd status of a creation, and one for each creation that names a parent."""
    for event in examination.events_of(Record):
        record = event.payload
        if not isinstance(record, Record):
            continue
        if event.parent_event_id is not None:
            message = "a creation extends nothing, yet it names a parent"
            yield observed(event, "/parent_event_id", message, record_id=record.record_id)
        odd = _odd_status(record)
        if odd is not None:
            yield observed(event, "/payload/record/status", odd, record_id=record.record_id)


def _odd_status(record: Record) -> str | None:
    if record.status not in IN_FORCE:
        return f"{record.record_id} was {record.status} from the start, so it was not in force when it was created"
    if record.status in _ONLY_CHALLENGES and record.kind not in RELATION_OF:
        kind = f"kind {record.kind}"
        return f"status {record.status} belongs to challenges and their resolutions; {record.record_id} is of {kind}"
    return None


RULE = Rule(
    code="FP410",
    name="odd-first-status",
    severity=Severity.WARNING,
    summary="A record is created with a status that makes no sense at the start, or with a parent.",
    why="""\
        A record that is created expired, discarded or superseded reaches nobody: projections leave out what is not in
        force. So it happens to a challenge that the reference client resolves as superseded: the threads that
        saw the challenge are never told how it ended. The statuses open, accepted and rejected are answers to a
        challenge and count as in force on anything else too. And a creation has no revision to extend: the parent it
        names is ignored by every client.""",
    fix="""\
        For a resolution that was born superseded, write one more resolution of the challenge that says how it ended,
        with status accepted or rejected. For any other wrong status, write the direction again as a new record with
        status active; if this one counts as in force, end it by a `record.state_changed` with status expired, its
        last revision as parent, and a lifecycle_reason. A contested record takes no further change, which would only
        add a competitor: settle its fork instead (FP401). A parent in a creation is ignored: nothing is to be
        written.

        The creation stays, and so does the finding: accept it in `fingerpost.toml` with a `[[suppressions]]` table:
        `rule = "FP410"`, the creation as `event`, and the `reason`, which names the record that replaces it, or says
        why none has to.""",
    bad="""\
        "event_type": "record.created",
        "payload": {"record": {"kind": "decision", "status": "expired", …}}""",
    good="""\
        "event_type": "record.created",
        "payload": {"record": {"kind": "decision", "status": "active", …}}""",
    check=check,
    reach=Reach.PART,
)
