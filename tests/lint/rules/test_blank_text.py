from __future__ import annotations

from typing import Any

import pytest
from support.events import changed, created, projection, record_node, relation, thread
from support.lint import codes, findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, text="  \t"), "/payload/record/text"),
        (created(1, reason=" "), "/payload/record/reason"),
        (created(1, lifecycle_reason="\n"), "/payload/record/lifecycle_reason"),
        (created(1, scope={"issue": " "}), "/payload/record/scope/issue"),
        (created(1, scope={"areas": ["a", " "]}), "/payload/record/scope/areas/1"),
        (created(1, scope={"paths": ["\u00a0"]}), "/payload/record/scope/paths/0"),
        (changed(2, 1, 1, status="expired", lifecycle_reason=" "), "/payload/lifecycle_reason"),
        (
            relation(3, "implements", {"kind": "commit", "id": "a"}, record_node(1), reason=" "),
            "/payload/relation/reason",
        ),
        (thread(4, "t", scope={"pr": " "}), "/payload/thread/scope/pr"),
        (projection(5, "t", [], [], scope={"repo": " ", "issue": "B-1"}), "/payload/projection/scope/repo"),
    ],
)
def test_bad(event: dict[str, Any], pointer: str) -> None:
    findings = only(findings_of(event), "FP210")
    assert pointer in [finding.pointer for finding in findings]
    assert all(finding.severity is Severity.WARNING for finding in findings)
    assert all(finding.line is not None for finding in findings)


@pytest.mark.parametrize(
    "event",
    [
        created(1),
        created(1, reason=None),
        relation(3, "implements", {"kind": "commit", "id": "a"}, record_node(1)),
        thread(4, "t"),
    ],
)
def test_good(event: dict[str, Any]) -> None:
    assert "FP210" not in codes(findings_of(event))


def test_each_blank_place_of_an_event_is_named() -> None:
    found = only(findings_of(created(1, text=" ", scope={"paths": [" ", "a", "\t"]})), "FP210")
    assert [finding.message.split(" is ")[0] for finding in found] == ["entry 1 of paths", "entry 3 of paths", "text"]
