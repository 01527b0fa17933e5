"""The table of all records."""

from __future__ import annotations

from collections.abc import Iterable

from ...ledger.history import RecordHistory
from ...ledger.instants import instant
from .address import RECORDS, record_page
from .blocks import Line, Muted, Page, Paragraph, Ref, Table
from .survey import Survey
from .words import counted, durability_badge, on_day, scope_words, state_badge

_DISPUTED: Line = (Muted("in dispute"),)
COLUMNS = ("Direction", "Status", "Durability", "Kind", "Scope", "Since")


def page(survey: Survey) -> Page:
    """Every record, the latest first."""
    records = latest_first(survey.history.records.values())
    rows = tuple(row(survey, record) for record in records)
    blocks = (
        Paragraph((f"{counted(len(rows), 'record')}, the latest first.",)),
        *((Table(COLUMNS, rows, filterable=True),) if rows else ()),
    )
    return Page(RECORDS, "Records", blocks, survey.command("list --status any"), wide=True)


def latest_first(records: Iterable[RecordHistory]) -> list[RecordHistory]:
    """Records by the time of their creation, backwards, then by id."""
    listed = sorted(records, key=lambda record: record.record_id)
    listed.sort(key=lambda record: instant(record.creation.occurred_at), reverse=True)
    return listed


def row(survey: Survey, record: RecordHistory) -> tuple[Line, ...]:
    """One record of the table."""
    return (
        (Ref(survey.title(record), record_page(record.record_id), record.record_id),),
        (state_badge(record),),
        (durability_badge(record),) if record.text_known else _DISPUTED,
        (record.record.kind.replace("_", " "),) if record.text_known else _DISPUTED,
        scope_words(record.record.scope) if record.text_known else _DISPUTED,
        (on_day(record.creation.occurred_at),) if record.text_known else _DISPUTED,
    )
