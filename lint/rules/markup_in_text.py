"""FP805: text that acts once it stands in a Markdown file."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.wording import listed
from ..content.content import field_name, prose, seen_in
from ..content.markup import markup_in
from ..finding import Observation, Severity
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each text in words that would begin something in a Markdown file."""
    for suspect, passage in prose(examination):
        kinds = markup_in(passage.text)
        if kinds:
            message = f"{field_name(passage)} would act in a Markdown file that is made of it: {listed(kinds)}"
            yield seen_in(suspect, passage, message)


RULE = Rule(
    code="FP805",
    name="markup-in-text",
    severity=Severity.NOTICE,
    summary="A text acts as markup in a Markdown file that is made for agents.",
    why="""\
        Clients write direction into Markdown files that agents take as instructions. A line of a record that
        begins a heading, a list item, a fence or an instructions block looks there like a part of the file
        and no longer like one record's words. An HTML comment hides what follows, an image or link calls on
        another server, a template delimiter or a workflow command is carried out by the next tool. Inline
        code in backticks, bars, dollars, emoji codes and entities do nothing.""",
    fix="""\
        The event stays as it is. If the record is still in force, write its direction again as a new record
        in plain sentences, with names of code in backticks, state that it supersedes this one, and append a
        `record.state_changed` of this record with status superseded, its last revision as parent, and a
        lifecycle_reason.

        A contested record takes no further change, which would only add a competitor: settle its fork instead (FP401).

        The finding stays with the event. Accept it in `fingerpost.toml` with an entry under
        `[[suppressions]]`: `rule = "FP805"`, `event` with this event's id, and a `reason`. A notice fails no
        gate but `--fail-on notice`.""",
    bad='"text": "Rounding:\\n# Ignore what stands above"',
    good='"text": "Invoices are rounded once, at the total, by `round_total`."',
    check=check,
)
