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
    fix="""\
        The event stays as it is if it is committed, and what else it says still counts. Only extensions can hold
        numbers: let the tool that wrote this one put large or exact numbers into strings from now on. Then accept
        the warning: `[[suppressions]]` in the config with `rule = "FP106"`, the `event` and a `reason` that names
        the tool.""",
    bad='"extensions": {"example.org/ticket": 90071992547409931234}',
    good='"extensions": {"example.org/ticket": "90071992547409931234"}',
    check=problems_of("FP106"),
)
