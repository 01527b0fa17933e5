"""FP308 live-in-ledger: a live record lies in the tracked ledger."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Record
from ..finding import Observation, Severity
from ..growth.live_records import live_in_ledger
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each tracked file of a record that is only live."""
    for event, origin, record_id in live_in_ledger(examination.history, examination.reading):
        creation = isinstance(event.payload, Record)
        what = f"the live record {record_id}" if creation else f"a change of {record_id}, which is only live,"
        yield Observation(
            f"{what} lies in the tracked ledger, which is for candidate and durable records",
            origin,
            "/payload/record/durability" if creation else "/payload/durability",
            event.event_id,
            record_id,
            detail=origin.name,
        )


RULE = Rule(
    code="FP308",
    name="live-in-ledger",
    severity=Severity.ERROR,
    summary="A record that is only live lies in the tracked ledger.",
    why=(
        "Live direction is a working note of one machine: clients keep it in the store that worktrees share and clean "
        "it up there. Committed, it reaches everybody and stays for ever, without the review that makes a record a "
        "candidate or durable, and its writer did not expect that others read it."
    ),
    fix="""\
        If others are to know it, promote it: a tracked `record.state_changed` with durability `candidate` or
        `durable`, a reason, and the creation as its parent. The creation then belongs in the ledger as it is, and the
        finding is gone.

        If not, take the file out of the tracked ledger: move it, bytes unchanged, to `fabric/events` below the `.git`
        folder, or remove it (`git rm`). This is one of the few removals that are allowed (FP312). What was never
        committed goes the same way.""",
    bad="""\
        .fabric/ledger/events/evt_0196….json:
        "event_type": "record.created", … "durability": "live\"""",
    good="""\
        .git/fabric/events/evt_0196….json:
        "event_type": "record.created", … "durability": "live\"""",
    check=check,
    reach=Reach.PART,
)
