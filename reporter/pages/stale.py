"""Direction in force that may no longer be true: by kind, how old, and who could act."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.wording import counted
from ...lint.finding import Finding
from .address import STALE
from .blocks import Block, Command, Line, Muted, Page, Paragraph, Strong, Table
from .findings import MOST_ROWS, accepted, by_rule, rule_head
from .front.challenge_words import standing_badge
from .front.holders import who_could_act
from .front.standing import age_words
from .survey import Survey
from .words import UNKNOWN, UNREADABLE, elsewhere, linked, record_ref, when


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
    elif not survey.ledger_unreadable:
        blocks.append(Paragraph(("No rule doubts what is in force.",)))
    for findings in by_rule(found):
        blocks += _section(survey, findings)
    command = survey.command("lint --select FP6", judged=True)
    return Page(STALE, "Stale", tuple(blocks), command, wide=True)


def stale_findings(survey: Survey) -> list[Finding]:
    """The findings of the staleness rules (FP6)."""
    return [finding for finding in survey.findings if finding.code.startswith("FP6")]


def _section(survey: Survey, findings: list[Finding]) -> Iterator[Block]:
    yield from rule_head(findings[0])
    shown = sorted(findings, key=lambda finding: finding.suppressed is not None)[:MOST_ROWS]
    if len(shown) < len(findings):
        yield Paragraph((f"Showing {len(shown):,} of {len(findings):,}.",))
    rows = tuple(_row(survey, finding) for finding in shown)
    yield Table(("Record", "Last curated", "What", "Who could act"), rows, filterable=True)
    yield Command(survey.command(f"lint --select {findings[0].code}", judged=True))


def _row(survey: Survey, finding: Finding) -> tuple[Line, ...]:
    record = survey.history.records.get(finding.record_id or "")
    what = (*linked(survey, finding.message), *accepted(finding))
    if record is None:
        return (_UNKNOWN, _UNKNOWN, what, _UNKNOWN)
    title = (record_ref(survey, record.record_id), " ", standing_badge(survey, record))
    return (title, age_words(survey, record), what, who_could_act(survey, record))


_UNKNOWN: Line = (Muted(UNKNOWN),)
