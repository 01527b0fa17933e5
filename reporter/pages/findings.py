"""What lint found, rule by rule, each finding with its record and each rule with its way to mend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from posixpath import basename

from ...ledger.inert import visible
from ...ledger.wording import counted
from ...lint.accepting.baseline import DEFAULT_REASON
from ...lint.catalogue import rule
from ...lint.finding import Finding
from .address import FINDINGS
from .blocks import Block, Break, Code, Fold, Heading, Inline, Line, Muted, Page, Paragraph, Strong, Table
from .survey import Survey
from .words import linked, record_ref, reflowed, severity_badge, when

MOST_ROWS = 500  # findings of one rule that the page lists


def page(survey: Survey) -> Page:
    """Every finding, by rule, the worst first."""
    blocks: list[Block] = [
        Paragraph((_sum(survey), ", judged as of ", when(survey.as_of.text), ".")),
    ]
    for findings in by_rule(survey.findings):
        blocks += _section(survey, findings)
    if not survey.findings:
        blocks.append(Paragraph(("Lint found nothing.",)))
    command = survey.command("lint", judged=True)
    return Page(FINDINGS, "Findings", tuple(blocks), command, searched=False, wide=True)


def by_rule(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Findings grouped by rule, groups and members in the order of findings."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.code, []).append(finding)
    return list(groups.values())


def _sum(survey: Survey) -> str:
    severities = [finding.severity.value for finding in survey.open_findings]
    parts = [counted(severities.count(word), word) for word in ("error", "warning", "notice")]
    accepted = len(survey.findings) - len(severities)
    return ", ".join([*parts, f"{accepted} accepted"] if accepted else parts)


def _section(survey: Survey, findings: list[Finding]) -> Iterator[Block]:
    yield from rule_head(findings[0], mixed=len({finding.severity for finding in findings}) > 1)
    shown = findings[:MOST_ROWS]
    if len(shown) < len(findings):
        yield Paragraph((f"Showing {len(shown)} of {len(findings)}.",))
    mixed = len({finding.severity for finding in findings}) > 1
    columns = (*(("Severity",) if mixed else ()), "What", "Where", "Record")
    yield Table(columns, tuple(_row(survey, finding, mixed=mixed) for finding in shown))


def rule_head(first: Finding, *, mixed: bool = False) -> Iterator[Block]:
    """A rule's code and name, what it says in one line, and folded away why it matters and how to fix it."""
    yield Heading(f"{first.code} {first.name}")
    known = rule(first.code)
    if known is None:
        return
    yield Paragraph((*(() if mixed else (severity_badge(first.severity), " ")), known.summary))
    yield Fold(
        "Why it matters and how to fix it",
        (
            *(Paragraph(reflowed(part)) for part in known.why.split("\n\n")),
            *(
                Paragraph((*((Strong("To fix it: "),) if place == 0 else ()), *reflowed(part)))
                for place, part in enumerate(known.fix.split("\n\n"))
            ),
        ),
    )


def accepted(finding: Finding) -> Iterator[Inline]:
    """What accepts a finding, and the reason it gives, below its message; nothing for an open one."""
    if finding.suppressed is not None:
        yield Break()
        by, reason = finding.suppressed.by, finding.suppressed.reason
        yield Muted(f"Accepted by the {by}" if reason == DEFAULT_REASON else f"Accepted by the {by}: {visible(reason)}")


def _row(survey: Survey, finding: Finding, *, mixed: bool) -> tuple[Line, ...]:
    what: list[Inline] = [*linked(survey, finding.message)]
    for related in finding.related:
        what += [Break(), *linked(survey, related.message), " ", _place(related.path, related.line, None)]
    what += accepted(finding)
    return (
        *(((severity_badge(finding.severity),),) if mixed else ()),
        tuple(what),
        (_place(finding.path, finding.line, finding.column),) if finding.path is not None else (Muted("–"),),
        (record_ref(survey, finding.record_id),) if finding.record_id is not None else (Muted("–"),),
    )


def _place(path: str, line: int | None, column: int | None) -> Code:
    """A place in a file: an event's by the name of its file, which says which event; the whole path on hover."""
    whole = ":".join(str(part) for part in (path, line, column) if part is not None)
    return Code(basename(whole), whole) if basename(path).startswith("evt_") else Code(whole)
