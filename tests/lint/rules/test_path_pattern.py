from __future__ import annotations

from dataclasses import replace

import pytest
from support.events import MemoryStore, changed, created, ident
from support.lint import NO_CONFIG, findings_of, only
from support.shared import LEDGERS, needs_ledgers

from fingerpost.lint.finding import Severity
from fingerpost.repository.configs.config import read_ledger_config

BAD = {"paths": ["src/**", "**/api.py"]}


def test_the_pattern_is_named_where_it_stands() -> None:
    [finding] = only(findings_of(created(1, scope=BAD)), "FP610")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/payload/record/scope/paths/1"
    assert finding.line is not None
    assert '"**/api.py"' in finding.message


def test_good_patterns_are_not_reported() -> None:
    scope = {"paths": ["./src/**", "services/[ab].py", "docs/*.md"]}
    assert not only(findings_of(created(1, scope=scope), tracked_paths=["src/a.py"]), "FP610")


def test_each_bad_pattern_of_each_record_is_reported() -> None:
    events = created(1, scope=BAD), created(2, scope=BAD), created(3, scope={"paths": ["a\\b", "/x"]})
    assert len(only(findings_of(*events), "FP610")) == 4


def test_patterns_of_the_config_are_reported_at_the_config() -> None:
    config = replace(NO_CONFIG, areas={"b": ("src/**",), "a": ("src/{x,y}.py", "src/{x,y}.py", "docs/")})
    found = only(findings_of(config=config), "FP610")
    assert [finding.path for finding in found] == [".fabric/config.yaml"] * 2
    assert all('area "a"' in finding.message for finding in found)
    assert [finding.line for finding in found] == [None, None]
    assert len({finding.fingerprint for finding in found}) == 2
    assert not only(findings_of(config=replace(NO_CONFIG, areas={"b": ("src/**",)})), "FP610")


def test_a_pattern_of_the_config_is_found_at_its_line() -> None:
    text = b"repo: billing\nareas:\n  api:\n    paths:\n      - src/**\n      - src/{x,y}.py\n      - src/{x,y}.py\n"
    [finding] = only(findings_of(config=read_ledger_config(text, ".fabric/config.yaml")), "FP610")
    assert (finding.path, finding.line, finding.column) == (".fabric/config.yaml", 6, 9)


def test_a_record_that_is_over_or_contested_is_not_judged() -> None:
    assert not only(findings_of(created(1, scope=BAD), changed(2, 1, 1)), "FP610")
    fork = created(1, scope=BAD), changed(2, 1, 1), changed(3, 1, 1, status="discarded")
    assert not only(findings_of(*fork), "FP610")
    assert not only(findings_of(created(1, scope=BAD), created(2, rec=1)), "FP610")


def test_to_supersede_the_record_and_end_it_ends_the_finding() -> None:
    events = created(1, scope=BAD), created(2, scope={"paths": ["src/**"]}), changed(3, 1, 1, status="superseded")
    assert not only(findings_of(*events), "FP610")


def test_a_folder_is_told_from_a_file_by_what_git_tracks() -> None:
    record = created(1, scope={"paths": ["services/billing"]})
    assert not only(findings_of(record), "FP610")
    assert only(findings_of(record, tracked_paths=["services/billing/a.py"]), "FP610")


def test_a_hostile_pattern_is_cut_in_the_message() -> None:
    [finding] = only(findings_of(created(1, scope={"paths": ["x" * 5000]})), "FP610")
    assert len(finding.message) < 400


@needs_ledgers
@pytest.mark.parametrize(
    ("case", "count"),
    [
        *((f"glob-{name}", 1) for name in ("absolute", "backslash", "bad-class", "brace", "leading", "space")),
        *(("glob-star-star-only", 1), ("glob-class", 0), ("glob-dot-slash", 0)),
    ],
)
def test_the_reference_cases(case: str, count: int) -> None:
    store = MemoryStore()
    for file in sorted((LEDGERS / "broken" / case / ".fabric/ledger/events").glob("*.json")):
        store.files[file.name] = file.read_bytes()
    assert len(only(findings_of(stores=[store]), "FP610")) == count
