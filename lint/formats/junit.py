"""``lint --format junit``: the XML that every CI shows as test results. A suite is a rule, a case is a finding.

Errors and warnings that nothing accepts are failures; notices pass, and accepted findings are skipped. The name of a
case holds no line and no wording, so that a CI knows it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree as ET

from ...ledger.display import cut, visible
from ..finding import Finding, Severity
from ..report import Report
from .places import place_of

LONGEST_MESSAGE = 1_000  # characters

_TOOL = "fingerpost"


def render_junit(report: Report) -> str:
    """The report as an XML document in pure ASCII; ends with a newline.

    A report without findings holds one case that passes, since a CI takes an empty file for a failed run.
    """
    whole = ET.Element("testsuites")
    by_rule = sorted(report.findings, key=lambda finding: finding.code)
    for _, found in groupby(by_rule, key=lambda finding: finding.code):
        whole.append(_suite(list(found)))
    if not report.findings:
        suite = ET.SubElement(whole, "testsuite", _suite_counts(_TOOL, []))
        ET.SubElement(suite, "testcase", {"classname": _TOOL, "name": "no findings"})
    whole.attrib.update(_counts(_TOOL, report.findings))
    ET.indent(whole)
    body = ET.tostring(whole, encoding="us-ascii", xml_declaration=False).decode("ascii")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _fails(finding: Finding) -> bool:
    return finding.suppressed is None and finding.severity is not Severity.NOTICE


def _counts(name: str, findings: Sequence[Finding]) -> dict[str, str]:
    return {
        "name": name,
        "tests": str(len(findings) or 1),
        "failures": str(sum(_fails(finding) for finding in findings)),
        "errors": "0",
    }


def _suite_counts(name: str, findings: Sequence[Finding]) -> dict[str, str]:
    """The counts of a suite. Those of all suites hold none of what is skipped: Jenkins refuses a file in which they do.

    (Its xUnit plugin validates files before it reads them.)
    """
    return {**_counts(name, findings), "skipped": str(sum(finding.suppressed is not None for finding in findings))}


def _suite(findings: Sequence[Finding]) -> ET.Element:
    rule = visible(f"{findings[0].code} {findings[0].name}")
    suite = ET.Element("testsuite", _suite_counts(rule, findings))
    names = _Names()
    for finding in findings:
        name = names.unlike_others(_name(finding))
        _case(ET.SubElement(suite, "testcase", {"classname": rule, "name": name}), finding)
    return suite


class _Names:
    """Names of the cases of a suite, which must differ: a CI takes two with one name for one."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._times: Counter[str] = Counter()

    def unlike_others(self, wanted: str) -> str:
        """The wanted name, or the first of ``name (2)``, ``name (3)`` … that no case has."""
        name = wanted
        while name in self._given:
            self._times[wanted] += 1
            name = f"{wanted} ({self._times[wanted] + 1})"
        self._given.add(name)
        return name


def _name(finding: Finding) -> str:
    subject = visible(finding.record_id or finding.event_id or "")
    parts = (place_of(finding.path), visible(finding.pointer or ""), subject if subject else "")
    return " ".join(cut(part, LONGEST_MESSAGE) for part in parts if part)


def _case(case: ET.Element, finding: Finding) -> None:
    message = cut(visible(finding.message), LONGEST_MESSAGE)
    told = f"{finding.severity.value} at {place_of(finding.path, finding.line)}: {message}"
    if finding.suppressed is not None:
        reason = cut(visible(finding.suppressed.reason), LONGEST_MESSAGE)
        ET.SubElement(case, "skipped", {"message": f"accepted by the {visible(finding.suppressed.by)}: {reason}"})
        ET.SubElement(case, "system-out").text = told
    elif _fails(finding):
        failure = ET.SubElement(case, "failure", {"message": message, "type": finding.severity.value})
        failure.text = told
    else:
        ET.SubElement(case, "system-out").text = told
