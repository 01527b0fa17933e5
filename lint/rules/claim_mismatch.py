"""FP504: an actor claims what its kind cannot claim."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.copies import record_of
from ...ledger.events import Event
from ...ledger.trust import LEVELS, OWN_LEVEL, rank
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

_TOO_MUCH = frozenset((kind, level) for kind, own in OWN_LEVEL.items() for level in LEVELS if rank(level) > rank(own))


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each event whose claim is stronger than its kind of actor can make."""
    if _TOO_MUCH.isdisjoint(examination.claims):
        return
    for event in examination.history.events.values():
        if (event.actor.kind, event.trust.level) in _TOO_MUCH:
            yield _observation(event)


def _observation(event: Event) -> Observation:
    kind = event.actor.kind
    return observed(
        event,
        "/trust/level",
        f"an actor of kind {kind} claims {event.trust.level}; the strongest claim of its own is {OWN_LEVEL[kind]}",
        record_id=record_of(event),
    )


RULE = Rule(
    code="FP504",
    name="claim-mismatch",
    severity=Severity.WARNING,
    summary="The kind of actor cannot make that claim: an agent that claims human_confirmed, say.",
    why="""\
        A level of trust says who stands behind the word. An agent cannot confirm as a person, a tool cannot review.
        Readers rank direction by the level alone, so such an event passes for a person's decision. To claim less than
        one could, as a person who only asserts, is fine.""",
    fix="""\
        Let the person or reviewer whose claim it was write the same under their own kind of actor: a new record,
        relation or state change by a human or a reviewer. If the mismatch is in a record's creation, end that record:
        append a `record.state_changed` with status superseded (expired, if nobody ever confirmed it), its last
        revision as parent, and a lifecycle_reason. A contested record takes no further change, which would only add a
        competitor: settle its fork instead (FP401). Let the tool claim only its own level from now on.

        The event stays, and so does the finding: accept it in `fingerpost.toml` with a `[[suppressions]]` table:
        `rule = "FP504"`, the event as `event`, and the `reason`, which says who really confirmed it.""",
    bad="""\
        "actor": {"kind": "agent", "id": "thread-7"},
        "trust": {"level": "human_confirmed", "basis": "human"}""",
    good="""\
        "actor": {"kind": "agent", "id": "thread-7"},
        "trust": {"level": "agent_asserted", "basis": "note"}""",
    check=check,
    reach=Reach.PART,
)
