"""Which direction in force governs the files that a change touches: for the summary of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..ledger.governing import Asked, Governed, direction_for
from ..ledger.history import History
from ..ledger.title import title_of
from ..ledger.wording import claimed_by

Areas = Mapping[str, tuple[str, ...]]
DISPUTED = "versions differ, none is chosen"


@dataclass(frozen=True, slots=True)
class Governing:
    """A record in force whose scope takes in a touched file.

    ``title`` is the first sentence of its text, ``claimed`` who stands behind it and on what claim, ``why`` the
    path by which it applies, or that it applies everywhere, or that it settles what applied.
    """

    record_id: str
    title: str
    state: str
    durability: str
    claimed: str
    why: str


def governing(history: History, areas: Areas, touched: Iterable[str]) -> tuple[Governing, ...]:
    """The direction for these files (repository paths with ``/``), in the order of :mod:`..ledger.governing`.

    What applies by an issue or a pull request alone is not listed: a file names neither. Where nothing is touched
    nothing is listed.
    """
    asked = Asked(paths=tuple(sorted(set(touched))))
    if not asked.paths:
        return ()
    return tuple(_told(each) for each in direction_for(history, areas, asked).governed)


def _told(each: Governed) -> Governing:
    record = each.record
    known: Sequence[str] = (title_of(record.record.text), record.durability, claimed_by(record.creation))
    title, durability, claimed = known if record.text_known else (DISPUTED, "unknown", "several versions")
    return Governing(record.record_id, title, record.state, durability, claimed, _why(each))


def _why(each: Governed) -> str:
    """One reason, the narrowest: a path with its pattern before everything that is wider."""
    for met in each.match.paths:
        return f"{met.values[0]} (by {met.pattern})"
    if each.match.is_global:
        return "it applies everywhere"
    return f"it settles {', '.join(each.settles)}"
