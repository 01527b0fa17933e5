"""FP110 lone-surrogate: a string holds half of a surrogate pair."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP110",
    name="lone-surrogate",
    severity=Severity.ERROR,
    summary="A string holds half of a surrogate pair (such as \\ud800), which is no character.",
    why=(
        "Half a pair cannot be written as UTF-8. Some readers refuse the file, others put U+FFFD in its place, so "
        "the text differs from reader to reader; it mostly comes from a text that was cut in the middle of an "
        "emoji."
    ),
    fix="""\
        Write the whole pair where the character is known from the source of the text; else delete the half that is
        there. The file may be mended in place, because strict clients refuse it as it is; change nothing else of it.
        Let the tool that wrote it cut texts between characters.""",
    bad='"text": "Ship it \\ud83d"',
    good='"text": "Ship it \\ud83d\\ude80"',
    check=problems_of("FP110"),
)
