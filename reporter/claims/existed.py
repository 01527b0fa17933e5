"""Whether a record was there when the subject was, and from which part of the ledger its state then is read.

For a commit git's trees say it, then the clock; for anything else the clock alone (contract, *Claims*).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Protocol

from ...ledger.events import Event
from ...ledger.instants import Instant, instant
from ...ledger.matching import Areas
from ...repository.drafts import maker
from .claim import Existed, Value
from .facts import CommitThen
from .revision_index import RevisionIndex
from .state_then import InTree, LedgerThen, UpTo

_existed: Callable[[Value, str, str], Existed] = maker(Existed)

NOT_KNOWN = Existed()
NOT_THERE = Existed(Value.NO)

Found = tuple[Existed, LedgerThen | None]
"""What is known of a record's being there, and the ledger it was in; None unless it was."""


class Existence(Protocol):
    """Says of each record whether it was there."""

    only_here: Sequence[str]
    """The records that only a tree of the subject creates, and nothing that was read; sorted."""

    def of(self, record_id: str, creations: Sequence[Event]) -> Found:
        """Whether the record with these creations was there. Any of several that was there counts."""
        ...

    def absent(self) -> Set[str]:
        """Records that were surely not there, which a look at their one creation tells. There may be others."""
        ...


class NobodyKnows:
    """For a subject whose time or whose trees are not known."""

    only_here: Sequence[str] = ()

    def of(self, _record_id: str, _creations: Sequence[Event]) -> Found:
        """Unknown."""
        return NOT_KNOWN, None

    def absent(self) -> Set[str]:
        """None is known."""
        return frozenset()


class ByTime:
    """For everything that git holds no tree of: created not after it, or not there."""

    only_here: Sequence[str] = ()

    def __init__(self, ledger: UpTo) -> None:
        self._ledger = ledger

    def of(self, _record_id: str, creations: Sequence[Event]) -> Found:
        """Yes by ``time``, no, or unknown where no creation was read."""
        if not creations:
            return NOT_KNOWN, None
        there = [event for event in creations if self._ledger.holds(event)]
        if not there:
            return NOT_THERE, None
        return _existed(Value.YES, "time", _earliest(there).event_id), self._ledger

    def absent(self) -> Set[str]:
        """Those created after it."""
        ledger = self._ledger
        records = ledger.index.history.records.values()
        return {
            record.record_id
            for record in records
            if record.record_id not in ledger.apart and not ledger.holds(record.creation)
        }


class ByTrees:
    """For a commit: by its first parent's tree, its own, else by the clock."""

    def __init__(self, first: InTree | None, own: InTree, lost: frozenset[str], before: UpTo) -> None:
        self._first = first
        self._own = own
        self._lost = lost
        self._before = before
        known = own.index.history.records
        trees = [tree for tree in (first, own) if tree is not None]
        self.only_here: Sequence[str] = sorted(
            {record_id for tree in trees for record_id in tree.only_here if record_id not in known}
        )

    def of(self, record_id: str, creations: Sequence[Event]) -> Found:
        """Yes by ``tree``, ``own_tree`` or ``time``; no; or unknown."""
        if self._first is not None:
            there = self._first.creation(record_id, creations)
            if there is not None:
                return _existed(Value.YES, "tree", there), self._first
        there = self._own.creation(record_id, creations)
        if there is not None:
            return _existed(Value.YES, "own_tree", there), self._own
        return self._elsewhere(record_id, creations)

    def _elsewhere(self, record_id: str, creations: Sequence[Event]) -> Found:
        """By the clock: a commit's has whole seconds, so within its own second nobody can say which came first."""
        if not creations:
            return NOT_KNOWN, None
        seconds = [self._before.seconds_after(event) for event in creations]
        if min(seconds) < 0:
            earlier = [event for event, after in zip(creations, seconds, strict=True) if after < 0]
            return _existed(Value.YES, "time", _earliest(earlier).event_id), self._before
        if 0 in seconds:
            return NOT_KNOWN, None
        if self._open(record_id) or any(event.event_id in self._lost for event in creations):
            return NOT_KNOWN, None
        return NOT_THERE, None

    def absent(self) -> Set[str]:
        """Those that neither tree holds, nor its history, and that are dated in a later second."""
        trees = [tree for tree in (self._first, self._own) if tree is not None]
        doubted = frozenset().union(*(tree.doubted for tree in trees))
        held = [*(tree.tree.present for tree in trees), self._lost]
        after = self._before.seconds_after
        return {
            record.record_id
            for record in self._own.index.history.records.values()
            if record.record_id not in doubted
            and after(record.creation) > 0
            and not any(record.creation.event_id in events for events in held)
        }

    def _open(self, record_id: str) -> bool:
        """True if a tree has a file about the record that cannot be interpreted: it may be its creation."""
        return self._own.unreadable(record_id) or (self._first is not None and self._first.unreadable(record_id))


def existence(
    index: RevisionIndex, *, areas: Areas, time: Instant | None, is_commit: bool, then: CommitThen | None
) -> Existence:
    """What says whether records were there, for one subject.

    ``areas`` are those of the config that is examined, for what no tree holds.
    """
    if time is None or (is_commit and then is None):
        return NobodyKnows()
    ledger = UpTo(index, areas, time)
    if then is None or not is_commit:
        return ByTime(ledger)
    own = InTree(index, then.own)
    return ByTrees(InTree(index, then.first_parent) if then.first_parent is not None else None, own, then.lost, ledger)


def _earliest(creations: Sequence[Event]) -> Event:
    if len(creations) == 1:
        return creations[0]
    return min(creations, key=lambda event: (instant(event.occurred_at), event.event_id))
