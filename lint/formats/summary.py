"""The summary of a CI run in Markdown (GitHub's step summary): what was found, what the change adds, what governs it.

Text of the ledger is made inert, and no ``@name`` in it calls anybody (:func:`fingerpost.ledger.inert.mention_free`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...ledger.display import cut
from ...ledger.inert import mention_free, text
from ..catalogue import RULES
from ..finding import Finding, Related, Severity
from ..governing import Governing
from ..report import Report, introduced
from ..rule import Rule
from .places import checkout_path, place_of, worst_first
from .rule_texts import paragraphs

MOST_BYTES = 900_000  # GitHub takes 1 MiB for a step
MOST_FINDINGS = 200
MOST_GOVERNING = 50
MOST_ADDED = 20
MOST_RELATED = 5  # places named beside one finding
LONGEST_TEXT = 500  # characters of one text
LONGEST_MESSAGE = 1_000  # of a finding's: the end of it may say who can mend it

_ROOM_FOR_RULES = 200_000  # bytes
_ROOM_FOR_GOVERNING = 200_000
_ROOM_FOR_MORE = 100  # bytes of "and N more"
_PLURALS = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.NOTICE: "notices"}


def render_summary(report: Report) -> str:
    """The report in Markdown of less than 900,000 bytes as UTF-8; ends with a newline.

    The worst findings stand in it, those that a change introduced first. Accepted findings are only counted.
    """
    found = sorted(report.open, key=worst_first)
    head = [*_head(report), *_added(report)]
    governing, rules = _governing(report.governing), _rules(found[:MOST_FINDINGS])
    tail = [*governing, *rules, *_foot(report)]
    room = MOST_BYTES - _size(head) - _size(tail)
    return "".join(f"{line}\n" for line in (*head, *_findings(found, room), *tail))


def _head(report: Report) -> Iterator[str]:
    yield "## Fingerpost"
    yield ""
    counts = [(report.count(severity), severity) for severity in Severity]
    said = [f"{count:,} {each.value if count == 1 else _PLURALS[each]}" for count, each in counts if count]
    verdict = f"**{', '.join(said)}**" if said else "**Sound: no findings**"
    if report.suppressed:
        verdict += f", {report.suppressed:,} accepted"
    new = introduced(report.open)
    if new is not None:
        verdict += f"; {new:,} introduced by this change"
    yield f"{verdict}."
    yield ""


def _added(report: Report) -> Iterator[str]:
    if report.adds is None:
        return
    shown = [_said(each) for each in report.adds[:MOST_ADDED]]
    if len(report.adds) > MOST_ADDED:
        shown.append(f"and {len(report.adds) - MOST_ADDED:,} more")
    yield f"This change adds {', '.join(shown) if shown else 'nothing to the ledger'}."
    yield ""


def _findings(found: Sequence[Finding], room: int) -> Iterator[str]:
    if not found:
        return
    compared = any(finding.introduced is not None for finding in found)
    head = [
        "### Findings",
        "",
        f"| | Rule | Place | Message |{' New |' if compared else ''}",
        f"|---|---|---|---|{'---|' if compared else ''}",
    ]
    yield from head
    rows = (_row(finding, compared=compared) for finding in found[:MOST_FINDINGS])
    shown = list(_fitting(rows, room - _size(head)))
    yield from shown
    yield ""
    yield from _more(len(found) - len(shown), "The formats text, json and sarif hold them.")


def _row(finding: Finding, *, compared: bool) -> str:
    place = place_of(finding.path, finding.line)
    cells = [
        finding.severity.value,
        f"<code>{text(finding.code)}</code> {text(finding.name)}",
        f"<code>{_said(place)}</code>" if finding.path and checkout_path(finding.path) else _said(place),
        _said(finding.message, LONGEST_MESSAGE) + _related(finding.related),
    ]
    if compared:
        cells.append("yes" if finding.introduced else "no")
    return f"| {' | '.join(cells)} |"


def _related(related: Sequence[Related]) -> str:
    """The other places of a finding, such as the branches of a fork, by the names of their files."""
    if not related:
        return ""
    places = [f"<code>{_said(_file(place))}</code>" for place in related[:MOST_RELATED]]
    if len(related) > MOST_RELATED:
        places.append(f"and {len(related) - MOST_RELATED:,} more places")
    return f"<br>See {', '.join(places)}"


def _file(place: Related) -> str:
    """A related place without its folder, if it lies in the checkout: there the name tells it."""
    name = place.path.rpartition("/")[2] if checkout_path(place.path) else ""
    return place_of(name or place.path, place.line)


def _governing(governing: Sequence[Governing]) -> Iterator[str]:
    if not governing:
        return
    yield "### Direction that governs what this change touches"
    yield ""
    yield "As the ledger is with this change: what it adds itself is listed too."
    yield ""
    yield "| Record | Direction | State | Claimed by | Why |"
    yield "|---|---|---|---|---|"
    rows = (_governing_row(each) for each in governing[:MOST_GOVERNING])
    shown = list(_fitting(rows, _ROOM_FOR_GOVERNING))
    yield from shown
    yield ""
    yield from _more(len(governing) - len(shown), "")


def _governing_row(each: Governing) -> str:
    state = ", ".join(_said(part) for part in (each.state, each.durability) if part)
    cells = (f"<code>{_said(each.record_id)}</code>", _said(each.title), state, _said(each.claimed), _said(each.why))
    return f"| {' | '.join(cells)} |"


def _rules(found: Iterable[Finding]) -> Iterator[str]:
    """What is wrong and how to fix it, for each rule that a shown finding is of, the worst first."""
    known = {rule.code: rule for rule in RULES}
    codes = dict.fromkeys(finding.code for finding in found)
    entries = [_rule(known[code]) for code in codes if code in known]
    if not entries:
        return
    yield "### How to fix these"
    yield ""
    shown = list(_fitting(entries, _ROOM_FOR_RULES))
    yield from shown
    yield ""
    yield from _more(len(entries) - len(shown), "")


def _rule(rule: Rule) -> str:
    summary = text(" ".join(paragraphs(rule.summary)))
    title = f"<summary><code>{text(rule.code)}</code> {text(rule.name)}: {summary}</summary>"
    told = "".join(f"<p>{text(each)}</p>" for each in (*paragraphs(rule.why), *paragraphs(rule.fix)))
    return f"<details>{title}{told}</details>"


def _foot(report: Report) -> Iterator[str]:
    looked = report.examined
    parts = [f"examined {looked.events:,} events in {looked.files:,} files of {_said(report.ledger)}"]
    if report.revision is not None:
        parts.append(f"at {_said(report.revision)}")
    if report.base is not None:
        parts.append(f"compared with {_said(report.base)}")
    parts.append(f"judged as of {_said(report.as_of)}")
    yield f"<sub>{'; '.join(parts)}; Fingerpost {_said(report.version)}</sub>"


def _said(value: str, longest: int = LONGEST_TEXT) -> str:
    """Text that may be the ledger's, of bounded length, as data in a line of Markdown."""
    return str(mention_free(cut(value, longest)))


def _fitting(lines: Iterable[str], room: int) -> Iterator[str]:
    """The first of these lines, as many as fit into ``room`` bytes with a line that says how many more there are."""
    left = room - _ROOM_FOR_MORE
    for line in lines:
        left -= _size((line,))
        if left < 0:
            return
        yield line


def _more(count: int, where: str) -> Iterator[str]:
    if count:
        yield f"and {count:,} more. {where}".rstrip()
        yield ""


def _size(lines: Iterable[str]) -> int:
    return sum(len(line.encode("utf-8")) + 1 for line in lines)
