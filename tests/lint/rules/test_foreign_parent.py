from __future__ import annotations

from support.events import changed, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


def test_a_parent_of_the_same_record_is_fine() -> None:
    assert not only(findings_of(created(1), created(2), changed(3, 2, 2)), "FP403")


def test_a_parent_of_another_record_is_named() -> None:
    [finding] = only(findings_of(created(1), created(2), changed(3, 2, 1)), "FP403")
    assert finding.severity is Severity.ERROR
    assert (finding.event_id, finding.record_id) == (ident("evt", 3), ident("rec", 2))
    assert finding.pointer == "/parent_event_id"
    assert f"a revision of {ident('rec', 1)}" in finding.message
    assert [place.path for place in finding.related] == [f".fabric/ledger/events/{ident('evt', 1)}.json"]


def test_a_parent_that_is_no_revision_is_named_by_its_type() -> None:
    link = relation(2, "derived_from", record_node(1), {"kind": "pr", "id": "7"})
    [finding] = only(findings_of(created(1), link, changed(3, 1, 2)), "FP403")
    assert "a relation.created event" in finding.message
