"""Direction in force that may no longer be true: by kind, how old, and who could act."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.history import RecordHistory
from ...ledger.trust import rank
from ...ledger.wording import counted
from ...lint.ages import days_since, last_curated
from ...lint.finding import Finding
from .address import STALE
from .blocks import Block, Inline, Line, Muted, Page, Paragraph, Strong, Table
from .findings import MOST_ROWS, by_rule, rule_head
from .survey import Survey
from .words import UNKNOWN, UNREADABLE, elsewhere, linked, record_ref, when

MOST_NAMES = 6


def page(survey: Survey) -> Page:
    """Every stale record under each rule that says so; nothing is ended by itself."""
    found = stale_findings(survey)
    records = sorted({finding.record_id for finding in found if finding.record_id is not None})
    blocks: list[Block] = []
    if survey.ledger_unreadable:
        blocks.append(Paragraph((Strong(UNKNOWN), f": what the ledger has that may no longer be true; {UNREADABLE}.")))
    blocks.append(
        Paragraph(
            (
                f"{elsewhere(survey)}{counted(len(records), 'record')} that may no longer be true, judged as of ",
                when(survey.as_of.text),
                ". Nothing expires by itself: only an event ends a record.",
            )
        )
    )
    if found:
        told = (
            "Who could act: whoever holds, on record in the record's scope, a claim at least as strong as "
            "the one it was created on."
        )
        blocks.append(Paragraph((told,), "muted"))
    for findings in by_rule(found):
        blocks += _section(survey, findings)
    command = survey.command("lint --select FP6", judged=True)
    return Page(STALE, "Stale", tuple(blocks), command, wide=True)


def stale_findings(survey: Survey) -> list[Finding]:
    """The findings of the staleness rules (FP6)."""
    return [finding for finding in survey.findings if finding.code.startswith("FP6")]


def _section(survey: Survey, findings: list[Finding]) -> Iterator[Block]:
    yield from rule_head(findings[0])
    shown = findings[:MOST_ROWS]
    if len(shown) < len(findings):
        yield Paragraph((f"Showing {len(shown)} of {len(findings)}.",))
    rows = tuple(_row(survey, finding) for finding in shown)
    yield Table(("Record", "Last curated", "What", "Who could act"), rows)


def _row(survey: Survey, finding: Finding) -> tuple[Line, ...]:
    record = survey.history.records.get(finding.record_id or "")
    what = linked(survey, finding.message)
    if record is None:
        return (_UNKNOWN, _UNKNOWN, what, _UNKNOWN)
    return ((record_ref(survey, record.record_id),), _age(survey, record), what, _who(survey, record))


_UNKNOWN: Line = (Muted(UNKNOWN),)


def _age(survey: Survey, record: RecordHistory) -> Line:
    last = last_curated(record) if record.text_known else None
    if last is None:
        return _UNKNOWN
    days = days_since(last, survey.as_of)
    return (f"{counted(days, 'day')} ago",) if days >= 0 else (f"{counted(-days, 'day')} ahead",)


def _who(survey: Survey, record: RecordHistory) -> Line:
    if not record.text_known:
        return _UNKNOWN
    claim = record.creation.trust.level
    names = survey.claim_holders.of(record.record.scope, rank(claim))
    if not names:
        return ("no such claim is on record here",)
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    parts: list[Inline] = [", ".join(names[:MOST_NAMES]), more]
    return tuple(part for part in parts if part != "")
