"""FP503: a record supersedes another whose creation carries a stronger claim."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event, Node
from ...ledger.history import History, RecordHistory
from ...ledger.trust import HUMAN_CONFIRMED, rank
from ...ledger.wording import actor_name, claimed_by
from ..finding import Elsewhere, Observation, Severity
from ..observed import notice_once_over, observed
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each supersedes relation from a weaker claim to a stronger one."""
    history = examination.history
    for event, relation in examination.between_records("supersedes"):
        newer, older = _record(history, relation.source), _record(history, relation.target)
        if newer is None or older is None:
            continue
        if rank(newer.creation.trust.level) < rank(older.creation.trust.level):
            yield _observation(history, event, newer, older)


def _record(history: History, node: Node) -> RecordHistory | None:
    found = history.records.get(node.id)
    return found if found is not None and found.text_known else None


def _observation(history: History, event: Event, newer: RecordHistory, older: RecordHistory) -> Observation:
    message = (
        f"{newer.record_id}, created by {claimed_by(newer.creation)}, supersedes {older.record_id}, created by "
        f"{claimed_by(older.creation)}"
    )
    approved = event.actor.kind == "human" and event.trust.level == HUMAN_CONFIRMED
    if approved:
        message += f"; approved by {actor_name(event.actor)}, who claims human_confirmed for the relation"
    return observed(
        event,
        "/payload/relation/from",
        message,
        record_id=newer.record_id,
        severity=Severity.NOTICE if approved else notice_once_over(history, newer.record_id),
        related=(
            Elsewhere(newer.creation.origin, "the superseding record", "/trust/level"),
            Elsewhere(older.creation.origin, "the superseded record", "/trust/level"),
        ),
    )


RULE = Rule(
    code="FP503",
    name="weaker-supersedes-stronger",
    severity=Severity.ERROR,
    summary="A record supersedes one that was created on a stronger claim, and no person approved it.",
    why="""\
        What a person decided, a weaker word must not set aside in silence. The protocol says so, yet only one
        client's command line checks it: an event written by anything else gets through, and a page that follows
        supersedes relations would show the agent's note in place of the person's decision.

        A level outside the standard four counts as weaker than all of them.""",
    fix="""\
        If the replacement is right, let somebody who holds the stronger claim write it as a record of their own, with
        a supersedes relation to the old one, and end the old one as superseded (FP606). Right or wrong, end the
        weaker record: append a `record.state_changed` of it with status superseded or discarded, its last revision as
        parent, and a lifecycle_reason. The finding is a notice once that record is no longer in force. Next time let
        a person state the relation (human, human_confirmed): the finding is then a notice that names them.

        A contested record takes no further change, which would only add a competitor: settle its fork instead
        (FP401). Once that is settled, the record is no longer in force.""",
    bad="""\
        rec_B (agent_asserted)  --supersedes-->  rec_A (human_confirmed)
        relation by "actor": {"kind": "agent"}, "trust": {"level": "agent_asserted"}""",
    good="""\
        rec_B (reviewer_confirmed)  --supersedes-->  rec_A (reviewer_confirmed)""",
    check=check,
    reach=Reach.PART,
)
