"""FP804: a text that nobody reads to its end."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.content_gate import LONGEST
from ..content.content import field_name, passages, seen_in
from ..finding import Observation, Severity
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each text of the protocol's own fields that is too long; extensions are their owners'."""
    for suspect, passage in passages(examination):
        length = len(passage.text)
        if length > LONGEST and not passage.is_key and "/extensions/" not in passage.pointer:
            message = f"{field_name(passage)} has {length:,} characters; at most {LONGEST:,} are for a text that guides"
            yield seen_in(suspect, passage, message)


RULE = Rule(
    code="FP804",
    name="long-text",
    severity=Severity.WARNING,
    summary="A text of the protocol is longer than 2,000 characters.",
    why="""\
        Direction is handed to people and agents before they begin, many records at once and within a budget.
        One record that fills a page pushes others out or is left out itself, and what matters in it is
        missed.""",
    fix="""\
        The event stays as it is. If the record is still in force, write its direction again as a new record
        of a few sentences, or as several, with a link to the document as evidence, state that it supersedes
        this one, and append a `record.state_changed` of this record with status superseded, its last revision
        as parent, and a lifecycle_reason.

        A contested record takes no further change, which would only add a competitor: settle its fork instead (FP401).

        The finding stays with the event. Accept it in `fingerpost.toml` with an entry under
        `[[suppressions]]`: `rule = "FP804"`, `event` with this event's id, and a `reason`.""",
    bad='"text": "Minutes of the meeting: ..."   (four pages)',
    good='"text": "Invoices are rounded once, at the total.", "evidence": [{"url": "https://example.invalid/minutes/7"}]',
    check=check,
)
