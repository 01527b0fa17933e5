"""FP710: work that declares a record which was over by then."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import IN_FORCE, Event, Record, Relation, StateChange
from ...ledger.history import ConflictKind, RecordHistory
from ...ledger.instants import parse_instant
from ..excerpt import excerpt
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed, pointer_to
from ..rule import Examination, Rule

_CITES = {"informed_by": "is informed by", "implements": "implements"}


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each such declaration, by its own time and those of the record's state changes.

    Silent where the record is contested, or where its changes are dated in no order so that they do not say which
    state it then had.
    """
    records = examination.history.records
    ends: dict[str, str | None] = {}
    for _, cited in examination.alike(lambda ends: ends.type in _CITES and ends.target == "record"):
        for place, found in enumerate(map(records.get, cited.targets)):
            if found is None or (len(found.revisions) == 1 and found.status in IN_FORCE):
                continue
            if found.record_id not in ends:
                ends[found.record_id] = _first_end(found)
            end, event = ends[found.record_id], cited.events[place]
            if end is None or _earlier_by_text(event.occurred_at, end):
                continue
            ended = _ended_before(found, event.occurred_at)
            if ended is not None:
                yield _observation(event, cited.relations[place], found.record_id, *ended)


def _first_end(found: RecordHistory) -> str | None:
    """When the record was first over, as written; None where it never was, or where that cannot be told.

    A fork or differing versions leave open which state the record had, settled or not.
    """
    if not found.text_known or any(conflict.kind is not ConflictKind.CYCLE for conflict in found.conflicts):
        return None
    return next(
        (event.occurred_at for event in found.revisions if (_status(event) or "active") not in IN_FORCE),
        None,
    )


def _earlier_by_text(one: str, other: str) -> bool:
    """True for two times in UTC of which the first is earlier by a second or more, which the texts tell."""
    return one.endswith("Z") and other.endswith("Z") and one[:19] < other[:19]


def _ended_before(found: RecordHistory, cited_at: str) -> tuple[Event, str] | None:
    """The revision that had ended the record before that time, with the status it gave; None if it was in force.

    None too where the changes are dated in such an order that they do not say which of them were there by then.
    """
    moment = parse_instant(cited_at)
    times = [parse_instant(event.occurred_at) for event in found.revisions]
    if moment is None or None in times:
        return None
    before = [time is not None and time < moment for time in times]
    reached = sum(before)
    if not all(before[:reached]):
        return None
    ended: tuple[Event, str] | None = None
    for event in found.revisions[:reached]:
        status = _status(event)
        if status in IN_FORCE:
            ended = None
        elif status is not None and (ended is None or ended[1] != status):
            ended = (event, status)
    return ended


def _status(event: Event) -> str | None:
    """The status that a revision writes, if it writes one."""
    return event.payload.status if isinstance(event.payload, _REVISION) else None


_REVISION = (Record, StateChange)  # a union would be made anew each time it is asked for


def _observation(event: Event, relation: Relation, record_id: str, ended: Event, status: str) -> Observation:
    return observed(
        event,
        "/payload/relation/to",
        f"{excerpt(relation.source.spelled)} {_CITES[relation.type]} {record_id}, which was {status} when this was "
        "declared",
        record_id=record_id,
        related=(Elsewhere(ended.origin, f"the record is {status} since here", pointer_to(ended, "status")),),
    )


RULE = Rule(
    code="FP710",
    name="cites-retired-direction",
    severity=Severity.WARNING,
    summary="Work declares that it implements, or is informed by, a record that was over when that was declared.",
    why="""\
        Somebody relied on direction that the team had ended. Either the work follows what nobody wants any more, or the
        record was ended too early. Both are worth a look, and an auditor will ask.

        The time is that of the declaration. It may be later than the work: then the work was right, and only its
        declaration came late.""",
    fix="""\
        Look at the work. If it follows what replaced the record, append the relation to that record too. If the
        direction still holds, write it as a new record, and append the relation to that one.

        The declaration itself is a fact: accept it with an entry in `fingerpost.toml`: `[[suppressions]]` with
        `rule = "FP710"`, its event as `event`, and the `reason`.""",
    bad="""\
        record.state_changed   2026-03-02  "status": "expired"
        relation.created       2026-03-09  "type": "implements", … "to": {"kind": "record", …}   (that record)""",
    good="""\
        relation.created       2026-03-01  "type": "implements", … "to": {"kind": "record", …}
        record.state_changed   2026-03-02  "status": "expired\"""",
    check=check,
)
