from __future__ import annotations

import pytest
from support.events import Wire, changed, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


def with_evidence(url: str) -> Wire:
    return created(1, evidence=[{"type": "note"}, {"type": "note", "url": url}])


@pytest.mark.parametrize(
    "url", ["https://example.invalid/a", "http://example.invalid", "mailto:mara@example.invalid", "docs/a.md", "#x"]
)
def test_safe_schemes_and_addresses_without_one_are_fine(url: str) -> None:
    assert not only(findings_of(with_evidence(url)), "FP714")


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "file:///x"]
)
def test_any_other_scheme_is_reported_at_its_address(url: str) -> None:
    [finding] = only(findings_of(with_evidence(url)), "FP714")
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.record_id) == (ident("evt", 1), ident("rec", 1))
    assert finding.pointer == "/payload/record/evidence/1/url"
    assert finding.line is not None
    assert url not in finding.message


def test_a_source_and_the_ends_of_a_relation_are_judged() -> None:
    [source] = only(findings_of(created(1, source={"type": "human", "url": "data:x"})), "FP714")
    assert source.pointer == "/payload/record/source/url"
    ends = (
        relation(5, "derived_from", record_node(1), {"kind": "pr", "id": "7", "url": "javascript:x"}),
        relation(6, "derived_from", record_node(1), {"kind": "evidence", "id": "javascript:x"}),
        relation(7, "derived_from", record_node(1), {"kind": "evidence", "id": "ticket:7"}),
        relation(8, "derived_from", {"kind": "pr", "id": "7", "url": "ftp://x"}, record_node(1)),
    )
    found = only(findings_of(created(1), *ends), "FP714")
    assert [finding.pointer for finding in found] == [
        "/payload/relation/to/url",
        "/payload/relation/to/id",
        "/payload/relation/from/url",
    ]
    assert {finding.severity for finding in found} == {Severity.ERROR}


def test_it_is_a_notice_once_the_record_is_over_but_not_in_a_relation() -> None:
    link = relation(5, "derived_from", record_node(1), {"kind": "pr", "id": "7", "url": "javascript:x"})
    found = only(findings_of(with_evidence("javascript:x"), changed(2, 1, 1), link), "FP714")
    assert [finding.severity for finding in found] == [Severity.ERROR, Severity.NOTICE]
