from __future__ import annotations

from dataclasses import replace

import pytest
from support.events import changed, created, ident
from support.lint import NO_CONFIG, findings_of, only

from fingerpost.lint.finding import Severity

FILES = ["README.md", "services/invoicing/total.py"]
AREAS = replace(NO_CONFIG, areas={"invoices": ("services/invoicing/**",)})


def test_a_record_for_paths_that_are_gone_is_reported() -> None:
    dead = created(1, scope={"issue": "BILL-1", "paths": ["services/billing/**", "docs/*.md"]})
    [finding] = only(findings_of(dead, tracked_paths=FILES), "FP601")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/payload/record/scope/paths"
    assert finding.line is not None
    assert "services/billing/**, docs/*.md" in finding.message


@pytest.mark.parametrize(
    "paths", [["services/**"], ["gone/**", "README.md"], ["*.md"], ["services/*/total.py"], ["./README.md"]]
)
def test_one_living_path_is_enough(paths: list[str]) -> None:
    assert not only(findings_of(created(1, scope={"paths": paths}), tracked_paths=FILES), "FP601")


@pytest.mark.parametrize("paths", [["services"], ["services/"], ["**/*.py"], ["services/**/"], ["readme.md"], ["[a"]])
def test_a_pattern_means_what_it_means_to_clients(paths: list[str]) -> None:
    assert len(only(findings_of(created(1, scope={"paths": paths}), tracked_paths=FILES), "FP601")) == 1


def test_the_paths_of_an_area_count_but_do_not_make_a_record_of_paths() -> None:
    scope = {"areas": ["invoices"], "paths": ["services/billing/**"]}
    assert not only(findings_of(created(1, scope=scope), tracked_paths=FILES, config=AREAS), "FP601")
    assert len(only(findings_of(created(1, scope=scope), tracked_paths=["x"], config=AREAS), "FP601")) == 1
    assert not only(findings_of(created(1, scope={"areas": ["invoices"]}), tracked_paths=["x"], config=AREAS), "FP601")


def test_direction_that_is_over_is_not_judged() -> None:
    events = (created(1, scope={"paths": ["gone/**"]}), changed(2, 1, 1))
    assert not only(findings_of(*events, tracked_paths=FILES), "FP601")


def test_where_nobody_can_say_which_files_there_are_the_rule_is_silent() -> None:
    assert not only(findings_of(created(1, scope={"paths": ["gone/**"]}), tracked_paths=None), "FP601")
    assert len(only(findings_of(created(1, scope={"paths": ["gone/**"]}), tracked_paths=[]), "FP601")) == 1


def test_paths_of_versions_none_of_which_is_chosen_are_not_judged() -> None:
    events = created(1, scope={"paths": ["gone/**"]}), created(2, rec=1, scope={"paths": ["README.md"]})
    assert not only(findings_of(*events, tracked_paths=FILES), "FP601")


def test_a_contested_record_is_not_judged_before_its_fork_is_settled() -> None:
    fork = created(1, scope={"paths": ["gone/**"]}), changed(2, 1, 1), changed(3, 1, 1, status="discarded")
    found = findings_of(*fork, tracked_paths=FILES)
    assert (len(only(found, "FP401")), len(only(found, "FP601"))) == (1, 0)
