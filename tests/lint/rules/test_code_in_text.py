from __future__ import annotations

import pytest
from support.events import Wire, changed, created, ident, record_node, relation
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity

CODE = "def total(lines):\n    return sum(lines)"


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, text=CODE), "/payload/record/text"),
        (created(1, reason=CODE), "/payload/record/reason"),
        (created(1, lifecycle_reason=CODE), "/payload/record/lifecycle_reason"),
        (created(1, preferred_paths=["a", CODE]), "/payload/record/preferred_paths/1"),
        (created(1, evidence=[{"text": CODE}]), "/payload/record/evidence/0/text"),
        (changed(1, 2, 2, lifecycle_reason=CODE), "/payload/lifecycle_reason"),
        (
            relation(1, "implements", {"kind": "commit", "id": "a"}, record_node(2), reason=CODE),
            "/payload/relation/reason",
        ),
    ],
)
def test_code_where_words_belong(event: Wire, pointer: str) -> None:
    [finding] = only(findings_of(event), "FP802")
    assert finding.severity is Severity.WARNING
    assert (finding.event_id, finding.pointer) == (ident("evt", 1), pointer)
    assert finding.line is not None
    assert "source code" in finding.message
    assert "sum(lines)" not in finding.message


def test_what_it_is_is_named() -> None:
    [finding] = only(findings_of(created(1, text="diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b")), "FP802")
    assert finding.message == "text holds what looks like a patch; say in words what it is to show"


@pytest.mark.parametrize(
    "event",
    [
        created(1, text="Totals come from `total(lines)`, never from `if (x) { y(); }`."),
        created(1, extensions={"example.org/x": CODE}),
        created(1, scope={"paths": ["src/(a)/**"]}),
    ],
)
def test_names_in_backticks_and_what_is_no_prose_are_fine(event: Wire) -> None:
    assert only(findings_of(event), "FP802") == []
