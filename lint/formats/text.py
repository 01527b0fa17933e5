"""``lint --format text``: for people. Findings by file, the worst file first, then what was examined and the sum.

Of two files as bad as each other, that which the change made so comes first.

Every text of the ledger goes through :func:`fingerpost.ledger.display.visible`; nothing in it reaches the terminal
as a control.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from ...ledger.display import cut, visible, wrap
from ...ledger.wording import counted
from ..finding import Finding, Related, Severity
from ..report import Examined, Report, introduced
from .places import worst_first

LONGEST_MESSAGE = 1_000  # characters; the whole message is in the JSON
MOST_RELATED = 12  # places shown under one finding
NARROWEST_MESSAGE = 40  # cells, however narrow the terminal is
ROOM_BESIDE = 72  # cells; with less than that beside the rules' names, messages go on their own lines
INDENT = "  "
NEW = "new"  # marks a finding that the change introduced
NO_FILE = "(the ledger as a whole)"

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTICE: "cyan"}
_PLURALS = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.NOTICE: "notices"}


def render_text(report: Report, *, colour: bool, width: int, closing: bool = True, new_only: bool = False) -> str:
    """The report as lines of about ``width`` cells, with ANSI colours if ``colour``; ends with a newline.

    With ``new_only`` what the change did not introduce is counted and not listed.
    Without ``closing`` there are findings only, and nothing at all where there are none. Ids and paths are never
    broken, so that they can be copied: a line may be longer than ``width``.
    """
    listed = [finding for finding in report.open if finding.introduced] if new_only else report.open
    listed = sorted(listed, key=worst_first)
    lines = list(_groups(listed, _Layout.of(listed, colour=colour, width=width)))
    if closing:
        lines += _closing(report, _Style(colour), width, new_only=new_only)
    elif lines:
        lines.pop()  # the blank line that sets the closing ones off
    return "".join(f"{line}\n" for line in lines)


def render_statistics(report: Report, *, colour: bool, width: int, closing: bool = True) -> str:
    """How often each rule found something, the worst and most frequent first, in place of the findings."""
    style = _Style(colour)
    counts = Counter((finding.severity, finding.code, finding.name) for finding in report.open)
    rows = sorted(counts.items(), key=lambda row: (row[0][0].rank, -row[1], row[0][1]))
    widest = max((len(f"{count:,}") for _, count in rows), default=0)
    lines = [
        f"{count:>{widest},}  {style(severity.value.ljust(7), _COLOURS[severity], bold=True)}  "
        f"{style(code, bold=True)} {name}"
        for (severity, code, name), count in rows
    ]
    if closing:
        lines += ["", *_closing(report, style, width)] if lines else _closing(report, style, width)
    return "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class _Style:
    """Colours a text, or leaves it plain."""

    colour: bool

    def __call__(self, text: str, foreground: str | None = None, *, bold: bool = False, dim: bool = False) -> str:
        if not self.colour:
            return text
        return click.style(text, fg=foreground, bold=bold or None, dim=dim or None)


@dataclass(frozen=True, slots=True)
class _Layout:
    """The widths of the columns, in cells: the same for the whole report, so that it reads as one table."""

    style: _Style
    width: int
    place: int
    severity: int
    name: int
    marks_new: bool

    @classmethod
    def of(cls, findings: Sequence[Finding], *, colour: bool, width: int) -> _Layout:
        return cls(
            style=_Style(colour),
            width=width,
            place=max((len(_place(finding)) for finding in findings), default=0),
            severity=max((len(finding.severity.value) for finding in findings), default=0),
            name=max((len(finding.name) for finding in findings), default=0),
            marks_new=any(finding.introduced for finding in findings),
        )

    @property
    def mark(self) -> int:
        """The width of the column that marks what the change introduced; 0 where it introduced nothing."""
        return len(NEW) + 2 if self.marks_new else 0

    @property
    def message_at(self) -> int:
        """The column of a message that stands beside the rule's name."""
        return len(INDENT) + self.place + 2 + self.severity + 2 + self.mark + len("FP000") + 1 + self.name + 2

    @property
    def beside(self) -> bool:
        """True if there is room for messages beside the names of their rules."""
        return self.width - self.message_at >= ROOM_BESIDE

    @property
    def hanging(self) -> int:
        """The column at which messages, and all that belongs to a finding, begin."""
        return self.message_at if self.beside else len(INDENT) + self.place + 2


def _groups(findings: Sequence[Finding], layout: _Layout) -> Iterator[str]:
    """Files in the order given by their first finding; within a file from top to bottom."""
    by_path: dict[str | None, list[Finding]] = {}
    for finding in findings:
        by_path.setdefault(finding.path, []).append(finding)
    for path, found in by_path.items():
        yield layout.style(visible(path) if path is not None else NO_FILE, bold=True)
        for finding in sorted(found, key=lambda each: (each.line or 0, each.column or 0, each.order)):
            yield from _finding(finding, layout)
        yield ""


def _finding(finding: Finding, layout: _Layout) -> Iterator[str]:
    style = layout.style
    head = (
        f"{INDENT}{style(_place(finding).rjust(layout.place), dim=True)}"
        f"  {style(finding.severity.value.ljust(layout.severity), _COLOURS[finding.severity], bold=True)}"
        f"  {_mark(finding, layout)}{style(finding.code, bold=True)} "
    )
    message = wrap(
        cut(visible(finding.message), LONGEST_MESSAGE), max(layout.width - layout.hanging, NARROWEST_MESSAGE)
    )
    if layout.beside:
        yield f"{head}{style(finding.name.ljust(layout.name), dim=True)}  {message[0]}"
        message = message[1:]
    else:
        yield f"{head}{style(finding.name, dim=True)}"
    margin = " " * layout.hanging
    for line in message:
        yield margin + line
    for place in finding.related[:MOST_RELATED]:
        yield from _related(place, layout)
    if len(finding.related) > MOST_RELATED:
        yield f"{margin}{style(f'and {len(finding.related) - MOST_RELATED:,} more places', dim=True)}"


def _mark(finding: Finding, layout: _Layout) -> str:
    if not layout.marks_new:
        return ""
    return f"{layout.style(NEW, bold=True) if finding.introduced else ' ' * len(NEW)}  "


def _related(place: Related, layout: _Layout) -> Iterator[str]:
    where = visible(place.path) + (f":{place.line}" if place.line is not None else "")
    room = max(layout.width - layout.hanging - 3, NARROWEST_MESSAGE)
    for number, line in enumerate(wrap(cut(f"{where}  {visible(place.message)}", LONGEST_MESSAGE), room)):
        yield f"{' ' * layout.hanging}{'-> ' if number == 0 else '   '}{layout.style(line, dim=True)}"


def _place(finding: Finding) -> str:
    if finding.line is None:
        return "-"
    return f"{finding.line}:{finding.column}" if finding.column is not None else str(finding.line)


def _closing(report: Report, style: _Style, width: int, *, new_only: bool = False) -> Iterator[str]:
    for store in report.stores:
        yield f"read {counted(store.files, 'file')} in {visible(store.path)}"
    yield from wrap(_examined(report), width)
    if report.adds is not None:
        yield f"this change adds {', '.join(report.adds)}" if report.adds else "this change adds nothing to the ledger"
    yield _sum(report, style)
    older = len(report.open) - (introduced(report.open) or 0) if new_only else 0
    if older:
        yield style(f"{counted(older, 'older finding')} not listed; leave out --new-only to see all", dim=True)
    worst = next((each for each in sorted(report.open, key=worst_first) if each.introduced or not new_only), None)
    if worst is not None:
        # Whoever reads one page should read that of the worst finding.
        yield style(f"what a finding means and how to fix it: fingerpost rule {worst.code}", dim=True)


def _examined(report: Report) -> str:
    looked = report.examined
    sentence = f"examined {counted(looked.events, 'event')} in {counted(looked.files, 'file')}"
    parts = [f"{sentence}: {', '.join(_objects(looked))}"]
    if looked.uninterpreted:
        parts.append(f"{counted(looked.uninterpreted, 'file')} not interpreted")
    parts += [f"ledger {_where(report)}", looked.beyond_the_ledger]
    if report.base is not None:
        parts.append(f"compared with {visible(report.base)}")
    source = f" ({report.as_of_from})" if report.as_of_from else ""
    return f"{'; '.join(parts)}; judged as of {visible(report.as_of)}{source}"


def _where(report: Report) -> str:
    where = visible(report.ledger)
    return where if report.revision is None else f"{where} at {visible(report.revision)}"


def _objects(looked: Examined) -> Iterator[str]:
    yield counted(looked.records, "record")
    yield counted(looked.relations, "relation")
    if looked.runtime_read or looked.threads or looked.projections or looked.receipts:
        yield counted(looked.threads, "thread")
        yield counted(looked.projections, "projection")
        yield counted(looked.receipts, "receipt")
    if looked.unknown_events:
        yield f"{counted(looked.unknown_events, 'event')} of unknown type"


def _sum(report: Report, style: _Style) -> str:
    set_aside = f"{report.suppressed:,} suppressed (--no-suppressions shows them)" if report.suppressed else ""
    if not report.open:
        sound = style("sound: no findings", "green", bold=True)
        return f"{sound}, {set_aside}" if set_aside else sound
    parts = []
    for severity in Severity:
        count = report.count(severity)
        if count:
            word = severity.value if count == 1 else _PLURALS[severity]
            parts.append(style(f"{count:,} {word}", _COLOURS[severity], bold=True))
    new = introduced(report.open)
    if new is not None:
        parts.append(f"{new:,} of them introduced by this change" if new else "none of them introduced by this change")
    return ", ".join([*parts, set_aside] if set_aside else parts)
