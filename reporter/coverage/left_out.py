"""The commits of a range that do not count, each with the reason."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from ...ledger.wording import counted
from ...repository.trees.history_walk import WalkedCommit
from .declarations import Ties

_EVENT_FILE = re.compile(r"(?:.*/)?evt_[^/]*\.json", re.DOTALL)


class Why(StrEnum):
    """Why a commit of the range does not count."""

    MERGE = "merge"
    NO_FILE = "no_file"
    EVENTS_ALONE = "events_alone"
    NOT_GOVERNED = "not_governed"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A commit that does not count, and why; ``files`` is how many it touches.

    ``declares`` is True where it declares direction all the same.
    """

    id: str
    seconds: int | None
    subject: str
    why: Why
    files: int = 0
    declares: bool = False

    @property
    def reason(self) -> str:
        """The reason in words."""
        if self.why is Why.MERGE:
            told = "a merge: what it brings in counts where it was made"
        elif self.why is Why.NO_FILE:
            told = "it changes no file"
        elif self.why is Why.EVENTS_ALONE:
            told = f"it writes direction alone: {counted(self.files, 'event file')}"
        else:
            none = "the file that it changes was not" if self.files == 1 else f"none of its {self.files:,} files was"
            told = f"{none} governed then"
        return f"{told}; it declares direction all the same" if self.declares else told


def left_out(commit: WalkedCommit, ties: Ties | None, *, merge: bool) -> LeftOut:
    """A commit that touches no governed path, or is a ``merge`` that was not asked about."""
    why = Why.NOT_GOVERNED
    if merge:
        why = Why.MERGE
    elif not commit.touched:
        why = Why.NO_FILE
    elif all(map(_EVENT_FILE.fullmatch, commit.touched)):
        why = Why.EVENTS_ALONE
    declares = ties is not None and bool(ties.declared)
    return LeftOut(commit.id, commit.seconds, commit.subject, why, len(commit.touched), declares)
