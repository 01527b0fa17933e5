from __future__ import annotations

import pytest
from support.events import Wire, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Finding, Severity


def node(kind: str) -> Wire:
    return record_node(1) if kind == "record" else {"kind": kind, "id": f"the {kind}"}


def shape(kind: str, source: Wire, target: Wire) -> list[Finding]:
    return only(findings_of(created(1), created(2), relation(9, kind, source, target)), "FP707")


@pytest.mark.parametrize(
    ("kind", "source"),
    [
        *(("implements", source) for source in ("commit", "action", "message", "pr", "issue", "thread", "deploy")),
        *(("informed_by", source) for source in ("commit", "action", "message", "thread", "record", "deploy")),
        *((kind, "record") for kind in ("supersedes", "challenges", "resolves")),
    ],
)
def test_what_the_protocol_connects_with_a_record_is_fine(kind: str, source: str) -> None:
    assert not shape(kind, node(source), record_node(2))


@pytest.mark.parametrize("target", ["thread", "pr", "evidence", "message", "issue", "commit", "record", "wiki"])
def test_a_record_may_come_from_anything(target: str) -> None:
    assert not shape("derived_from", record_node(2), node(target))


@pytest.mark.parametrize(
    ("kind", "source", "target", "ends"),
    [
        ("implements", "record", "commit", ["from", "to"]),
        ("implements", "evidence", "record", ["from"]),
        ("implements", "commit", "issue", ["to"]),
        ("informed_by", "action", "message", ["to"]),
        ("informed_by", "record", "commit", ["to"]),
        ("derived_from", "commit", "record", ["from"]),
        ("supersedes", "commit", "record", ["from"]),
        ("challenges", "record", "commit", ["to"]),
        ("resolves", "pr", "issue", ["from", "to"]),
    ],
)
def test_each_end_that_does_not_fit_is_reported(kind: str, source: str, target: str, ends: list[str]) -> None:
    found = shape(kind, node(source), node(target))
    assert [finding.pointer for finding in found] == [f"/payload/relation/{end}/kind" for end in ends]
    assert {finding.severity for finding in found} == {Severity.WARNING}
    assert all(finding.line is not None and finding.event_id == ident("evt", 9) for finding in found)


@pytest.mark.parametrize("kind", ["supersedes", "derived_from", "exposed_to"])
def test_a_record_that_is_related_to_itself_is_reported_once(kind: str) -> None:
    [finding] = shape(kind, record_node(1), record_node(1))
    assert (finding.pointer, finding.record_id) == ("/payload/relation/to", ident("rec", 1))
    assert "itself" in finding.message


def test_one_id_of_two_providers_is_not_one_node() -> None:
    one, other = ({"kind": "message", "provider": provider, "id": "7"} for provider in ("chat", "mail"))
    assert not [finding for finding in shape("informed_by", one, other) if "itself" in finding.message]
    assert [finding for finding in shape("informed_by", one, one) if "itself" in finding.message]


def test_the_ends_of_stored_availability_are_left_to_the_rule_that_is_about_it() -> None:
    assert not shape("delivered_to", record_node(1), node("thread"))
