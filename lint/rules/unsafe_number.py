"""FP106 unsafe-number: a number changes when it is read and written again."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP106",
    name="unsafe-number",
    severity=Severity.WARNING,
    summary="A number does not survive being read and written again: too large, or more digits than a double holds.",
    why=(
        "Most JSON readers hold numbers as 64-bit floats. 1e999 becomes infinity, a long integer loses its last "
        "digits, and a copy that a client writes anew then differs from the original, which looks like tampering."
    ),
    fix=(
        "Only extensions can hold numbers, and an event that was committed stays as it is: accept it with a "
        "suppression that says why. From now on let the writer put large or exact numbers into strings."
    ),
    bad='"extensions": {"example.org/ticket": 90071992547409931234}',
    good='"extensions": {"example.org/ticket": "90071992547409931234"}',
    check=problems_of("FP106"),
)
