"""FP105 duplicate-key: an object has one key twice."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP105",
    name="duplicate-key",
    severity=Severity.ERROR,
    summary="One JSON object holds the same key twice.",
    why=(
        "Readers differ: some take the first value, most the last, a strict one refuses the file. The same file "
        "would then state one direction to one client and another to the next, so its event is not used until it "
        "says one thing."
    ),
    fix="""\
        Keep the value that the writer meant and delete the other one. Where that cannot be told, look at the file
        before it was edited (`git log --follow -p`) or ask the actor that the event names; if nobody knows, remove
        the file and write the direction again as a new record. This event may be mended in place, because it is not
        used while it says two things.""",
    bad='"text": "Round half up.",\n"text": "Round half to even."',
    good='"text": "Round half to even."',
    check=problems_of("FP105"),
)
