"""What is suspect about a declaration: its record was over or in dispute when the work was done, or is so by now.

The declaration stands, as somebody's word, and so does its verdict. What is said here stands beside it, on every
surface that shows it, and counts as FP710 among the problems of an answer.
"""

from __future__ import annotations

from ...ledger.history import RecordHistory
from .claim import UNKNOWN, was_over

_CONTESTED = "contested"


def suspicion(record: RecordHistory | None, state_then: str, state_now: str) -> str | None:
    """What is to be said against a declaration of this record, in a few words; None if there is nothing.

    ``state_then`` and ``state_now`` are those of a :class:`.claim.Claim`. What was so then goes before what happened
    since, and is told with it where the two differ: ``was already superseded then``; ``contested then``;
    ``contested then, expired since``; ``expired since``; ``contested now``. Where nobody can say how the record stood
    then, that it is over is told as *now*: it may never have been otherwise. A record that nobody created is another
    matter (FP701).
    """
    if record is None:
        return None
    if was_over(state_then):
        return f"was already {state_then} then"
    now = None
    if was_over(state_now):
        now = f"{state_now} now" if state_then == UNKNOWN else f"{state_now} since"
    if state_then == _CONTESTED:
        return f"contested then, {now}" if now else "contested then"
    return "contested now" if state_now == _CONTESTED else now
