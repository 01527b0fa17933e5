"""``lint --format github``: workflow commands, which GitHub shows as annotations of a change.

Escaped as the runner unescapes them (``actions/runner``, *ActionCommand*). The runner reads two spellings of commands:
``::name …::`` at the start of a line, and ``##[name …]`` anywhere in a line that is none of the first; so every line
here is either such a command of ours or holds no text of the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.display import cut, visible
from ...ledger.wording import counted
from ..finding import Finding, Severity
from ..report import Report, introduced
from .places import checkout_path, place_of, worst_first

MOST_OF_A_KIND = 10  # annotations of each severity that GitHub keeps for a step
LONGEST_MESSAGE = 1_000  # characters

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTICE: "notice"}
_DATA = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_PROPERTY = {**_DATA, ord(":"): "%3A", ord(","): "%2C"}


def render_github(report: Report) -> str:
    """The worst open findings as workflow commands, ten of each severity, then how many there are in all.

    What a change introduced comes before what was there. Accepted findings make no annotation.
    """
    return "".join(f"{line}\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    found = sorted(report.open, key=worst_first)
    more = 0
    for severity in Severity:
        of_this_kind = [finding for finding in found if finding.severity is severity]
        more += max(len(of_this_kind) - MOST_OF_A_KIND, 0)
        for finding in of_this_kind[:MOST_OF_A_KIND]:
            yield _command(finding)
    if more:
        yield (
            f"fingerpost: {counted(more, 'more finding')} not annotated, since GitHub keeps {MOST_OF_A_KIND} of "
            "each severity for a step. The formats text, json and sarif hold them."
        )
    yield _sum(report)
    if found:
        # An annotation has no room for it, and whoever reads the log should not have to search.
        yield f"fingerpost: to learn what a finding means and how to fix it, run fingerpost rule {found[0].code}"


def _sum(report: Report) -> str:
    parts = [counted(count, each.value) for each in Severity if (count := report.count(each))]
    new = introduced(report.open)
    if new is not None:
        parts.append(f"{new:,} of them introduced by this change" if new else "none of them introduced by this change")
    accepted = f" ({report.suppressed:,} accepted)" if report.suppressed else ""
    return f"fingerpost: {', '.join(parts) if parts else 'sound, no findings'}{accepted}"


def _command(finding: Finding) -> str:
    path = checkout_path(finding.path)
    message = cut(visible(finding.message), LONGEST_MESSAGE)
    properties = []
    if path is not None and visible(path) == path:
        properties.append(f"file={path.translate(_PROPERTY)}")
        if finding.line is not None:
            properties.append(f"line={finding.line}")
            if finding.column is not None:
                properties.append(f"col={finding.column}")
    elif finding.path:
        message = f"{place_of(finding.path, finding.line)}: {message}"
    title = f"{finding.code} {finding.name}"
    properties.append(f"title={visible(title).translate(_PROPERTY)}")
    return f"::{_COMMANDS[finding.severity]} {','.join(properties)}::{message.translate(_DATA)}"
