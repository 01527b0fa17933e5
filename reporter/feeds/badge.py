"""The badge: in one word how a ledger stands, for a README or a page elsewhere.

The word says it, and a drawn shape beside it; colour only helps. No font is named that somebody would have to fetch,
and ``textLength`` keeps the words in their box whatever font is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...ledger.counting import counts_of
from ...ledger.wording import counted
from ...lint.finding import Severity
from ..pages.blocks import Page
from ..pages.stale import stale_findings
from ..pages.survey import Survey
from ..pages.words import UNKNOWN
from .feed_blocks import BADGE
from .xml_files import xml_file

LABEL = "direction"

_WIDE, _NARROW = 7, 5  # units of width at the badge's size of font; every text of it is ours and ASCII
_SLIM = frozenset("fijlrt, ")
_PAD = 8
_SHAPE = 16


@dataclass(frozen=True, slots=True)
class Standing:
    """How a ledger stands: its ``kind``, the word or words for it, and a sentence that counts everything."""

    kind: str
    words: str
    sentence: str


def badge_file(survey: Survey, _pages: Sequence[Page] = ()) -> dict[str, bytes]:
    """The badge at the root of the site."""
    found = standing(survey)
    left = _length(LABEL) + 2 * _PAD
    length = _length(found.words)
    right = length + 2 * _PAD + _SHAPE
    values = {
        "title": f"Direction of {survey.name}: {found.sentence}",
        "label": LABEL,
        "kind": found.kind,
        "words": found.words,
        "width": left + right,
        "left": left,
        "right": right,
        "label_length": _length(LABEL),
        "label_at": _PAD,
        "words_length": length,
        "words_at": left + _PAD + _SHAPE,
        "shape_at": left + _PAD,
    }
    return {BADGE: xml_file("feeds/badge.svg.j2", **values)}


def _length(words: str) -> int:
    return sum(_NARROW if character in _SLIM else _WIDE for character in words)


def standing(survey: Survey) -> Standing:
    """What weighs most: that nothing is known, errors of lint, disputes, then direction that may be stale.

    ``kind`` is unknown, errors, contested, stale, empty or sound: of a ledger without a record nobody can say that its
    direction is sound. Accepted findings do not count, as on the pages.
    """
    if survey.ledger_unreadable:
        return Standing(UNKNOWN, UNKNOWN, "unknown, the folder of the ledger could not be read")
    errors = sum(finding.severity is Severity.ERROR for finding in survey.open_findings)
    counts = counts_of(survey.history)
    contested = counts.contested
    stale = len({finding.record_id for finding in stale_findings(survey) if finding.suppressed is None})
    total = counted(counts.records, "record")
    sentence = f"{total}, {counted(errors, 'error')}, {contested:,} contested, {stale:,} stale"
    if errors:
        return Standing("errors", counted(errors, "error"), sentence)
    if contested:
        return Standing("contested", f"{contested:,} contested", sentence)
    if stale:
        return Standing("stale", f"{stale:,} stale", sentence)
    if not counts.records:
        return Standing("empty", "no direction yet", sentence)
    return Standing("sound", "sound", sentence)
