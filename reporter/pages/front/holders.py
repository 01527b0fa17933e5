"""Who could act on a record, as the ledger has it: whoever holds a claim strong enough in its scope."""

from __future__ import annotations

from collections.abc import Sequence

from ....ledger.history import RecordHistory
from ....ledger.trust import LEVELS, rank
from ..address import thread_page
from ..blocks import Break, Code, Inline, Line, Muted, Ref, worded
from ..survey import Survey
from ..words import UNKNOWN, on_day, short, who_acts
from .claims_made import ClaimMade

MOST_NAMES = 6


def who_could_act(survey: Survey, record: RecordHistory, most: int = MOST_NAMES) -> Line:
    """Those on record, with when they last made such a claim; unknown where no version of the record is chosen."""
    if not record.text_known:
        return (Muted(UNKNOWN),)
    found = survey.claim_holders.of(record.record.scope, rank(record.creation.trust.level))
    return named(found, most, Break()) if found else ("no such claim is on record here",)


def named(found: Sequence[ClaimMade], most: int = MOST_NAMES, between: Inline = "; ") -> Line:
    """Some of those who made a claim, each with what is known of them and the claim itself, and how many more."""
    parts: list[Inline] = []
    for place, each in enumerate(found[:most]):
        parts += [*([between] if place else []), *_holder(each)]
    if len(found) > most:
        parts += [between, f"and {len(found) - most:,} more"]
    return tuple(parts)


def levels_needed(record: RecordHistory) -> Line:
    """The claims that are at least as strong as the one that a record was created on."""
    needed = rank(record.creation.trust.level)
    words: list[Inline] = []
    for place, level in enumerate([level for level in LEVELS if rank(level) >= needed]):
        words += [" or " if place else "", Code(level)]
    return tuple(word for word in words if word != "")


def _holder(made: ClaimMade) -> Line:
    """An actor as far as it is known: a thread's id names no person, and who has no id cannot be told apart."""
    actor = made.actor
    if not actor.id or not actor.id.strip():
        who: Line = (who_acts(actor.kind), " without an id")
    elif made.thread:
        who = (who_acts(actor.kind), ", who signs as thread ", _thread(actor.id))
    else:
        who = (who_acts(actor.kind, actor.id),)
    unread = "; no event of that thread was read" if made.thread and not made.thread_read else ""
    level = worded(made.event.trust.level, UNKNOWN)
    return (*who, Muted(f" (claimed {level} here, last on "), on_day(made.event.occurred_at), Muted(f"{unread})"))


def _thread(identifier: str) -> Ref:
    return Ref(short(identifier).text, thread_page(identifier), identifier, is_code=True)
