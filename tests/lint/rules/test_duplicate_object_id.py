from __future__ import annotations

from typing import Any

import pytest
from support.events import created, ident, projection, receipt, record_node, relation, thread
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity

COMMIT = {"kind": "commit", "id": "a"}


def renumbered(event: dict[str, Any], number: int) -> dict[str, Any]:
    return {**event, "event_id": ident("evt", number)}


@pytest.mark.parametrize(
    ("event", "pointer", "made"),
    [
        (relation(3, "implements", COMMIT, record_node(1)), "/payload/relation/relation_id", ident("rel", 3)),
        (projection(3, "t", [], []), "/payload/projection/projection_id", ident("prj", 3)),
        (receipt(3, 1, "t", [], []), "/payload/receipt/receipt_id", ident("rcp", 3)),
    ],
)
def test_bad(event: dict[str, Any], pointer: str, made: str) -> None:
    [finding] = only(findings_of(renumbered(event, 9), event, renumbered(event, 4)), "FP304")
    assert finding.severity is Severity.ERROR
    assert finding.event_id == ident("evt", 3)
    assert finding.pointer == pointer
    assert finding.message.startswith(made)
    assert [place.path[-17:] for place in finding.related] == ["000000000004.json", "000000000009.json"]


def test_good() -> None:
    twice = relation(3, "implements", COMMIT, record_node(1))
    started, scoped = thread(5, "t"), thread(6, "t", "thread.scope_changed")
    other = relation(4, "implements", COMMIT, record_node(1))
    assert "FP304" not in codes(findings_of(created(1), twice, twice, other, started, scoped))
