from __future__ import annotations

import dataclasses

import pytest
from support.events import created
from support.lint import codes, examination_of, findings_of, only

from fingerpost.lint.finding import Severity
from fingerpost.lint.rules.implausible_time import RULE

AS_OF = "2026-03-03T09:00:00Z"


@pytest.mark.parametrize(
    "occurred_at",
    [
        "2026-03-05T09:00:00.000000001Z",
        "2026-03-05T08:30:00-00:31",
        "2026-03-06T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "2004-12-31T23:59:59Z",
        "2005-01-01T05:00:00+05:01",
        "1970-01-01T00:00:00Z",
        "0001-01-01T00:00:00+10:00",
    ],
)
def test_bad(occurred_at: str) -> None:
    [finding] = only(findings_of(created(1, event={"occurred_at": occurred_at}), as_of=AS_OF), "FP211")
    assert finding.severity is Severity.WARNING
    assert finding.pointer == "/occurred_at"
    assert finding.line == 5
    assert finding.detail == ""


@pytest.mark.parametrize(
    "occurred_at",
    [
        "2026-03-05T09:00:00Z",
        "2026-03-05T23:00:00+14:00",
        "2026-03-02T09:00:00Z",
        "2005-01-01T00:00:00Z",
        "2004-12-31T20:00:00-04:00",
    ],
)
def test_good(occurred_at: str) -> None:
    assert "FP211" not in codes(findings_of(created(1, event={"occurred_at": occurred_at}), as_of=AS_OF))


def test_where_a_commit_sets_the_clock_only_committed_events_are_late() -> None:
    late = created(1, event={"occurred_at": "2027-01-01T00:00:00Z"})
    examination = examination_of(late, as_of=AS_OF)
    path = examination.reading.events[0].origin.path
    for held, expected in (({path}, 1), (set[str](), 0)):
        judged = dataclasses.replace(examination, committed=held.intersection)
        assert len(list(RULE.check(judged))) == expected
    assert len(list(RULE.check(examination))) == 1
