"""What a challenge or its answer says, without the ids that the reference client writes into the text of both."""

from __future__ import annotations

import re
from typing import NamedTuple

from .challenges import CHALLENGE, RESOLUTION
from .events import Record

_ID = r"(rec_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
_OPENINGS = {
    CHALLENGE: re.compile(rf"\s*Challenge direction {_ID}:?\s*"),
    RESOLUTION: re.compile(rf"\s*Challenge {_ID}\s+"),
}
_GROUNDS = re.compile(r"(?:^|\s)Reason:\s")


class Said(NamedTuple):
    """``what`` a challenge asks for or an answer decides, and ``why``; each empty where it is not said.

    ``about`` is the id that the client writes in front: of what is challenged, or of the challenge; else empty.
    """

    what: str
    why: str
    about: str = ""


def said_in(record: Record) -> Said:
    """What a record of one of these kinds says: the client's own words are left out, and its reason is told apart.

    A reason that the record has as such goes before one in its text.
    """
    opening = _OPENINGS.get(record.kind)
    found = opening.match(record.text) if opening is not None else None
    reason = (record.reason or "").strip()
    if found is None:
        return Said(record.text.strip(), reason)
    what, *why = _GROUNDS.split(record.text[found.end() :], maxsplit=1)
    return Said(what.strip(), reason or "".join(why).strip(), found[1])
