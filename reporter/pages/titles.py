"""What a record is called on the pages: the first sentence of its text, or in words what it answers.

The reference client writes a challenge as ``Challenge direction ID: …`` and its answer as ``Challenge ID accepted …``.
An id tells a reader nothing, so the title of what is meant stands in its place; the text is on the record's page.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...ledger.challenge_texts import said_in
from ...ledger.challenges import CHALLENGE
from ...ledger.history import RecordHistory
from ...ledger.title import title_of
from .blocks import worded

IN_DISPUTE = "Text in dispute: no version is chosen"
NO_TEXT = "A blank text"

_LONGEST = 70  # characters of the title of what is challenged

Records = Mapping[str, RecordHistory]


def title_in_words(record: RecordHistory, records: Records) -> str:
    """The title of a record of one line; ``records`` are all, by id."""
    if not record.text_known:
        return IN_DISPUTE
    said = said_in(record.record)
    if said.about and record.record.kind == CHALLENGE:
        asked = title_of(said.what)
        return f"Challenge of {_named(said.about, records)}{f': {asked}' if asked else ''}"
    if said.about:
        return f"Answer to {_challenge(said.about, records)}: {worded(title_of(said.what), 'no word of it')}"
    return worded(title_of(record.record.text), NO_TEXT)


def _challenge(challenge_id: str, records: Records) -> str:
    """The challenge of something, or another challenge where it does not tell of what."""
    about = _challenged(records.get(challenge_id))
    if not about:
        return f"the challenge {_named(challenge_id, records)}"
    target = records.get(about)
    if target is not None and target.text_known and target.record.kind == CHALLENGE:
        return "the challenge of another challenge"
    return f"the challenge of {_named(about, records)}"


def _challenged(record: RecordHistory | None) -> str:
    """The id of what the text of a challenge is against; empty of anything else."""
    if record is None or not record.text_known or record.record.kind != CHALLENGE:
        return ""
    return said_in(record.record).about


def _named(record_id: str, records: Records) -> str:
    """A record by its title, shorter than where it stands alone; by its id where nobody can say what it says."""
    record = records.get(record_id)
    if record is None or not record.text_known:
        return f"{record_id[:12]}…"
    if _challenged(record):
        return _challenge(record_id, records)
    return f"‘{worded(title_of(record.record.text, _LONGEST), NO_TEXT)}’"
