from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from support.hostile_reports import reports
from support.reports import FOLDER, finding, report

from fingerpost.lint.finding import Severity, Suppressed
from fingerpost.lint.formats.gitlab import render_gitlab
from fingerpost.lint.report import Report


def entries_of(made: Report) -> list[dict[str, Any]]:
    text = render_gitlab(made)
    assert text.isascii()
    entries: list[dict[str, Any]] = json.loads(text)
    prints = [each["fingerprint"] for each in entries]
    assert len(set(prints)) == len(prints)
    for each in entries:
        assert list(each) == ["description", "check_name", "fingerprint", "severity", "location"]
        assert each["location"]["path"]
        assert not each["location"]["path"].startswith("/")
        assert each["location"]["lines"]["begin"] >= 1
    return entries


def test_an_entry() -> None:
    made = finding("bad thing")
    assert entries_of(report(made)) == [
        {
            "description": "FP104 invalid-json: bad thing",
            "check_name": "FP104",
            "fingerprint": made.fingerprint,
            "severity": "critical",
            "location": {"path": f"{FOLDER}/evt_a.json", "lines": {"begin": 3}},
        }
    ]


@pytest.mark.parametrize(("severity", "word"), list(zip(Severity, ["critical", "minor", "info"], strict=True)))
def test_severities(severity: Severity, word: str) -> None:
    assert entries_of(report(finding(severity=severity)))[0]["severity"] == word


def test_two_findings_with_one_fingerprint_are_both_kept() -> None:
    one, two = finding("one", line=3), finding("two", line=9)
    assert one.fingerprint == two.fingerprint
    assert [each["fingerprint"] for each in entries_of(report(one, two))] == [one.fingerprint, f"{one.fingerprint}-2"]


@pytest.mark.parametrize("path", [None, "git-common:fabric/events/x.json", "base:a.json"])
def test_what_lies_in_no_file_stands_at_the_ledger(path: str | None) -> None:
    [entry] = entries_of(report(finding("m", path=path, line=7 if path else None)))
    assert entry["location"] == {"path": FOLDER, "lines": {"begin": 1}}
    assert entry["description"] == f"FP104 invalid-json: {f'{path}:7: ' if path else ''}m"


def test_accepted_findings_are_not_in_it() -> None:
    assert entries_of(report(finding(suppressed=Suppressed("config", "x")))) == []


@given(reports().filter(lambda made: not made.ledger.startswith("/")))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_report(made: Report) -> None:
    entries = entries_of(made)
    assert len(entries) == len(made.open)
    assert not any(ord(character) < 32 for each in entries for character in each["description"])
