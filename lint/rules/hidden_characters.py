"""FP803: characters that a reader does not see."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.display import visible
from ...ledger.hidden import hidden_in
from ..content.content import field_name, passages, seen_in
from ..finding import Observation, Severity
from ..rule import Examination, Rule

_MOST = 6
_AROUND = 12


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each text, id or key with such characters."""
    for suspect, passage in passages(examination):
        places = hidden_in(passage.text)
        if places:
            message = _message(field_name(passage), passage.text, places)
            yield seen_in(suspect, passage, message, detail="key" if passage.is_key else "")


def _message(name: str, text: str, places: list[int]) -> str:
    kinds = sorted({f"[U+{ord(text[place]):04X}]" for place in places})
    more = f" and {len(kinds) - _MOST} more kinds" if len(kinds) > _MOST else ""
    first = places[0]
    start = "" if first <= _AROUND else "..."
    end = "" if first + _AROUND + 1 >= len(text) else "..."
    excerpt = visible(text[max(0, first - _AROUND) : first + _AROUND + 1])
    characters = "a hidden character" if len(places) == 1 else f"{len(places):,} hidden characters"
    return f"{name} has {characters}: {', '.join(kinds[:_MOST])}{more}, first at: {start}{excerpt}{end}"


RULE = Rule(
    code="FP803",
    name="hidden-characters",
    severity=Severity.WARNING,
    summary="A text, an id or a key has characters that hide or reorder what is read.",
    why="""\
        Characters that turn the writing direction make a text read otherwise than it is stored; zero-width
        and tag characters carry words that only a program reads; control characters drive a terminal. Two ids
        that differ in one of them look equal. What a reviewer approves is then not what an agent is told. It
        makes no difference whether the file has them raw or as an escape such as `\\u202e`.

        Tabs, line breaks, emoji that are joined from several, and the joiners that some scripts are spelled
        with are fine.""",
    fix="""\
        The event stays as it is. If the record is still in force, write its direction again as a new record
        without these characters, state that it supersedes this one, and append a `record.state_changed` of
        this record with status superseded, its last revision as parent, and a lifecycle_reason.

        A contested record takes no further change, which would only add a competitor: settle its fork instead (FP401).

        The finding stays with the event. Accept it in `fingerpost.toml` with an entry under
        `[[suppressions]]`: `rule = "FP803"`, `event` with this event's id, and a `reason`.""",
    bad='"text": "Files end in \\u202etxt.exe"',
    good='"text": "Files end in exe.txt"',
    check=check,
)
