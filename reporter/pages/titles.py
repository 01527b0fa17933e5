"""What a record is called on the pages: the first sentence of its text, or in words what it answers.

The reference client writes a challenge as ``Challenge direction ID: …`` and its answer as ``Challenge ID accepted …``.
An id tells a reader nothing, so the title of what is meant stands in its place; the text is on the record's page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...ledger.challenges import CHALLENGE, RESOLUTION
from ...ledger.history import RecordHistory
from ...ledger.title import title_of
from .blocks import worded

IN_DISPUTE = "Text in dispute: no version is chosen"
NO_TEXT = "A blank text"

_RECORD_ID = r"rec_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_CHALLENGE = re.compile(rf"\s*Challenge direction ({_RECORD_ID}):?\s*(.*)", re.DOTALL)
_ANSWER = re.compile(rf"\s*Challenge ({_RECORD_ID})\s+(.*)", re.DOTALL)
_GROUNDS = re.compile(r"\sReason: ")  # what the client puts between what is asked for and why
_LONGEST = 70  # characters of the title of what is challenged

Records = Mapping[str, RecordHistory]


def title_in_words(record: RecordHistory, records: Records) -> str:
    """The title of a record of one line; ``records`` are all, by id."""
    if not record.text_known:
        return IN_DISPUTE
    kind, text = record.record.kind, record.record.text
    found = _CHALLENGE.fullmatch(text) if kind == CHALLENGE else None
    if found is not None:
        asked = title_of(_GROUNDS.split(found[2], maxsplit=1)[0])
        return f"Challenge of {_named(found[1], records)}{f': {asked}' if asked else ''}"
    found = _ANSWER.fullmatch(text) if kind == RESOLUTION else None
    if found is not None:
        return f"Answer to {_challenge(found[1], records)}: {worded(title_of(found[2]), 'no word of it')}"
    return worded(title_of(text), NO_TEXT)


def _challenge(challenge_id: str, records: Records) -> str:
    """The challenge of something, or another challenge where it does not tell of what."""
    record = records.get(challenge_id)
    found = _CHALLENGE.fullmatch(record.record.text) if record is not None and record.text_known else None
    if found is None:
        return f"the challenge {_named(challenge_id, records)}"
    target = records.get(found[1])
    if target is not None and target.text_known and target.record.kind == CHALLENGE:
        return "the challenge of another challenge"
    return f"the challenge of {_named(found[1], records)}"


def _named(record_id: str, records: Records) -> str:
    """A record by its title, shorter than where it stands alone; by its id where nobody can say what it says."""
    record = records.get(record_id)
    if record is None or not record.text_known:
        return f"{record_id[:12]}…"
    if _CHALLENGE.fullmatch(record.record.text):
        return _challenge(record_id, records)
    return f"‘{worded(title_of(record.record.text, _LONGEST), NO_TEXT)}’"
