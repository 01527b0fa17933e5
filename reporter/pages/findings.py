"""What lint found, and what of it says that direction is stale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...lint.catalogue import rule
from ...lint.finding import Finding
from .address import FINDINGS, STALE
from .blocks import Block, Code, Facts, Heading, Inline, Line, Page, Paragraph, Table
from .survey import Survey
from .words import counted, record_ref, severity_badge, when

MOST_ROWS = 500  # findings of one rule that the page lists


def page(survey: Survey) -> Page:
    """Every finding, by rule, the worst first."""
    blocks: list[Block] = [
        Paragraph((_sum(survey.findings), ", judged as of ", when(survey.as_of.text), ".")),
    ]
    for findings in by_rule(survey.findings):
        blocks += _section(survey, findings)
    if not survey.findings:
        blocks.append(Paragraph(("Lint found nothing.",)))
    command = survey.command("lint") + f" --as-of {survey.as_of.text}"
    return Page(FINDINGS, "Findings", tuple(blocks), command, searched=False, wide=True)


def stale(survey: Survey) -> Page:
    """Direction in force that may no longer be true: nothing is ended by itself."""
    found = stale_findings(survey)
    records = sorted({finding.record_id for finding in found if finding.record_id is not None})
    blocks: list[Block] = [
        Paragraph(
            (
                f"{counted(len(records), 'record')} that may no longer be true, judged as of ",
                when(survey.as_of.text),
                ". Nothing expires by itself: only an event ends a record.",
            )
        )
    ]
    for findings in by_rule(found):
        blocks += _section(survey, findings)
    command = survey.command("lint --select FP6") + f" --as-of {survey.as_of.text}"
    return Page(STALE, "Stale", tuple(blocks), command, wide=True)


def stale_findings(survey: Survey) -> list[Finding]:
    """The findings of the staleness rules (FP6)."""
    return [finding for finding in survey.findings if finding.code.startswith("FP6")]


def by_rule(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Findings grouped by rule, groups and members in the order of findings."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.code, []).append(finding)
    return list(groups.values())


def _sum(findings: Iterable[Finding]) -> str:
    severities = [finding.severity.value for finding in findings]
    return ", ".join(counted(severities.count(word), word) for word in ("error", "warning", "notice"))


def _section(survey: Survey, findings: list[Finding]) -> Iterator[Block]:
    first = findings[0]
    known = rule(first.code)
    yield Heading(f"{first.code} {first.name}")
    if known is not None:
        yield Paragraph((severity_badge(first.severity), " ", known.summary))
        yield Facts((("Why it matters", _reflowed(known.why)), ("How to fix it", _reflowed(known.fix))))
    shown = findings[:MOST_ROWS]
    if len(shown) < len(findings):
        yield Paragraph((f"Showing {len(shown)} of {len(findings)}.",))
    yield Table(("Severity", "What", "Where", "Record"), tuple(_row(survey, finding) for finding in shown))


def _reflowed(told: str) -> Line:
    """Words of the catalogue as one paragraph; what stands between backticks is code."""
    parts = " ".join(told.split()).split("`")
    return tuple(Code(part) if place % 2 else part for place, part in enumerate(parts))


def _row(survey: Survey, finding: Finding) -> tuple[Line, ...]:
    what: list[Inline] = [finding.message]
    for related in finding.related:
        what += ["; ", related.message, " ", Code(_place(related.path, related.line, None))]
    return (
        (severity_badge(finding.severity),),
        tuple(what),
        (Code(_place(finding.path, finding.line, finding.column)),) if finding.path is not None else (),
        (record_ref(survey, finding.record_id),) if finding.record_id is not None else (),
    )


def _place(path: str | None, line: int | None, column: int | None) -> str:
    return ":".join(str(part) for part in (path, line, column) if part is not None)
