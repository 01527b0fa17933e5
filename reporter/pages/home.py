"""The front page: counts, health, forks, stale direction and the latest changes."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.counting import counts_of
from ...ledger.events import RECORD_CREATED, RECORD_STATE_CHANGED, Event, Record, StateChange
from ...ledger.history import RecordHistory
from ...ledger.instants import instant
from ...ledger.selection import Wanted, select_records
from ...lint.finding import Severity
from .address import COMMITS, FINDINGS, FORKS, HOME, RECORDS, STALE
from .blocks import (
    Block,
    Bullets,
    Code,
    Heading,
    Inline,
    Line,
    Notice,
    Page,
    Paragraph,
    Ref,
    Strong,
    Table,
    Tile,
    Tiles,
)
from .disputes import summary
from .forks import conflicts_of
from .records import COLUMNS, latest_first, row
from .stale import stale_findings
from .survey import Survey
from .words import claim_of, counted, record_ref, when

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
    errors = sum(finding.severity is Severity.ERROR for finding in survey.findings)
    stale = len({finding.record_id for finding in stale_findings(survey)})
    return Tiles(
        (
            Tile(f"{counts.records:,}", "records", RECORDS),
            Tile(f"{len(in_force(survey)):,}", "in force", RECORDS),
            Tile(f"{counts.contested:,}", "contested", FORKS, "fork" if counts.contested else ""),
            Tile(f"{stale:,}", "stale", STALE, "warn" if stale else ""),
            Tile(f"{errors:,}", "errors" if errors != 1 else "error", FINDINGS, "bad" if errors else ""),
            Tile(f"{len(survey.commit_nodes):,}", "commits named", COMMITS),
        )
    )


def _health(survey: Survey) -> Iterator[Block]:
    if survey.reading.uninterpreted:
        yield Notice(
            "problem",
            f"{counted(len(survey.reading.uninterpreted), 'file')} could not be used",
            (Paragraph(("Everything else was read. ", Ref("What is wrong with them", FINDINGS), ".")),),
        )
    if survey.private_read:
        held = "Live records, threads and receipts" if survey.runtime_read else "Records that only this machine has"
        told = f"{held} are in these pages. They are private until somebody publishes them."
        yield Notice("live", "Made with what only this machine holds", (Paragraph((told,)),))
    if survey.runtime_asked and not survey.runtime_read:
        told = "Deliveries and exposures are unknown."
        yield Notice("unknown", "No threads or receipts were found", (Paragraph((told,)),))


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


def in_force(survey: Survey) -> list[RecordHistory]:
    """Direction that somebody could act on, what is in dispute included: what a plain ``list`` shows."""
    return select_records(survey.history, Wanted(), survey.areas)[0]


def _in_force(survey: Survey) -> Iterator[Block]:
    records = latest_first(in_force(survey))
    yield Heading("In force")
    if not records:
        yield Paragraph(("No record is in force.",))
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
        yield Paragraph(("Nothing was ever written.",))
        return
    yield Table(
        ("When", "What", "Record", "On the word of"), tuple(_change(survey, event) for event in events[:LATEST])
    )


def _change(survey: Survey, event: Event) -> tuple[Line, ...]:
    payload = event.payload
    assert isinstance(payload, Record | StateChange)
    if isinstance(payload, Record):
        what: list[Inline] = ["created"]
    else:
        words = [word for word in (payload.status, payload.durability) if word is not None]
        what = [", ".join(words) or "reviewed"]
    return ((when(event.occurred_at),), tuple(what), (record_ref(survey, payload.record_id),), claim_of(event))
