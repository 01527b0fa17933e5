"""The chain of a record: its revisions as a timeline, the place where it splits, and the files behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...ledger.display import cut
from ...ledger.events import Event, Record, StateChange
from ...ledger.history import RecordHistory, Unplaced
from ...ledger.inert import visible
from ...ledger.secrets import masked_bytes
from ...ledger.trust import rank
from ...lint.catalogue import rule
from ..claims.revisions import revisions
from .address import FORKS, rule_page
from .blocks import (
    Block,
    Code,
    Heading,
    Inline,
    Line,
    Moment,
    Paragraph,
    Raw,
    Ref,
    Strong,
    Table,
    Timeline,
    given,
)
from .findings import accepted
from .front.changes import WHY_UNPLACED
from .survey import Survey
from .words import claim_of, record_ref, reflowed, short, when

MOST_RAW = 20_000  # characters of one raw event that a page shows
_LIFECYCLE = ("FP406", "FP407", "FP408", "FP409", "FP410", "FP5")  # rules that judge one step by itself


def chain(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    """The revisions in order, then what lies beyond them: branches of a fork, changes that no chain reaches."""
    if record.text_known:
        yield moments(survey, record, record.revisions)
    else:
        yield Paragraph(("There is no one chain: this record has several first versions.",))
        yield moments(survey, record, tuple(sorted(revisions(record), key=lambda event: event.event_id)))
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


def moments(survey: Survey, record: RecordHistory, events: Iterable[Event]) -> Timeline:
    """Events of a record's chain, or of a branch, as a timeline."""
    return Timeline(tuple(_moment(survey, record, event) for event in events))


def _moment(survey: Survey, record: RecordHistory, event: Event) -> Moment:
    """One revision of the chain."""
    note = event.payload.lifecycle_reason if isinstance(event.payload, StateChange) else None
    return Moment(
        when(event.occurred_at),
        what(event),
        claim_of(event),
        note if given(note) else "",
        (short(event.event_id),),
        tuple(_remarks(survey, record, event)),
    )


def _remarks(survey: Survey, record: RecordHistory, event: Event) -> Iterator[Line]:
    """What is odd about a step: a claim weaker than that of the creation, and what lint says of its lifecycle."""
    created = record.creation.trust.level
    if record.text_known and rank(event.trust.level) < rank(created):
        told = ("On a weaker claim than the record was created on: ", Code(event.trust.level), ", not ", Code(created))
        yield (*told, ". The step counts all the same.")
    for finding in survey.findings_of.get(record.record_id, ()):
        known = rule(finding.code)
        if finding.event_id == event.event_id and known is not None and finding.code.startswith(_LIFECYCLE):
            name = Ref(f"{finding.code} {finding.name}", rule_page(finding.code), finding.name)
            yield (name, ": ", *reflowed(known.summary), *accepted(finding))


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
