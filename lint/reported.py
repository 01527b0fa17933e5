"""Rules whose faults the reader has found already: their check only hands those on."""

from __future__ import annotations

from collections.abc import Iterator

from ..ledger.problem import Problem
from .finding import Observation, Severity
from .rule import Check, Examination


def problems_of(code: str) -> Check:
    """The check of a rule that reports what reading found under ``code`` (FP1 and FP2)."""

    def check(examination: Examination) -> Iterator[Observation]:
        for problem in examination.reading.problems:
            if problem.code == code:
                yield observation_of(problem)

    return check


def observation_of(problem: Problem, severity: Severity | None = None) -> Observation:
    """A problem of reading as an observation, at the line that the reader knew."""
    return Observation(
        message=problem.message,
        origin=problem.origin,
        pointer=problem.pointer,
        event_id=problem.event_id,
        record_id=problem.record_id,
        detail=problem.detail,
        severity=severity,
        line=problem.line,
        column=problem.column,
    )
