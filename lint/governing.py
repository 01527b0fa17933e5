"""Which direction in force governs the files that a change touches: for the summary of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..ledger.events import Scope
from ..ledger.history import History, RecordHistory
from ..ledger.matching import paths_meet, record_paths
from ..ledger.selection import Wanted, select_records
from ..ledger.title import title_of
from ..ledger.wording import claimed_by

Areas = Mapping[str, tuple[str, ...]]
DISPUTED = "versions differ, none is chosen"


@dataclass(frozen=True, slots=True)
class Governing:
    """A record in force whose scope takes in a touched file.

    ``title`` is the first sentence of its text, ``claimed`` who stands behind it and on what claim, ``why`` the
    path by which it applies, or that it applies everywhere.
    """

    record_id: str
    title: str
    state: str
    durability: str
    claimed: str
    why: str


def governing(history: History, areas: Areas, touched: Iterable[str]) -> tuple[Governing, ...]:
    """The direction for these files (repository paths with ``/``), contested first, then by path, then global.

    Matching is the protocol's. What applies by an issue or a pull request alone is not listed: a file names neither.
    """
    paths = sorted(touched)
    met: dict[str, str | None] = {}

    def reached(scope: Scope) -> str | None:
        for pattern in record_paths(scope, areas):
            if pattern not in met:
                met[pattern] = next((path for path in paths if paths_meet(pattern, path)), None)
            if met[pattern] is not None:
                return f"{met[pattern]} (by {pattern})"
        return "it applies everywhere" if scope.is_global and paths else None

    found: list[tuple[tuple[bool, bool, str], Governing]] = []
    for record in select_records(history, Wanted(), areas)[0]:
        why = next((reason for each in record.standings if (reason := reached(each.scope))), None)
        if why is not None:
            found.append(((not record.contested, record.record.scope.is_global, record.record_id), _told(record, why)))
    return tuple(told for _, told in sorted(found, key=lambda item: item[0]))


def _told(record: RecordHistory, why: str) -> Governing:
    known: Sequence[str] = (title_of(record.record.text), record.durability, claimed_by(record.creation))
    title, durability, claimed = known if record.text_known else (DISPUTED, "unknown", "several versions")
    return Governing(record.record_id, title, record.state, durability, claimed, why)
