"""FP607: a challenge that nobody answered for two weeks."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.challenges import CHALLENGE, RESOLUTION, target_record
from ...ledger.events import Event, Record, StateChange
from ...ledger.history import RecordHistory
from ...ledger.instants import parse_instant
from ...ledger.wording import counted
from ..ages import days_since
from ..disputes import in_dispute
from ..finding import Observation, Severity
from ..observed import observed
from ..references import record_targets
from ..rule import Examination, Reach, Rule

DEFAULT_DAYS = 14

# A challenge whose own chain says accepted or rejected was answered there.
_OPEN = frozenset({"open", "active"})


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each challenge without a resolution that has been open for at least the allowed days."""
    waiting = [found for found, record in examination.guiding if record.kind == CHALLENGE and found.status in _OPEN]
    if not waiting:
        return
    allowed = examination.days.get("FP607", DEFAULT_DAYS)
    answered = _answered(examination)
    for found in waiting:
        if found.record_id in answered:
            continue
        opened = _opened(found)
        since = parse_instant(opened.occurred_at)
        if since is not None and (age := days_since(since, examination.as_of)) >= allowed:
            yield observed(
                opened,
                "/occurred_at",
                f"the challenge {found.record_id} has been open for {counted(age, 'day')}, since {since.day} (as of "
                f"{examination.as_of.day}; {allowed} are allowed)",
                record_id=found.record_id,
            )


def _answered(examination: Examination) -> frozenset[str]:
    """Ids of the challenges that a resolution names by its extension, or any record by a resolves relation.

    One that is over counts: it answered the question, and clients write an answer "superseded" as a record that is
    never in force. Only a discarded one was taken back.
    """
    records = examination.history.records
    found: set[str] = set()
    for source, targets in record_targets(examination.between_records("resolves")).items():
        answer = records.get(source)
        if answer is None or not _taken_back(answer):
            found.update(targets)
    for record in examination.created(RESOLUTION):
        answer, target = records.get(record.record_id), target_record(record)
        if target is not None and (answer is None or not _taken_back(answer)):
            found.add(target)
    return frozenset(found)


def _taken_back(found: RecordHistory) -> bool:
    return found.status == "discarded" and not in_dispute(found)


def _opened(found: RecordHistory) -> Event:
    """The revision with which the challenge was opened last."""
    opened, is_open = found.creation, True
    for event in found.revisions:
        payload = event.payload
        if isinstance(payload, Record | StateChange) and payload.status is not None:
            if payload.status in _OPEN and not is_open:
                opened = event
            is_open = payload.status in _OPEN
    return opened


RULE = Rule(
    code="FP607",
    name="challenge-overdue",
    severity=Severity.WARNING,
    summary="A challenge has been open for 14 days, and no resolution answers it.",
    why="""\
        A challenge stops people: the direction that it contests cannot be relied on, and it stands first in every
        projection until somebody decides. One that nobody decides is as good as no direction, and fills the budget
        of every thread it reaches.""",
    fix="""\
        Decide. Append a resolution: a record of kind challenge_resolution with status accepted or rejected whose
        extension `fabric.direction.challenges` names the challenge, and the `resolves` relation between the two. If
        the question is moot, expire or discard the challenge. The number of days can be set: `days = 30` under
        `[rules.FP607]` in `fingerpost.toml`.

        A contested challenge is not judged here: settle its fork first (FP401).""",
    bad="""\
        "kind": "challenge", "status": "open"   (created 20 days ago, no resolution names it)""",
    good="""\
        "kind": "challenge_resolution", "status": "accepted",
        "extensions": {"fabric.direction.challenges": "rec_…"}   (the id of the challenge)""",
    check=check,
    reach=Reach.DOUBTED_PART,
    parameters={"days": DEFAULT_DAYS},
)
