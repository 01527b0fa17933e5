from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from support.hostile_reports import reports
from support.reports import FOLDER, HOSTILE, finding, report

from fingerpost.lint.finding import Severity, Suppressed
from fingerpost.lint.formats.junit import render_junit
from fingerpost.lint.report import Report


def suites_of(made: Report) -> ET.Element:
    text = render_junit(made)
    assert text.isascii()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f]", text)
    assert not re.search(r"&#(?:[0-9]|1[0-9]|2[0-9]|3[01]|55[2-7][0-9]{2}|6553[45]);", text)
    root = ET.fromstring(text.encode("utf-8"))
    assert root.tag == "testsuites"
    assert set(root.attrib) == {"name", "tests", "failures", "errors"}  # "skipped" is for suites only
    for suite in root:
        cases = list(suite)
        assert len({case.attrib["name"] for case in cases}) == len(cases)
        assert int(suite.attrib["tests"]) == len(cases)
        assert int(suite.attrib["failures"]) == sum(case.find("failure") is not None for case in cases)
        assert int(suite.attrib["skipped"]) == sum(case.find("skipped") is not None for case in cases)
    for count in ("tests", "failures"):
        assert int(root.attrib[count]) == sum(int(suite.attrib[count]) for suite in root)
    return root


def test_a_failure() -> None:
    [suite] = suites_of(report(finding("a < b", record_id="rec_a", pointer="/payload")))
    assert suite.attrib["name"] == "FP104 invalid-json"
    [case] = suite
    assert case.attrib == {"classname": "FP104 invalid-json", "name": f"{FOLDER}/evt_a.json /payload rec_a"}
    [failure] = case
    assert failure.attrib == {"message": "a < b", "type": "error"}
    assert failure.text == f"error at {FOLDER}/evt_a.json:3: a < b"


@pytest.mark.parametrize(("severity", "fails"), [("error", True), ("warning", True), ("notice", False)])
def test_a_notice_passes(severity: str, fails: bool) -> None:
    root = suites_of(report(finding(severity=Severity(severity))))
    assert (root.find(".//failure") is not None) is fails
    assert (root.find(".//system-out") is not None) is not fails


def test_accepted_findings_are_skipped_with_the_reason() -> None:
    root = suites_of(report(finding(suppressed=Suppressed("config", "agreed by Mara"))))
    skipped = root.find(".//skipped")
    assert skipped is not None
    assert skipped.attrib == {"message": "accepted by the config: agreed by Mara"}
    assert root.attrib["failures"] == "0"


def test_a_suite_a_rule_and_names_that_tell_cases_apart() -> None:
    root = suites_of(report(finding("a"), finding("b", line=9), finding("c", code="FP102", name="not-utf8")))
    assert [suite.attrib["name"] for suite in root] == ["FP102 not-utf8", "FP104 invalid-json"]
    assert [case.attrib["name"] for case in root[1]] == [f"{FOLDER}/evt_a.json", f"{FOLDER}/evt_a.json (2)"]


def test_a_name_that_looks_like_a_second_one() -> None:
    [suite] = suites_of(report(*(finding(str(n), pointer=pointer) for n, pointer in enumerate(["/a", "/a (2)", "/a"]))))
    assert sorted(case.attrib["name"].partition(" ")[2] for case in suite) == ["/a", "/a (2)", "/a (2) (2)"]


def test_a_sound_ledger_is_one_test_that_passes() -> None:
    root = suites_of(report())
    assert root.attrib["tests"] == "1"
    assert root.find(".//testcase") is not None
    assert root.find(".//failure") is None


def test_what_xml_cannot_hold_is_made_visible() -> None:
    root = suites_of(report(finding(f"{HOSTILE}\ufffe")))
    failure = root.find(".//failure")
    assert failure is not None
    for mark in ("[U+0000]", "[U+001B]", "[U+D800]", "[U+FFFE]", "[U+202E]", "[U+000A]"):
        assert mark in failure.attrib["message"]


@given(reports())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_report_is_xml(made: Report) -> None:
    root = suites_of(made)
    assert int(root.attrib["tests"]) == (len(made.findings) or 1)
