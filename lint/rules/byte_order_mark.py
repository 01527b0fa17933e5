"""FP103 byte-order-mark: a byte-order mark stands before the event."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP103",
    name="byte-order-mark",
    severity=Severity.ERROR,
    summary="The file begins with a byte-order mark, which most JSON readers refuse.",
    why=(
        "The Go client and strict parsers stop at the mark, and one such file stops every command that reads the "
        "folder. Fingerpost reads what follows it, so that this one fault hides no other."
    ),
    fix="""\
        Remove the first three bytes (EF BB BF) and nothing else: an editor does it with "save as UTF-8 without BOM",
        GNU sed with `sed -i '1s/^\\xEF\\xBB\\xBF//'`. The file may be mended in place, because strict clients cannot
        read it as it is. Then let the tool that wrote it write no mark.""",
    bad="EF BB BF 7B 0A …   (the mark, then the opening brace)",
    good="7B 0A …            (the opening brace is the first byte)",
    check=problems_of("FP103"),
)
