from __future__ import annotations

import time
from typing import Any

import pytest
from support.events import changed, created, ident
from support.lint import NO_CONFIG, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.lint.rules.contradiction import RULE
from fingerpost.repository.configs.config import LedgerConfig

WAY = "one converter at the border"
AREAS = LedgerConfig(
    repo="billing", areas={"tolls": ("services/tolls/**",)}, ledger=None, problems=(), path=".fabric/config.yaml"
)


def pair(one: dict[str, Any], other: dict[str, Any], prefers: str = WAY, rejects: str = WAY) -> list[dict[str, Any]]:
    return [
        created(1, scope=one, preferred_paths=["another", prefers]),
        created(2, scope=other, rejected_paths=[rejects]),
    ]


def test_one_prefers_what_the_other_rejects() -> None:
    [finding] = only(findings_of(*pair({"issue": "B-1"}, {"issue": "B-1"})), "FP806")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/payload/record/preferred_paths/1"
    assert finding.line is not None
    assert ident("rec", 2) in finding.message
    assert [related.line is not None for related in finding.related] == [True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"pr": "7"}, {"pr": "7", "issue": "B-2"}),
        ({"areas": ["tolls"]}, {"areas": ["web", "tolls"]}),
        ({"paths": ["src/**"]}, {"paths": ["src/a.py"]}),
        ({"paths": ["src/a.py"]}, {"paths": ["src/**"]}),
        ({"areas": ["tolls"]}, {"paths": ["services/tolls/a.py"]}),
        ({"global": True}, {"issue": "B-2"}),
        ({"issue": "B-2"}, {"global": True}),
        ({"issue": "B-2"}, {"issue": "B-2", "repo": "billing"}),
    ],
)
def test_scopes_that_overlap(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert len(only(findings_of(*pair(one, other), config=AREAS), "FP806")) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"issue": "B-1"}, {"issue": "B-2"}),
        ({"issue": "7"}, {"pr": "7"}),
        ({"paths": ["src/*/b.py"]}, {"paths": ["src/a/*.py"]}),
        ({"issue": "B-1", "repo": "billing"}, {"issue": "B-1", "repo": "harbour"}),
    ],
)
def test_scopes_that_do_not(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert only(findings_of(*pair(one, other), config=NO_CONFIG), "FP806") == []


@pytest.mark.parametrize(
    ("prefers", "rejects", "found"),
    [
        (WAY, f" {WAY.upper()}  ", 1),
        ("libs/tax/new.py", "./libs/tax/**", 1),
        ("libs/tax/**", "libs/tax/new.py", 0),  # all but one file: an exception, no contradiction
        (WAY, f"{WAY} again", 0),
        ("what [odd]? ways", "What [odd]? ways", 1),
    ],
)
def test_ways_are_compared_as_written(prefers: str, rejects: str, found: int) -> None:
    findings = findings_of(*pair({"issue": "B-1"}, {"issue": "B-1"}, prefers, rejects))
    assert len(only(findings, "FP806")) == found


def test_what_is_over_or_in_dispute_and_the_record_itself_do_not_count() -> None:
    events = pair({"issue": "B-1"}, {"issue": "B-1"})
    assert only(findings_of(*events, changed(3, 1, 1)), "FP806") == []
    assert only(findings_of(*events, changed(3, 2, 2)), "FP806") == []
    fork = (changed(3, 2, 2, durability="durable"), changed(4, 2, 2, status="expired"))
    assert only(findings_of(*events, *fork), "FP806") == []
    assert only(findings_of(created(1, preferred_paths=[WAY], rejected_paths=[WAY])), "FP806") == []


def test_a_record_that_rejects_what_it_prefers_does_not_hide_another_that_rejects_it() -> None:
    events = [created(1, preferred_paths=[WAY], rejected_paths=[WAY]), created(2, rejected_paths=[WAY])]
    assert len(only(findings_of(*events), "FP806")) == 1


def test_many_records_on_both_sides_take_time_in_proportion() -> None:
    events = []
    for number in range(1, 4_001):
        ways: dict[str, Any] = {("preferred_paths", "rejected_paths")[number % 2]: [WAY, f"way {number}"]}
        events.append(created(number, scope={"paths": [f"src/{number}/**"], "areas": ["tolls"]}, **ways))
    before = time.process_time()
    assert len(findings_of(*events, rules=[RULE])) == 2_000
    assert time.process_time() - before < 20
