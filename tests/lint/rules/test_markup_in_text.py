from __future__ import annotations

import pytest
from support.events import Wire, changed, created, ident
from support.lint import findings_of, only

from fingerpost.lint.finding import Severity


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (created(1, text="one\n# Heading\n- list"), "/payload/record/text"),
        (created(1, reason="one\n# Heading\n- list"), "/payload/record/reason"),
        (changed(1, 2, 2, lifecycle_reason="# Heading\n- list"), "/payload/lifecycle_reason"),
    ],
)
def test_what_acts_is_a_notice(event: Wire, pointer: str) -> None:
    [finding] = only(findings_of(event), "FP805")
    assert finding.severity is Severity.NOTICE
    assert (finding.event_id, finding.pointer) == (ident("evt", 1), pointer)
    assert finding.line is not None
    assert "a heading, a list item" in finding.message


@pytest.mark.parametrize(
    "event",
    [
        created(1, text="a < b && c > d | `<b>` $x$ :smile: &lt;"),
        created(1, scope={"areas": ["# area"], "paths": ["* *"]}),
        created(1, extensions={"example.org/x": "<b>"}),
    ],
)
def test_what_does_nothing_and_what_is_no_prose_are_fine(event: Wire) -> None:
    assert only(findings_of(event), "FP805") == []
