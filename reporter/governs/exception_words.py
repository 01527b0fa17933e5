"""An accepted challenge of a record that governs, in one line: what it asks for, who accepted it, and why."""

from __future__ import annotations

from ...ledger.challenge_answers import Challenged, outcome_of
from ...ledger.challenge_texts import said_in
from ...ledger.instants import Instant, instant
from ...ledger.title import title_of
from ...ledger.wording import claimed_with_basis
from .answer import Answer


def exception_words(exception: Challenged, answer: Answer) -> str:
    """The line; a challenge that its own chain accepted has no answer that could be named."""
    record = answer.records.get(exception.record_id)
    asked = title_of(said_in(record.record).what) if record is not None and record.text_known else ""
    told = f"but: an accepted challenge, {answer.short_id(exception.record_id)}{f': {asked}' if asked else ''}"
    accepted = [answer.records[each] for each in exception.answers if each in answer.records]
    for each in accepted:
        when = Instant(instant(each.creation.occurred_at).seconds).text
        why = title_of(said_in(each.record).why)
        told += f" ({outcome_of(each)} by {claimed_with_basis(each.creation)}, {when}{f': {why}' if why else ''})"
    return told
