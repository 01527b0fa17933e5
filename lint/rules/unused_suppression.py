"""FP002 unused-suppression: what should accept findings and accepts none."""

from __future__ import annotations

from collections.abc import Iterator

from ...repository.source import tracked_file
from ..finding import Observation, Severity
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each suppression and each entry of the baseline that is idle."""
    for idle in examination.idle:
        file = idle.file
        origin = None if file is None else tracked_file(file)
        line = None if origin is None else idle.line
        yield Observation(idle.message, origin, detail=idle.detail, line=line)


RULE = Rule(
    code="FP002",
    name="unused-suppression",
    severity=Severity.WARNING,
    summary="A suppression or baseline entry accepts nothing: it matches no finding, has no reason, or has expired.",
    why="""\
        What accepts a finding that is gone waits for the next one of its kind and hides it before anybody has seen
        it. Without a reason nobody can tell later whether it may go. One that has expired was meant to be looked at
        by then; the findings it accepted are reported again.

        What could not be judged is not reported: a suppression of a rule that did not run, or of something in a
        store that was not read.""",
    fix="""\
        Remove a suppression that matches nothing from `fingerpost.toml`, or correct its `rule`, `record`, `event` or
        `path`. Give one without a reason its `reason`. Look again at what one that has expired accepted: mend that,
        or decide anew and set a later `expires`.

        An entry of the baseline that is no longer found goes by itself when the baseline is written again, or remove
        its line. Both files are no events: they may be edited and committed like any other file.""",
    bad="""\
        [[suppressions]]
        rule = "FP301"
        event = "evt_…"        (its copies have long been equal)
        reason = "two copies, both kept\"""",
    good="""\
        [[suppressions]]
        rule = "FP301"
        event = "evt_…"        (its copies differ)
        reason = "two copies differ in a typing error; agreed by the billing team"
        expires = 2026-06-01""",
    check=check,
    reach=Reach.NOTHING,
)
