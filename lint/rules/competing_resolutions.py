"""FP412: one challenge, two answers in force."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.challenges import RESOLUTION, target_record
from ...ledger.events import Record
from ...ledger.history import RecordHistory
from ...ledger.wording import claimed_by, counted
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..references import record_targets
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each challenge with several resolutions in force, at the challenge if it is known."""
    records = examination.history.records
    resolutions = [found for found in records.values() if _is_resolution(found) and found.in_force]
    if len(resolutions) < 2:
        return
    related = record_targets(examination.between_records("resolves"))
    answers: dict[str, list[RecordHistory]] = {}
    for found in resolutions:
        named = {target_record(found.record), *related.get(found.record_id, ())}
        for challenge_id in named - {None}:
            if challenge_id is not None:
                answers.setdefault(challenge_id, []).append(found)
    for challenge_id in sorted(answers):
        if len(answers[challenge_id]) > 1:
            yield _observation(challenge_id, answers[challenge_id], records.get(challenge_id))


def _is_resolution(found: RecordHistory) -> bool:
    record = found.creation.payload
    return isinstance(record, Record) and record.kind == RESOLUTION


def _observation(challenge_id: str, answers: list[RecordHistory], challenge: RecordHistory | None) -> Observation:
    told = [f"{found.record_id} by {claimed_by(found.creation)} says {found.status}" for found in answers]
    return observed(
        challenge.creation if challenge is not None else answers[0].creation,
        "/payload/record/record_id",
        f"{counted(len(answers), 'resolution')} of the challenge {challenge_id} are in force: {'; '.join(told)}",
        record_id=challenge_id,
        detail=",".join(found.record_id for found in answers),
        related=tuple(
            Elsewhere(found.creation.origin, f"resolution {text}", "/payload/record/status")
            for found, text in zip(answers, told, strict=True)
        ),
    )


RULE = Rule(
    code="FP412",
    name="competing-resolutions",
    severity=Severity.ERROR,
    summary="Two or more resolutions of one challenge are in force.",
    why="""\
        The client of one machine refuses to resolve a challenge twice, but two clones can each do it once. After the
        merge the challenge has two answers, perhaps accepted and rejected at once. A tool must not pick one, and
        agents that were shown different answers work by different rules.""",
    fix="""\
        Let the people concerned decide which answer holds. End each of the others: append a `record.state_changed` of
        that resolution with status expired or superseded, its last revision as parent, and a lifecycle_reason that
        names the answer that holds (Fabric's `fabric expire` writes one). A resolution that is over is not counted.

        A contested resolution takes no further change, which would only add a competitor: settle its fork (FP401).
        Once that is settled, it is not counted either.""",
    bad="""\
        rec_X  challenge_resolution  status: accepted   resolves rec_C
        rec_Y  challenge_resolution  status: rejected   resolves rec_C""",
    good="""\
        rec_X  challenge_resolution  status: accepted   resolves rec_C
        rec_Y  challenge_resolution  status: expired    lifecycle_reason: rec_X holds""",
    check=check,
    reach=Reach.ASKED,
)
