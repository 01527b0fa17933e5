"""All records: those in force or in dispute, then all others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...ledger.counting import in_force_or_in_dispute
from ...ledger.history import RecordHistory
from ...ledger.instants import instant
from ...ledger.wording import counted, kind_words
from .address import RECORDS, record_page
from .blocks import Block, Code, Heading, Line, Muted, Page, Paragraph, Ref, Strong, Table
from .state_words import Holding, state_badges
from .survey import Survey
from .words import UNKNOWN, UNREADABLE, durability_badge, elsewhere, on_day, scope_words

_DISPUTED: Line = (Muted("in dispute"),)
HOLDING = "In force or in dispute"
COLUMNS = ("Direction", "Status", "Durability", "Kind", "Scope", "Since")


def page(survey: Survey) -> Page:
    """Every record, the latest first, for a ledger of which one page can hold them all."""
    records = latest_first(survey.history.records.values())
    holding = {record.record_id for record in in_force_or_in_dispute(survey.history)}
    blocks: list[Block] = []
    if survey.ledger_unreadable:
        blocks.append(Paragraph((Strong(UNKNOWN), f": what the ledger has; {UNREADABLE}.")))
    blocks.append(Paragraph((f"{elsewhere(survey)}{counted(len(records), 'record')}, the latest first.",)))
    blocks += _section(survey, HOLDING, [each for each in records if each.record_id in holding])
    blocks += _section(survey, "All others", [each for each in records if each.record_id not in holding])
    return Page(RECORDS, "Records", tuple(blocks), survey.command("list --status any"), wide=True)


def _section(survey: Survey, title: str, records: list[RecordHistory]) -> Iterator[Block]:
    if records:
        yield Heading(title)
        holding = f": {Holding.of(records).told}" if title == HOLDING else ""
        yield Paragraph((f"{counted(len(records), 'record')}{holding}.",), "muted")
        yield Table(COLUMNS, tuple(row(survey, record) for record in records), filterable=True)


def latest_first(records: Iterable[RecordHistory]) -> list[RecordHistory]:
    """Records by the time of their creation, backwards, then by id."""
    listed = sorted(records, key=lambda record: record.record_id)
    listed.sort(key=lambda record: instant(record.creation.occurred_at), reverse=True)
    return listed


def row(survey: Survey, record: RecordHistory) -> tuple[Line, ...]:
    """One record of the table."""
    title = Ref(survey.title(record), record_page(record.record_id), record.record_id)
    return (
        (title, " ", Code(survey.short(record.record_id), record.record_id)),
        state_badges(survey, record),
        (durability_badge(record),) if record.text_known else _DISPUTED,
        (kind_words(record.record.kind),) if record.text_known else _DISPUTED,
        scope_words(record.record.scope) if record.text_known else _DISPUTED,
        (on_day(record.creation.occurred_at),) if record.text_known else _DISPUTED,
    )
