from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from support.lint import examination_of
from support.reports import finding

from fingerpost.lint.catalogue import RULES
from fingerpost.lint.engine import examine, fails, selection
from fingerpost.lint.finding import Elsewhere, Observation, Severity, Suppressed
from fingerpost.lint.rule import Check, Examination, Rule
from fingerpost.repository.source import Origin, StoreName

PLACE = Origin(StoreName.LEDGER, ".fabric/ledger/events/evt_a.json", "evt_a.json")
OTHER = Origin(StoreName.LEDGER, ".fabric/ledger/events/evt_b.json", "evt_b.json")
NOTHING_READ = examination_of()


def rule_that_sees(*seen: Observation, code: str = "FP999", severity: Severity = Severity.WARNING) -> Rule:
    def check(examination: Examination) -> Iterator[Observation]:
        yield from seen

    named: Check = check
    return Rule(code, f"rule-{code.lower()}", severity, "s", "w", "f", "b", "g", named)


def nowhere(origin: Origin, pointer: str) -> tuple[int, int] | None:
    return None


def by_length(origin: Origin, pointer: str) -> tuple[int, int] | None:
    return (len(pointer), 7)


def test_a_pointer_is_looked_up_where_the_reader_gave_no_line() -> None:
    seen = rule_that_sees(
        Observation("one", PLACE, "/abc", related=(Elsewhere(OTHER, "there", "/ab"), Elsewhere(OTHER, "whole", ""))),
        Observation("two", PLACE, "/abc", line=40, column=2),
        Observation("three", PLACE),
    )
    found = {finding.message: finding for finding in examine(NOTHING_READ, by_length, rules=[seen])}
    assert (found["one"].line, found["one"].column) == (4, 7)
    assert [(place.path, place.line) for place in found["one"].related] == [(OTHER.path, 3), (OTHER.path, 0)]
    assert (found["two"].line, found["two"].column) == (40, 2)
    assert (found["three"].line, found["three"].column) == (None, None)


def test_no_message_acts_hides_or_holds_a_credential_whatever_a_rule_quotes() -> None:
    token = "ghp_" + "a1B2c3D4" * 5
    hostile = f"a\u202e\x1b[31m\n\U000f0000\t{token}"
    clean = "a[U+202E][U+001B][31m[U+000A][U+F0000][U+0009][secret: GitHub token]"
    seen = rule_that_sees(Observation(hostile, PLACE, "/a", related=(Elsewhere(OTHER, hostile, ""),)))
    [finding] = examine(NOTHING_READ, nowhere, rules=[seen])
    assert finding.message == clean
    assert finding.related[0].message == clean


def test_a_file_that_cannot_be_read_again_leaves_the_line_open() -> None:
    [finding] = examine(NOTHING_READ, nowhere, rules=[rule_that_sees(Observation("m", PLACE, "/a"))])
    assert finding.line is None
    assert finding.pointer == "/a"


@pytest.mark.parametrize(
    ("own", "configured", "expected"),
    [
        (None, {}, Severity.WARNING),
        (Severity.NOTICE, {}, Severity.NOTICE),
        (Severity.ERROR, {}, Severity.ERROR),
        (None, {"FP999": Severity.ERROR}, Severity.ERROR),
        (Severity.NOTICE, {"FP999": Severity.ERROR}, Severity.NOTICE),
        (Severity.ERROR, {"FP999": Severity.NOTICE}, Severity.NOTICE),
        (None, {"FP998": Severity.ERROR}, Severity.WARNING),
    ],
)
def test_severity_is_the_configs_then_the_observations_then_the_rules(
    own: Severity | None, configured: dict[str, Severity | None], expected: Severity
) -> None:
    seen = rule_that_sees(Observation("m", PLACE, severity=own))
    [finding] = examine(NOTHING_READ, nowhere, rules=[seen], severities=configured)
    assert finding.severity is expected


def test_off_switches_a_rule_off() -> None:
    seen = rule_that_sees(Observation("m", PLACE, severity=Severity.ERROR))
    assert examine(NOTHING_READ, nowhere, rules=[seen], severities={"FP999": None}) == []


def test_the_order_is_the_contracts_whatever_order_the_rules_have() -> None:
    rules = [
        rule_that_sees(Observation("c", OTHER, line=1), Observation("b", PLACE, line=10), code="FP101"),
        rule_that_sees(Observation("d", None), Observation("e", PLACE), code="FP901"),
        rule_that_sees(Observation("a", OTHER), code="FP999", severity=Severity.ERROR),
        rule_that_sees(Observation("a2", PLACE, line=9), code="FP101x"),
    ]
    expected = [finding.message for finding in examine(NOTHING_READ, nowhere, rules=rules)]
    assert expected == ["a", "b", "c", "a2", "d", "e"]
    for seed in range(5):
        random.Random(seed).shuffle(rules)
        assert [finding.message for finding in examine(NOTHING_READ, nowhere, rules=rules)] == expected


def test_two_like_findings_are_both_reported() -> None:
    seen = Observation("m", PLACE, "/a")
    assert len(examine(NOTHING_READ, nowhere, rules=[rule_that_sees(seen, seen)])) == 2


def test_a_selection_takes_codes_and_their_beginnings() -> None:
    chosen = selection("fp4, FP101,", "FP401")
    assert [code for code in ("FP101", "FP102", "FP401", "FP402") if chosen.takes(code)] == ["FP101", "FP402"]
    assert selection().takes("FP999")
    assert not selection(ignore="FP9").takes("FP999")
    assert {rule.code[:3] for rule in selection("FP2").of(RULES)} == {"FP2"}


def test_a_selection_tells_what_names_no_rule() -> None:
    assert selection("FP2,FP10", "FP999,QQ").idle(RULES) == ("FP999", "QQ")


@pytest.mark.parametrize(
    ("worst", "fail_on", "expected"),
    [
        (Severity.ERROR, Severity.ERROR, True),
        (Severity.WARNING, Severity.ERROR, False),
        (Severity.WARNING, Severity.WARNING, True),
        (Severity.NOTICE, Severity.WARNING, False),
        (Severity.NOTICE, Severity.NOTICE, True),
        (Severity.ERROR, None, False),
    ],
)
def test_a_gate_fails_at_its_level_and_above(worst: Severity, fail_on: Severity | None, expected: bool) -> None:
    findings = examine(NOTHING_READ, nowhere, rules=[rule_that_sees(Observation("m", PLACE), severity=worst)])
    assert fails(findings, fail_on) is expected


def test_no_finding_fails_no_gate() -> None:
    assert not fails([], Severity.NOTICE)


def test_what_is_suppressed_fails_no_gate() -> None:
    accepted = finding(suppressed=Suppressed("config", "known"))
    assert not fails([accepted], Severity.ERROR)
    assert fails([accepted, finding()], Severity.ERROR)


def test_with_new_only_just_what_the_change_introduced_fails() -> None:
    old, unknown, new = finding(introduced=False), finding(), finding(introduced=True)
    assert fails([old, unknown], Severity.ERROR)
    assert not fails([old, unknown], Severity.ERROR, new_only=True)
    assert fails([old, new], Severity.ERROR, new_only=True)
