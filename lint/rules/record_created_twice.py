"""FP303 record-created-twice: two events create one record."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.history import ConflictKind
from ..finding import Elsewhere, Observation, Severity
from ..rule import Examination, Reach, Rule

_POINTER = "/payload/record/record_id"


def check(examination: Examination) -> Iterator[Observation]:
    """One observation a record, at the creation with the lowest event id: to point at, not because it holds."""
    for record in examination.history.records.values():
        for conflict in record.conflicts:
            if conflict.kind is ConflictKind.CREATED_TWICE:
                creations = {event.event_id: event for event in reversed(conflict.versions)}
                ids = sorted(creations)
                first, *others = (creations[event_id] for event_id in ids)
                yield Observation(
                    f"{record.record_id} is created {len(ids)} times: by {', '.join(ids[:-1])} and {ids[-1]}; "
                    f"{'neither' if len(ids) == 2 else 'none'} is chosen",
                    first.origin,
                    _POINTER,
                    first.event_id,
                    record.record_id,
                    detail=" ".join(ids),
                    related=tuple(
                        Elsewhere(event.origin, f"created here too, by {event.event_id}", _POINTER) for event in others
                    ),
                )


RULE = Rule(
    code="FP303",
    name="record-created-twice",
    severity=Severity.ERROR,
    summary="Two events create one record.",
    why=(
        "A record is created once; its later states are changes along its chain. With two creations there are two "
        "texts and two beginnings, and nothing in the protocol says which one holds: not the earlier time, not "
        "the stronger claim. The record is contested and gives no direction until that is settled by people."
    ),
    fix="""\
        Both events stay. Let the people concerned decide, and write the direction that holds as a new record with an
        id of its own, linked to this one by a `supersedes` relation. Let the writing tool draw a fresh UUIDv7 for
        every record.

        The record stays contested, and the site shows both. Then accept the finding: `[[suppressions]]` in the config
        with `rule = "FP303"`, the `record` and a `reason` that names the new record.""",
    bad=(
        'evt_0196a3c2-….json: {"record": {"record_id": "rec_0196a3c2-…", "text": "Round at the total."}}\n'
        'evt_0196b771-….json: {"record": {"record_id": "rec_0196a3c2-…", "text": "Round each line."}}'
    ),
    good=(
        'evt_0196a3c2-….json: {"record": {"record_id": "rec_0196a3c2-…", "text": "Round at the total."}}\n'
        'evt_0196b771-….json: {"record": {"record_id": "rec_0196b771-…", "text": "Round each line."}}'
    ),
    check=check,
    reach=Reach.PART,
)
