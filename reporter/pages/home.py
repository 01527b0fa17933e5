"""The front page: counts, health, forks, stale direction and the latest changes."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.counting import counts_of, in_force_or_in_dispute
from ...ledger.events import RECORD_CREATED, RECORD_STATE_CHANGED, Event, Record, StateChange
from ...ledger.history import ConflictKind
from ...ledger.instants import instant
from ...ledger.wording import counted
from ...lint.finding import Severity
from ...repository.source import StoreName
from .address import COMMITS, FINDINGS, FORKS, HOME, RECORDS, STALE
from .blocks import (
    Block,
    Break,
    Bullets,
    Code,
    Heading,
    Inline,
    Line,
    Muted,
    Notice,
    Page,
    Paragraph,
    Ref,
    Strong,
    Table,
    Tile,
    Tiles,
)
from .chain import WHY_UNPLACED
from .disputes import summary
from .forks import conflicts_of
from .records import COLUMNS, latest_first, row
from .stale import stale_findings
from .survey import Survey
from .words import UNKNOWN, UNREADABLE, claim_of, record_ref, when, why_no_receipt

LATEST = 12
IN_FORCE = 25


def page(survey: Survey) -> Page:
    """What somebody sees first."""
    blocks = (
        Paragraph(
            (
                "Direction on record in ",
                Strong(survey.name),
                ", read from ",
                Code(survey.ledger),
                *((" at revision ", Code(survey.revision)) if survey.revision else ()),
                ", judged as of ",
                when(survey.as_of.text),
                ".",
            )
        ),
        _tiles(survey),
        *_health(survey),
        *_disputes(survey),
        *_in_force(survey),
        *_changes(survey),
    )
    return Page(HOME, f"Direction of {survey.name}", blocks, survey.command("status"), wide=True)


def _tiles(survey: Survey) -> Tiles:
    counts = counts_of(survey.history)
    errors = sum(finding.severity is Severity.ERROR for finding in survey.open_findings)
    stale = len({finding.record_id for finding in stale_findings(survey)})
    return Tiles(
        (
            Tile(_number(survey, counts.records), "records", RECORDS),
            Tile(_number(survey, counts.in_force_or_in_dispute), "in force or in dispute", RECORDS),
            Tile(_number(survey, counts.contested), "contested", FORKS, "fork" if counts.contested else ""),
            Tile(_number(survey, stale), "stale", STALE, "warn" if stale else ""),
            Tile(f"{errors:,}", "errors" if errors != 1 else "error", FINDINGS, "bad" if errors else ""),
            Tile(_number(survey, len(survey.commit_nodes)), "commits named", COMMITS),
        )
    )


def _number(survey: Survey, number: int) -> str:
    """A count; one that the ledger has its part in is unknown where that could not be read."""
    return UNKNOWN if survey.ledger_unreadable else f"{number:,}"


def _health(survey: Survey) -> Iterator[Block]:
    for problem in survey.unlisted.values():
        what: Line = (Code(problem.origin.path), f": {problem.message}. Whatever it holds is ", Strong(UNKNOWN), ".")
        store = "The ledger" if survey.unlisted.get(StoreName.LEDGER) is problem else "A store of this machine"
        yield Notice("problem", f"{store} could not be read", (Paragraph(what),))
    if survey.reading.uninterpreted:
        yield Notice(
            "problem",
            f"{counted(len(survey.reading.uninterpreted), 'file')} could not be used",
            (Paragraph(("Everything else was read. ", Ref("What is wrong with them", FINDINGS), ".")),),
        )
    if survey.private_read:
        held = "Live records, threads and receipts" if survey.runtime_read else "Records that only this machine has"
        private = f"{held} are in these pages. They are private until somebody publishes them."
        yield Notice("live", "Made with what only this machine holds", (Paragraph((private,)),))
    if survey.runtime_asked and not survey.runtime_read:
        told = ("Deliveries and exposures are ", Strong(UNKNOWN), ": ", *why_no_receipt(survey), ".")
        yield Notice("unknown", "No threads or receipts are here", (Paragraph(told),))


def _disputes(survey: Survey) -> Iterator[Block]:
    found = [(record, conflict) for record, conflict in conflicts_of(survey) if conflict.settled_by is None]
    if found:
        shown = tuple(
            (record_ref(survey, record.record_id), ": ", summary(conflict), ".") for record, conflict in found[:LATEST]
        )
        yield Heading("In dispute")
        yield Bullets(shown)
        more = f"Showing {LATEST} of {len(found)}. " if len(found) > LATEST else ""
        yield Paragraph((more, Ref("All branches side by side", FORKS)))


def _in_force(survey: Survey) -> Iterator[Block]:
    records = latest_first(in_force_or_in_dispute(survey.history))
    yield Heading("In force or in dispute")
    if survey.ledger_unreadable:
        yield Paragraph((Strong(UNKNOWN), f": what the ledger has in force; {UNREADABLE}."))
    elif not records:
        yield Paragraph(("No record that was read is in force or in dispute.",))
    if not records:
        return
    yield Table(COLUMNS, tuple(row(survey, record) for record in records[:IN_FORCE]))
    if len(records) > IN_FORCE:
        yield Paragraph((f"Showing {IN_FORCE} of {len(records)}. ", Ref("All records", RECORDS)))


def _changes(survey: Survey) -> Iterator[Block]:
    events = [
        event
        for event in survey.history.events.values()
        if event.event_type in (RECORD_CREATED, RECORD_STATE_CHANGED)
        and isinstance(event.payload, Record | StateChange)
    ]
    events.sort(key=lambda event: event.event_id)
    events.sort(key=lambda event: instant(event.occurred_at), reverse=True)
    yield Heading("Latest changes")
    if not events:
        yield Paragraph(("No change was read.",))
        return
    notes = _notes(survey)
    yield Table(
        ("When", "What", "Record", "On the word of"), tuple(_change(survey, event, notes) for event in events[:LATEST])
    )


def _notes(survey: Survey) -> dict[str, str]:
    """What keeps an event from being how its record stands: no chain reaches it, or it is a branch of an open fork."""
    notes = {
        event.event_id: "on a branch of an open fork"
        for record in survey.history.records.values()
        for conflict in record.conflicts
        if conflict.kind is ConflictKind.COMPETING_CHILDREN and conflict.settled_by is None
        for branch in conflict.branches
        for event in branch.events
    }
    return notes | {each.event.event_id: f"not placed: {WHY_UNPLACED[each.why]}" for each in survey.history.unplaced}


def _change(survey: Survey, event: Event, notes: dict[str, str]) -> tuple[Line, ...]:
    payload = event.payload
    assert isinstance(payload, Record | StateChange)
    if isinstance(payload, Record):
        what: list[Inline] = ["created"]
    else:
        words = [word for word in (payload.status, payload.durability) if word is not None]
        what = [", ".join(words) or ("reviewed" if payload.reviewed_at else "neither status nor durability")]
    if event.event_id in notes:
        what += [Break(), Muted(notes[event.event_id])]
    return ((when(event.occurred_at),), tuple(what), (record_ref(survey, payload.record_id),), claim_of(event))
