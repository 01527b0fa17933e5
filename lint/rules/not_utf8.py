"""FP102 not-utf8: the bytes of a file are no UTF-8."""

from __future__ import annotations

from ..finding import Severity
from ..reported import problems_of
from ..rule import Rule

RULE = Rule(
    code="FP102",
    name="not-utf8",
    severity=Severity.ERROR,
    summary="The file is not UTF-8: another encoding, or invalid or overlong sequences.",
    why=(
        "Events are JSON, and JSON between programs is UTF-8. Clients replace bytes they cannot decode with "
        "U+FFFD without a word, so two readers would see two different texts, and neither the one that was "
        "written."
    ),
    fix="""\
        Find out which encoding the writer used and store the same text as UTF-8 without a byte-order mark, for
        example with `iconv -f UTF-16 -t UTF-8`. Where bytes are broken or cut off, take the file as it was written,
        from an earlier commit (`git log --follow -p`) or from `.git/fabric/events`. The file may be mended in place,
        because strict clients cannot read it as it is; change its encoding and nothing that it says.""",
    bad='"text": "Geb\\xfchr"           (one byte FC: Latin-1)',
    good='"text": "Gebühr"              (two bytes C3 BC: UTF-8)',
    check=problems_of("FP102"),
)
