"""FP802: source code, a patch or a transcript where direction belongs."""

from __future__ import annotations

from collections.abc import Iterator

from ..content.code_text import code_in
from ..content.content import field_name, prose, seen_in
from ..finding import Observation, Severity
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each text in words that holds code."""
    for suspect, passage in prose(examination):
        found = code_in(passage.text)
        if found is not None:
            message = f"{field_name(passage)} holds what looks like {found}; say in words what it is to show"
            yield seen_in(suspect, passage, message)


RULE = Rule(
    code="FP802",
    name="code-in-text",
    severity=Severity.WARNING,
    summary="A text or reason holds source code, a patch or a transcript.",
    why="""\
        The protocol keeps source code, patches, prompts and transcripts out of records: a record says what
        was decided and why, and the repository holds the code. A pasted patch grows old at once, takes the
        place of the reason, and an agent may apply it. Names and short expressions in backticks are fine.""",
    fix="""\
        The event stays as it is. If the record is still in force, write its direction again as a new record
        that says in words what the code was meant to show, and names the commit or path that has it, state
        that it supersedes this one, and append a `record.state_changed` of this record with status
        superseded, its last revision as parent, and a lifecycle_reason.

        A contested record takes no further change, which would only add a competitor: settle its fork instead (FP401).

        The finding stays with the event. Accept it in `fingerpost.toml` with an entry under
        `[[suppressions]]`: `rule = "FP802"`, `event` with this event's id, and a `reason`.""",
    bad='"text": "def total(lines):\\n    return sum(lines)"',
    good='"text": "Totals are summed from unrounded lines; `total` in the invoice module does it."',
    check=check,
)
