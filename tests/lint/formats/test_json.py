from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator
from support.hostile_reports import reports
from support.reports import HOSTILE, finding, report

import fingerpost
from fingerpost.lint.finding import Related, Severity, Suppressed
from fingerpost.lint.formats.json import render_json
from fingerpost.lint.report import Report

SCHEMA: dict[str, Any] = json.loads(
    (Path(fingerpost.__file__).parent / "schemas/lint-report.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = Draft202012Validator(SCHEMA)


def value_of(made: Report) -> dict[str, Any]:
    text = render_json(made)
    assert text.isascii()
    assert text.endswith("}\n")
    value: dict[str, Any] = orjson.loads(text)  # refuses lone surrogates, as strict parsers do
    VALIDATOR.validate(value)
    return value


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_the_object_is_the_contracts_to_the_key() -> None:
    value = value_of(report(finding(related=(Related("p", 2, "m"),)), revision="abc"))
    assert list(value) == [
        "version", "tool", "as_of", "ledger", "revision", "base", "examined", "summary", "findings",
    ]  # fmt: skip
    assert value["tool"] == {"name": "fingerpost", "version": "0.1.0"}
    assert value["revision"] == "abc"
    assert value["base"] is None
    assert list(value["examined"]) == [
        "files", "events", "records", "relations", "threads", "projections", "receipts", "history",
    ]  # fmt: skip
    assert value["examined"]["history"] == "none"
    assert list(value["findings"][0]) == [
        "code", "name", "severity", "message", "path", "line", "column", "pointer", "event_id", "record_id",
        "related", "fingerprint", "introduced", "suppressed",
    ]  # fmt: skip
    assert value["findings"][0]["related"] == [{"path": "p", "line": 2, "message": "m"}]


def test_the_summary_counts_by_severity() -> None:
    value = value_of(report(finding("a"), finding("b"), finding("c", severity=Severity.NOTICE)))
    assert value["summary"] == {"error": 2, "warning": 0, "notice": 1, "suppressed": 0, "introduced": None}


@pytest.mark.parametrize(("marks", "expected"), [([True, False, True], 2), ([False], 0), ([], 0)])
def test_against_a_base_the_new_findings_are_counted(marks: list[bool], expected: int) -> None:
    value = value_of(report(*(finding(str(n), introduced=mark) for n, mark in enumerate(marks)), base="main"))
    assert value["summary"]["introduced"] == expected


def test_a_sound_ledger_has_no_findings() -> None:
    assert value_of(report())["findings"] == []


def test_hostile_text_stays_text_and_parses_everywhere() -> None:
    hostile = finding(
        HOSTILE, path=f"a/{HOSTILE}", pointer=f"/extensions/{HOSTILE.replace('/', '~1')}", event_id=HOSTILE,
        record_id=HOSTILE, related=(Related(HOSTILE, None, HOSTILE),),
    )  # fmt: skip
    [shown] = value_of(report(hostile))["findings"]
    assert shown["message"] == HOSTILE.replace("\ud800", "[U+D800]").replace("\udcff", "[U+DCFF]")
    assert shown["path"] == "a/" + shown["message"]
    assert shown["related"][0]["message"] == shown["message"]


def test_the_fingerprint_does_not_change_with_wording_or_line() -> None:
    one = value_of(report(finding("one", event_id="evt_a", line=3)))["findings"][0]["fingerprint"]
    two = value_of(report(finding("two", event_id="evt_a", line=9)))["findings"][0]["fingerprint"]
    other = value_of(report(finding("one", event_id="evt_b", line=3)))["findings"][0]["fingerprint"]
    assert one == two != other


@pytest.mark.parametrize(
    "spoil",
    [
        lambda value: value.pop("as_of"),
        lambda value: value.update(extra=1),
        lambda value: value.update(ledger="/home/mara/billing/.fabric"),
        lambda value: value["summary"].update(error=-1),
        lambda value: value["findings"][0].update(line=0),
        lambda value: value["findings"][0].update(severity="fatal"),
        lambda value: value["findings"][0].update(pointer="payload"),
        lambda value: value["findings"][0].update(suppressed={"by": "me", "reason": "x"}),
    ],
)
def test_the_schema_refuses_what_the_contract_does_not_say(spoil: Any) -> None:
    value = json.loads(render_json(report(finding())))
    spoil(value)
    assert list(VALIDATOR.iter_errors(value))


def test_a_suppressed_finding_stays_and_is_counted_only_as_such() -> None:
    accepted = finding("b", introduced=True, suppressed=Suppressed("config", "agreed\ud800"))
    value = value_of(report(finding("a", introduced=True), accepted, base="main"))
    assert value["summary"] == {"error": 1, "warning": 0, "notice": 0, "suppressed": 1, "introduced": 1}
    assert [each["suppressed"] for each in value["findings"]] == [
        None,
        {"by": "config", "reason": "agreed[U+D800]"},
    ]


def test_where_everything_is_suppressed_nothing_is_introduced() -> None:
    accepted = finding(introduced=False, suppressed=Suppressed("baseline", "known"))
    assert value_of(report(accepted, base="main"))["summary"]["introduced"] == 0
    assert value_of(report(accepted))["summary"]["introduced"] is None


@given(reports())
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_report_parses(made: Report) -> None:
    parsed = orjson.loads(render_json(made))
    assert len(parsed["findings"]) == len(made.findings)
