"""FP505: a level of trust outside the standard four."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from ...ledger.copies import record_of
from ...ledger.events import Event
from ...ledger.trust import LEVELS
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each event whose level is none of the four."""
    if all(level in LEVELS for _, level in examination.claims):
        return
    for event in examination.history.events.values():
        if event.trust.level not in LEVELS:
            yield _observation(event)


def _observation(event: Event) -> Observation:
    level = event.trust.level
    near = difflib.get_close_matches(level[:64].strip().lower(), LEVELS, n=1)
    hint = f"; the nearest is {near[0]}" if near else ""
    return observed(
        event,
        "/trust/level",
        f"trust level {level} is none of {', '.join(LEVELS)}{hint}",
        record_id=record_of(event),
    )


RULE = Rule(
    code="FP505",
    name="unknown-trust-level",
    severity=Severity.WARNING,
    summary="A trust level that is none of the four the protocol names.",
    why="""\
        The protocol lets a writer use any word, but only four have a place in the order. Clients rank every other
        word below all of them, however much it promises: direction that seems confirmed by its wording weighs
        nothing when it is promoted or when it supersedes something.""",
    fix="""\
        Use one of the four levels from now on and put what the word meant into trust.basis. Where the level decides
        something (a promotion, a supersession), let whoever holds the claim write the record again on a standard
        level, and end this one: append a `record.state_changed` with status superseded, its last revision as parent,
        and a lifecycle_reason. A contested record takes no further change, which would only add a competitor: settle
        its fork instead (FP401).

        The event stays, and so does the finding: accept it in `fingerpost.toml` with a `[[suppressions]]` table:
        `rule = "FP505"`, the event as `event`, and the `reason`, which says what the word means and who uses it.""",
    bad="""\
        "trust": {"level": "cryptographically_signed"}""",
    good="""\
        "trust": {"level": "tool_verified", "basis": "signature checked"}""",
    check=check,
    reach=Reach.PART,
)
