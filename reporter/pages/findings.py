"""What lint found, rule by rule, each finding with its record and each rule with its way to mend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from posixpath import basename

from ...ledger.inert import visible
from ...ledger.wording import counted
from ...lint.accepting.baseline import DEFAULT_REASON
from ...lint.catalogue import rule
from ...lint.finding import Finding
from .address import FINDINGS, FINDINGS_BY_RECORD, rule_page
from .blocks import Block, Break, Code, Fold, Heading, Inline, Line, Muted, Page, Paragraph, Ref, Strong, Table
from .front.challenge_words import standing_badge
from .survey import Survey
from .words import linked, record_ref, reflowed, severity_badge, when

MOST_ROWS = 500  # findings of one rule that its page lists
MOST_HERE = 25  # of one rule that the page of all rules lists
MOST_ACCEPTED = 500
MOST_RECORDS = 1_000
MOST_OF_RECORD = 10


def pages(survey: Survey) -> Iterator[Page]:
    """The findings by rule, then by record if there are any, then the page of each rule that found something."""
    yield page(survey)
    if survey.findings:
        yield by_record(survey)
    for findings in by_rule(survey.findings):
        yield _of_rule(survey, findings)


def page(survey: Survey) -> Page:
    """Open findings by rule, the worst first; then what was accepted."""
    blocks: list[Block] = [
        Paragraph((_sum(survey), ", judged as of ", when(survey.as_of.text), ".")),
    ]
    open_ones = by_rule(survey.open_findings)
    if survey.findings:
        blocks.append(Paragraph((Ref("The same by record", FINDINGS_BY_RECORD),)))
    if len(open_ones) > 1:
        blocks.append(_overview(open_ones))
    for findings in open_ones:
        blocks += _section(survey, findings)
    blocks += _accepted(survey, [finding for finding in survey.findings if finding.suppressed is not None])
    if not survey.findings:
        blocks.append(Paragraph(("Lint found nothing.",)))
    command = survey.command("lint", judged=True)
    return Page(FINDINGS, "Findings", tuple(blocks), command, searched=False, wide=True)


def by_record(survey: Survey) -> Page:
    """Open findings by the record that they touch, then those that touch none."""
    blocks: list[Block] = [Paragraph((_sum(survey), ". ", Ref("The same by rule", FINDINGS)))]
    found = {
        record_id: [finding for finding in findings if finding.suppressed is None]
        for record_id, findings in survey.findings_of.items()
    }
    open_ones = sorted((each for each in found.items() if each[1]), key=lambda each: (each[1][0].order, each[0]))
    if open_ones:
        blocks.append(Heading("Records with findings", searched=False))
    if len(open_ones) > MOST_RECORDS:
        blocks.append(Paragraph((f"Showing {MOST_RECORDS:,} of {len(open_ones):,}, the worst first.",), "muted"))
    if open_ones:
        rows = tuple(_record_row(survey, record_id, findings) for record_id, findings in open_ones[:MOST_RECORDS])
        blocks.append(Table(("Record", "Findings"), rows, filterable=True))
    of_none = _of_no_record(survey)
    if of_none:
        blocks.append(Heading("Of no record", searched=False))
        if len(of_none) > MOST_ROWS:
            blocks.append(Paragraph((f"Showing {MOST_ROWS} of {len(of_none):,}.",), "muted"))
        rows = tuple(
            (_told(survey, finding), (_where(finding),) if finding.path is not None else (Muted("–"),))
            for finding in of_none[:MOST_ROWS]
        )
        blocks.append(Table(("What", "Where"), rows, filterable=True))
    if not survey.open_findings:
        blocks.append(Paragraph(("No finding is open.",)))
    command = survey.command("lint", judged=True)
    return Page(FINDINGS_BY_RECORD, "Findings by record", tuple(blocks), command, searched=False, wide=True)


def _of_no_record(survey: Survey) -> list[Finding]:
    touching = {id(finding) for findings in survey.findings_of.values() for finding in findings}
    return [finding for finding in survey.open_findings if id(finding) not in touching]


def _record_row(survey: Survey, record_id: str, findings: Sequence[Finding]) -> tuple[Line, ...]:
    told: list[Inline] = []
    for finding in findings[:MOST_OF_RECORD]:
        told += [*((Break(),) if told else ()), *_told(survey, finding)]
    if len(findings) > MOST_OF_RECORD:
        told += [Break(), Muted(f"and {len(findings) - MOST_OF_RECORD:,} more")]
    record = survey.history.records.get(record_id)
    state: Line = (" ", standing_badge(survey, record)) if record is not None else ()
    return ((record_ref(survey, record_id), *state), tuple(told))


def _told(survey: Survey, finding: Finding) -> Line:
    rule_ref = Ref(finding.code, rule_page(finding.code), finding.name)
    return (severity_badge(finding.severity), " ", rule_ref, " ", *linked(survey, finding.message))


def _overview(groups: Sequence[Sequence[Finding]]) -> Table:
    rows = tuple(
        (
            (Ref(f"{findings[0].code} {findings[0].name}", rule_page(findings[0].code)),),
            (severity_badge(findings[0].severity),),
            (f"{len(findings):,}",),
            (known.summary if (known := rule(findings[0].code)) is not None else "",),
        )
        for findings in groups
    )
    return Table(("Rule", "Severity", "Findings", "What it reports"), rows)


def _of_rule(survey: Survey, findings: Sequence[Finding]) -> Page:
    """A rule, why it matters and how to fix it, with everything that it found."""
    first = findings[0]
    open_ones = [finding for finding in findings if finding.suppressed is None]
    blocks: list[Block] = [*rule_words(first), Heading("What it found", searched=False)]
    if len(open_ones) > MOST_ROWS:
        blocks.append(Paragraph((f"Showing {MOST_ROWS} of {len(open_ones):,}.",), "muted"))
    blocks += _table(survey, open_ones[:MOST_ROWS]) if open_ones else [Paragraph(("Nothing that is still open.",))]
    blocks += _accepted(survey, [finding for finding in findings if finding.suppressed is not None])
    blocks.append(Paragraph((Ref("All findings", FINDINGS),)))
    command = survey.command(f"lint --select {first.code}", judged=True)
    title = f"{first.code} {first.name}"
    return Page(rule_page(first.code), title, tuple(blocks), command, searched=False, wide=True, known_as=(first.code,))


def rule_words(first: Finding) -> Iterator[Block]:
    """What a rule reports, why it matters and how to fix it, unfolded."""
    known = rule(first.code)
    if known is None:
        return
    yield Paragraph((severity_badge(known.severity), " ", *reflowed(known.summary)))
    for title, told in (("Why it matters", known.why), ("How to fix it", known.fix)):
        yield Heading(title, searched=False)
        yield from (Paragraph(reflowed(part)) for part in told.split("\n\n"))


def _accepted(survey: Survey, findings: Sequence[Finding]) -> Iterator[Block]:
    """Findings that somebody accepted, with the reason given, apart from those that ask for something."""
    if not findings:
        return
    yield Heading("Accepted", searched=False)
    yield Paragraph((f"{counted(len(findings), 'finding')} that somebody accepted, and why.",), "muted")
    if len(findings) > MOST_ACCEPTED:
        yield Paragraph((f"Showing {MOST_ACCEPTED} of {len(findings):,}.",), "muted")
    rows = tuple(
        (
            (Ref(finding.code, rule_page(finding.code), finding.name),),
            _what(survey, finding),
            (record_ref(survey, finding.record_id),) if finding.record_id is not None else (Muted("–"),),
        )
        for finding in findings[:MOST_ACCEPTED]
    )
    yield Table(("Rule", "What, and why it was accepted", "Record"), rows, filterable=True)


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
    shown = findings[:MOST_HERE]
    yield from _table(survey, shown)
    cut = f"Showing {len(shown)} of {len(findings):,}. " if len(shown) < len(findings) else ""
    yield Paragraph((cut, Ref(f"The page of {findings[0].code}", rule_page(findings[0].code))), "muted")


def _table(survey: Survey, findings: Sequence[Finding]) -> list[Block]:
    mixed = len({finding.severity for finding in findings}) > 1
    columns = (*(("Severity",) if mixed else ()), "What", "Where", "Record")
    rows = tuple(_row(survey, finding, mixed=mixed) for finding in findings)
    return [Table(columns, rows, filterable=True)]


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
    return (
        *(((severity_badge(finding.severity),),) if mixed else ()),
        _what(survey, finding),
        (_where(finding),) if finding.path is not None else (Muted("–"),),
        (record_ref(survey, finding.record_id),) if finding.record_id is not None else (Muted("–"),),
    )


def _what(survey: Survey, finding: Finding) -> Line:
    what: list[Inline] = [*linked(survey, finding.message)]
    for related in finding.related:
        what += [Break(), *linked(survey, related.message), " ", _place(related.path, related.line, None)]
    return (*what, *accepted(finding))


def _where(finding: Finding) -> Code:
    return _place(finding.path or "", finding.line, finding.column)


def _place(path: str, line: int | None, column: int | None) -> Code:
    """A place in a file: an event's by the name of its file, which says which event; the whole path on hover."""
    whole = ":".join(str(part) for part in (path, line, column) if part is not None)
    return Code(basename(whole), whole) if basename(path).startswith("evt_") else Code(whole)
