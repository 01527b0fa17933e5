"""What the config and the baseline accept, and what accepts nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.ledger.instants import instant
from fingerpost.lint.accepting.baseline import next_baseline
from fingerpost.lint.accepting.looked import Looked
from fingerpost.lint.accepting.suppression import Applied, apply
from fingerpost.lint.finding import Finding, Severity, Suppressed
from fingerpost.repository.configs.baseline_file import Baseline, BaselineEntry
from fingerpost.repository.configs.settings import SuppressionSetting

NOW = instant("2026-03-03T09:00:00Z")
CODES = frozenset({"FP108", "FP301", "FP401"})
ALL = Looked(CODES)


def finding(
    code: str = "FP301",
    *,
    event: str | None = "evt_1",
    record: str | None = "rec_1",
    path: str | None = "ledger/evt_1.json",
    detail: str = "",
    severity: Severity = Severity.ERROR,
) -> Finding:
    return Finding(code, "some-rule", severity, "seen", path, 3, 1, "/payload", event, record, (), detail)


def suppression(
    subject: str = "event",
    value: str = "evt_1",
    *,
    rule: str = "FP301",
    reason: str = "agreed",
    expires: date | None = None,
    line: int = 1,
) -> SuppressionSetting:
    return SuppressionSetting(rule, subject, value, reason, expires, "fingerpost.toml", line)


def judged(
    findings: Sequence[Finding],
    *suppressions: SuppressionSetting,
    baseline: Baseline | None = None,
    looked: Looked = ALL,
) -> Applied:
    return apply(findings, suppressions, baseline, NOW, looked)


def baseline_of(*findings: Finding) -> Baseline:
    return replace(next_baseline(None, findings, ALL), file="base.json")


@pytest.mark.parametrize(
    ("subject", "value", "accepts"),
    [
        ("event", "evt_1", True),
        ("event", "rec_1", False),
        ("record", "rec_1", True),
        ("record", "evt_1", False),
        ("path", "ledger/evt_1.json", True),
        ("path", "ledger/*.json", True),
        ("path", "ledger/**", True),
        ("path", "*", False),
        ("path", "ledger", False),
        ("path", "ledger/evt_?.json", True),
        ("path", "ledger/[", False),
    ],
)
def test_what_a_suppression_matches(subject: str, value: str, accepts: bool) -> None:
    applied = judged([finding()], suppression(subject, value))
    assert applied.findings[0].suppressed == (Suppressed("config", "agreed") if accepts else None)
    assert [each.message for each in applied.idle] == (
        [] if accepts else [f"the suppression of FP301 for {subject} {value} matches nothing that was found"]
    )


def test_a_path_that_looks_like_a_pattern_is_itself() -> None:
    odd = finding(path="a/[b\\xff].json")
    assert judged([odd], suppression("path", "a/[b\\xff].json")).findings[0].suppressed is not None


def test_a_finding_without_a_subject_is_matched_by_none() -> None:
    bare = finding(event=None, record=None, path=None)
    every = [suppression(subject, "") for subject in ("event", "record", "path")]
    assert judged([bare], *every).findings == (bare,)


def test_only_its_own_rule() -> None:
    applied = judged([finding("FP401"), finding("FP108")], suppression())
    assert [each.suppressed for each in applied.findings] == [None, None]


@pytest.mark.parametrize(
    ("expires", "idle"),
    [(date(2026, 3, 4), False), (date(2026, 3, 3), True), (date(1, 1, 1), True), (date(9999, 12, 31), False)],
)
def test_from_the_day_it_expires_it_counts_no_more(expires: date, idle: bool) -> None:
    applied = judged([finding()], suppression(expires=expires, line=7))
    assert (applied.findings[0].suppressed is None) is idle
    assert [(each.file, each.line) for each in applied.idle] == ([("fingerpost.toml", 7)] if idle else [])
    assert all(f"expired on {expires.isoformat()}" in each.message for each in applied.idle)


def test_it_expires_with_the_first_instant_of_the_day_in_utc() -> None:
    day = [suppression(expires=date(2026, 3, 3))]
    for as_of, open_again in (
        ("2026-03-02T23:59:59.999Z", False),
        ("2026-03-03T00:00:00Z", True),
        ("2026-03-03T00:30:00+01:00", False),
    ):
        applied = apply([finding()], day, None, instant(as_of), ALL)
        assert (applied.findings[0].suppressed is None) is open_again


@pytest.mark.parametrize("reason", ["", " \n\t", "\u00a0"])
def test_without_a_reason_it_accepts_nothing_whether_its_rule_ran_or_not(reason: str) -> None:
    for looked in (ALL, Looked(frozenset())):
        applied = judged([finding()], suppression(reason=reason), looked=looked)
        assert applied.findings[0].suppressed is None
        assert ["has no reason" in each.message for each in applied.idle] == [True]


def test_a_reason_is_shown_as_one_line_that_prints() -> None:
    applied = judged([finding()], suppression(reason=" two\n lines\u202e\x1b[0m "))
    assert applied.findings[0].suppressed == Suppressed("config", "two lines\\u202e\\x1b[0m")


def test_the_first_that_matches_gives_the_reason_and_none_of_them_is_idle() -> None:
    applied = judged(
        [finding()],
        suppression(reason="expired", expires=date(2026, 1, 1)),
        suppression("path", "ledger/**", reason="second"),
        suppression(reason="third"),
        baseline=baseline_of(finding()),
    )
    assert applied.findings[0].suppressed == Suppressed("config", "second")
    assert ["expired on" in each.message for each in applied.idle] == [True]


def test_what_could_not_be_judged_is_not_idle() -> None:
    applied = judged([], suppression(), suppression(rule="FP108"), looked=Looked(frozenset({"FP108"})))
    assert [each.detail for each in applied.idle] == ["FP108 event evt_1"]


def test_fp002_is_never_suppressed() -> None:
    own = finding("FP002", event=None, record=None)
    forged = Baseline((BaselineEntry("FP002", "unused-suppression", own.fingerprint),))
    applied = judged([own], suppression("path", own.path or "", rule="FP002"), baseline=forged)
    assert applied.findings == (own,)


def test_two_that_are_the_same_are_two_idle_ones() -> None:
    details = [each.detail for each in judged([], suppression(), suppression(line=5)).idle]
    assert details == ["FP301 event evt_1", "FP301 event evt_1 2"]


def test_a_config_outside_of_the_repository_is_told_in_words() -> None:
    (idle,) = judged([], replace(suppression(line=4), file=None)).idle
    assert idle.file is None
    assert "(line 4 of the config that was given)" in idle.message


SUBJECTS = st.sampled_from(["1", "2", "3"])
FINDINGS = st.lists(
    st.builds(
        finding,
        st.sampled_from(["FP002", "FP108", "FP301"]),
        event=st.none() | SUBJECTS,
        record=st.none() | SUBJECTS,
        path=st.none() | st.sampled_from(["a/1", "a/2", "b"]),
        detail=st.sampled_from(["", "x"]),
        severity=st.sampled_from(Severity),
    ),
    max_size=8,
)
SUPPRESSIONS = st.lists(
    st.builds(
        suppression,
        st.sampled_from(["event", "record", "path"]),
        st.sampled_from(["1", "2", "a/1", "a/**", "?"]),
        rule=st.sampled_from(["FP108", "FP301"]),
        reason=st.sampled_from(["agreed", " "]),
        expires=st.sampled_from([None, date(2026, 1, 1), date(2026, 6, 1)]),
    ),
    max_size=5,
)
LOOKED = st.frozensets(st.sampled_from(sorted(CODES))).map(Looked)


@settings(max_examples=150, deadline=None)
@given(FINDINGS, SUPPRESSIONS, FINDINGS, LOOKED)
def test_applying_marks_and_loses_nothing(
    findings: list[Finding], suppressions: list[SuppressionSetting], accepted: list[Finding], looked: Looked
) -> None:
    baseline = baseline_of(*accepted)
    once = apply(findings, suppressions, baseline, NOW, looked)
    assert [replace(each, suppressed=None) for each in once.findings] == findings
    assert apply(once.findings, suppressions, baseline, NOW, looked) == once
    assert apply(once.findings, (), None, NOW, looked).findings == tuple(findings)
    for each in once.findings:
        if each.suppressed is not None:
            assert each.code != "FP002"
            assert each.suppressed.reason
    assert len({each.detail for each in once.idle}) == len(once.idle)


@settings(max_examples=150, deadline=None)
@given(FINDINGS, SUPPRESSIONS)
def test_an_idle_one_could_be_left_out(findings: list[Finding], suppressions: list[SuppressionSetting]) -> None:
    applied = apply(findings, suppressions, None, NOW, ALL)
    idle = {each.detail for each in applied.idle}
    without = [each for each in suppressions if f"{each.rule} {each.subject} {each.value}" not in idle]
    open_now = [each.suppressed for each in apply(findings, without, None, NOW, ALL).findings]
    twice = len({(each.rule, each.subject, each.value) for each in suppressions}) < len(suppressions)
    assert twice or open_now == [each.suppressed for each in applied.findings]
