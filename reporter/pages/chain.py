"""The chain of a record: its revisions as a timeline, the place where it splits, and the files behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...ledger.display import cut
from ...ledger.events import Event, Record, StateChange
from ...ledger.history import RecordHistory, Unplaced
from ...ledger.inert import visible
from ...ledger.secrets import masked_bytes
from ..claims.revisions import revisions
from .address import FORKS
from .blocks import Block, Heading, Inline, Line, Moment, Paragraph, Raw, Ref, Strong, Table, Timeline
from .front.changes import WHY_UNPLACED
from .survey import Survey
from .words import claim_of, record_ref, short, when

MOST_RAW = 20_000  # characters of one raw event that a page shows


def chain(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    """The revisions in order, then what lies beyond them: branches of a fork, changes that no chain reaches."""
    if record.text_known:
        yield moments(record.revisions)
    else:
        yield Paragraph(("There is no one chain: this record has several first versions.",))
        yield moments(tuple(sorted(revisions(record), key=lambda event: event.event_id)))
    splits = [len(conflict.branches) for conflict in record.conflicts if conflict.branches]
    if splits and record.text_known:
        told = f"Here the chain splits into {sum(splits)} branches; none is chosen. "
        yield Paragraph((told, Ref("All branches side by side", FORKS), "."))
    lost = _lost(survey, record)
    if lost:
        yield Heading("Changes that no chain reaches", 3)
        yield unplaced_table(survey, lost)


def _lost(survey: Survey, record: RecordHistory) -> list[Unplaced]:
    """State changes of a record that no chain reaches."""
    return [each for each in survey.history.unplaced if _record_id(each.event) == record.record_id]


def moments(events: Iterable[Event]) -> Timeline:
    """Events of a chain as a timeline."""
    return Timeline(tuple(_moment(event) for event in events))


def _moment(event: Event) -> Moment:
    """One revision of the chain."""
    note = event.payload.lifecycle_reason if isinstance(event.payload, StateChange) else None
    return Moment(when(event.occurred_at), what(event), claim_of(event), note or "", (short(event.event_id),))


def what(event: Event) -> Line:
    """What a creation or a state change sets."""
    payload = event.payload
    if isinstance(payload, Record):
        return ("Created, status ", Strong(payload.status), ", durability ", Strong(payload.durability))
    if not isinstance(payload, StateChange):
        return (event.event_type,)
    parts: list[Line] = [
        (f"{name} ", Strong(value))
        for name, value in (("status", payload.status), ("durability", payload.durability))
        if value is not None
    ]
    if payload.reviewed_at is not None:
        parts.append(("reviewed ", when(payload.reviewed_at)))
    if not parts:
        return ("Changed only its reason" if payload.lifecycle_reason else "Changed nothing",)
    words: list[Inline] = ["Changed: "]
    for place, part in enumerate(parts):
        words += [*([", "] if place else []), *part]
    return tuple(words)


def unplaced_table(survey: Survey, found: Iterable[Unplaced]) -> Table:
    """State changes that no chain reaches, with why; they count nowhere, and are not lost."""
    rows = tuple(
        (
            (record_ref(survey, _record_id(each.event)),),
            what(each.event),
            claim_of(each.event),
            (when(each.event.occurred_at),),
            (WHY_UNPLACED[each.why],),
            (short(each.event.event_id),),
        )
        for each in found
    )
    return Table(("Record", "Change", "On the word of", "When", "Why it is not placed", "Event"), rows)


def _record_id(event: Event) -> str:
    return event.payload.record_id if isinstance(event.payload, Record | StateChange) else ""


def raw_events(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    """The bytes of every event of the record, folded away; a file that holds a further version has its own."""
    seen = set()
    events = [
        *revisions(record),
        *(version for conflict in record.conflicts for version in conflict.versions),
        *(each.event for each in _lost(survey, record)),
    ]
    for event in events:
        if event.origin.path not in seen:
            seen.add(event.origin.path)
            yield _raw(survey, event)


def _raw(survey: Survey, event: Event) -> Raw:
    data = survey.bytes_of(event.origin)
    text = (
        "(it can no longer be read)"
        if data is None
        else masked_bytes(data).decode("utf-8", "backslashreplace").strip("\n")
    )
    return Raw(visible(event.origin.path), cut(text, MOST_RAW))
