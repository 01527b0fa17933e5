from __future__ import annotations

from dataclasses import replace

from support.events import changed, created, ident
from support.lint import NO_CONFIG, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.repository.configs.config import ConfigProblem, LedgerConfig

AREAS = replace(NO_CONFIG, areas={"billing/invoices": ("services/billing/**",), "docs": ()})


def test_an_area_that_the_config_does_not_define_is_reported_with_the_nearest_one() -> None:
    record = created(1, scope={"areas": ["docs", "biling/invoices"]})
    [finding] = only(findings_of(record, config=AREAS), "FP602")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/payload/record/scope/areas/1"
    assert finding.line is not None
    assert '"biling/invoices"' in finding.message
    assert "the nearest is billing/invoices" in finding.message


def test_defined_areas_are_fine_and_letter_case_counts() -> None:
    assert not only(findings_of(created(1, scope={"areas": ["billing/invoices", "docs"]}), config=AREAS), "FP602")
    assert not only(findings_of(created(1), config=AREAS), "FP602")
    assert only(findings_of(created(1, scope={"areas": ["Docs"]}), config=AREAS), "FP602")


def test_each_unknown_area_of_each_record_is_reported() -> None:
    events = created(1, scope={"areas": ["x", "y"]}), created(2, scope={"areas": ["x"]})
    found = only(findings_of(*events, config=AREAS), "FP602")
    assert len({finding.fingerprint for finding in found}) == 3


def test_where_the_config_defines_no_area_none_is_known() -> None:
    [finding] = only(findings_of(created(1, scope={"areas": ["docs"]})), "FP602")
    assert finding.severity is Severity.WARNING
    assert "defines no area" in finding.message
    bare = LedgerConfig(exists=True)
    assert only(findings_of(created(1, scope={"areas": ["docs"]}), config=bare), "FP602")


def test_without_a_config_nothing_is_reported() -> None:
    assert not only(findings_of(created(1, scope={"areas": ["docs"]}), config=LedgerConfig()), "FP602")


def test_a_config_that_cannot_be_read_leaves_it_unknown() -> None:
    broken = replace(NO_CONFIG, problems=(ConfigProblem("not valid YAML", 1, 1),))
    assert not only(findings_of(created(1, scope={"areas": ["docs"]}), config=broken), "FP602")


def test_a_record_that_is_over_or_contested_is_not_judged() -> None:
    bad = created(1, scope={"areas": ["x"]})
    assert not only(findings_of(bad, changed(2, 1, 1), config=AREAS), "FP602")
    assert not only(findings_of(bad, changed(2, 1, 1), changed(3, 1, 1, status="active"), config=AREAS), "FP602")
    assert not only(findings_of(bad, created(2, rec=1), config=AREAS), "FP602")


def test_to_define_the_area_ends_the_finding() -> None:
    bad = created(1, scope={"areas": ["x"]})
    assert only(findings_of(bad, config=AREAS), "FP602")
    assert not only(findings_of(bad, config=replace(AREAS, areas={**AREAS.areas, "x": ("x/**",)})), "FP602")
