"""Who could act on a record, as the ledger has it: whoever holds a claim strong enough in its scope."""

from __future__ import annotations

from collections.abc import Sequence

from ....ledger.history import RecordHistory
from ....ledger.trust import LEVELS, rank
from ....lint.claim_holders import UNNAMED
from ..blocks import Code, Inline, Line, Muted, Who
from ..survey import Survey
from ..words import UNKNOWN, who_acts

MOST_NAMES = 6


def who_could_act(survey: Survey, record: RecordHistory, most: int = MOST_NAMES) -> Line:
    """Those on record; unknown where no version of the record is chosen."""
    if not record.text_known:
        return (Muted(UNKNOWN),)
    names = survey.claim_holders.of(record.record.scope, rank(record.creation.trust.level))
    return named(names, most) if names else ("no such claim is on record here",)


def named(names: Sequence[str], most: int = MOST_NAMES) -> Line:
    """Some of those who hold a claim, each told apart by kind, and how many more there are."""
    parts: list[Inline] = []
    for place, name in enumerate(names[:most]):
        parts += [", " if place else "", _holder(name)]
    if len(names) > most:
        parts.append(f" and {len(names) - most:,} more")
    return tuple(part for part in parts if part != "")


def levels_needed(record: RecordHistory) -> Line:
    """The claims that are at least as strong as the one that a record was created on."""
    needed = rank(record.creation.trust.level)
    words: list[Inline] = []
    for place, level in enumerate([level for level in LEVELS if rank(level) >= needed]):
        words += [" or " if place else "", Code(level)]
    return tuple(word for word in words if word != "")


def _holder(name: str) -> Who | str:
    """A name as the index of claims has it: the kind, then the id."""
    if name == UNNAMED:
        return UNNAMED
    kind, _, identifier = name.partition(" ")
    return who_acts(kind, identifier)
