"""FP606: a record that another supersedes, and that is still in force."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event
from ...ledger.history import History, RecordHistory
from ..disputes import in_dispute
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed, pointer_to
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each supersedes relation between two known records whose target is in force."""
    history = examination.history
    settled_by = {(item.settlement_record_id, item.record_id) for item in history.settlements}
    for event, relation in examination.between_records("supersedes"):
        newer, older = relation.source, relation.target
        if newer.id == older.id:
            continue
        if (newer.id, older.id) in settled_by:
            continue  # whether a settlement holds is judged by FP401 and FP413
        target = history.records.get(older.id)
        # A target in dispute is a finding of its own (FP301, FP303, FP401), which comes first.
        if target is not None and target.in_force and not in_dispute(target) and newer.id in history.records:
            yield _observation(history, event, newer.id, target)


def _observation(history: History, event: Event, newer: str, target: RecordHistory) -> Observation:
    superseding = history.records[newer].creation
    return observed(
        event,
        "/payload/relation/to",
        f"{newer} supersedes {target.record_id}, which is still {target.status}",
        record_id=target.record_id,
        related=(
            Elsewhere(
                target.head.origin, "the last revision of the superseded record", pointer_to(target.head, "status")
            ),
            Elsewhere(superseding.origin, "the superseding record", pointer_to(superseding, "record_id")),
        ),
    )


RULE = Rule(
    code="FP606",
    name="superseded-still-active",
    severity=Severity.WARNING,
    summary="The target of a supersedes relation is still in force.",
    why="""\
        A supersedes relation is a statement about two records; it ends neither. Until somebody appends the change,
        clients go on projecting the old record beside the new one, and an agent gets two directions that may say the
        opposite of each other.""",
    fix="""\
        Append a state change of the old record with status superseded and the last revision as parent; name the new
        record in lifecycle_reason. A contested target is not judged here: settle its fork first (FP401).""",
    bad="""\
        rec_B  --supersedes-->  rec_A      rec_A: status active""",
    good="""\
        rec_B  --supersedes-->  rec_A      rec_A: status superseded, lifecycle_reason: replaced by rec_B""",
    check=check,
    reach=Reach.PART,
)
