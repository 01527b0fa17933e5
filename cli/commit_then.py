"""What the trees of a commit held, as claims take it: git's files, interpreted as events."""

from __future__ import annotations

from collections.abc import Iterator

from ..ledger.events import Event, Record
from ..ledger.history import History
from ..ledger.identifiers import EVENT, is_id
from ..ledger.instants import Instant, instant
from ..ledger.load import load
from ..reporter.claims.facts import CommitThen, TreeThen
from ..repository.git import Git
from ..repository.trees.commit_trees import CommitTrees, LedgerTree
from ..repository.trees.tree_store import TreeStore


def commit_then(git: Git, trees: CommitTrees, time: Instant | None, history: History) -> CommitThen:
    """The facts of a commit from its trees, against the ``history`` that was read.

    ``lost`` has only what a claim can rest on: creations that are in neither tree and not dated before the commit's
    ``time``. For them alone the commit's own history is looked through; where this clone does not have all of it, each
    of them may be lost.
    """
    before = None if trees.first_parent is None else _then(git, trees.first_parent, history)
    own = _then(git, trees.own, history)
    later = frozenset(_later(history, own.present | (before.present if before is not None else frozenset()), time))
    if later:
        lost = trees.lost.stems()
        later = later if lost is None else later & lost
    return CommitThen(before, own, trees.touched, later)


def _later(history: History, present: frozenset[str], time: Instant | None) -> Iterator[str]:
    """The creations that neither tree holds, but for those that are dated earlier than the commit."""
    begin = "" if time is None else time.text[:19]
    for event in history.events_of(Record):
        if event.event_id in present:
            continue
        at = event.occurred_at
        if at.endswith("Z") and at[:19] < begin:  # by a second at least, which the texts tell
            continue
        if time is None or instant(at) >= time:
            yield event.event_id


def _then(git: Git, tree: LedgerTree, history: History) -> TreeThen:
    """A tree's own events: those that are as they were read by their ids alone, the others interpreted.

    Interpreted are also files that are named after no event that was read: what they hold, their names do not tell.
    """
    stems = tree.files.stems
    doubted = tree.files.blobs_of(tree.altered | (stems.difference(history.events)))
    odd = {stem for stem in doubted if not is_id(EVENT, stem)}
    altered: dict[str, Event | None] = dict.fromkeys(doubted.keys() - odd)
    if doubted:
        reading = load((TreeStore(tree.folder, git, doubted),))
        altered.update((event.event_id, event) for event in reading.events)
        altered.update(dict.fromkeys(reading.divergent))
    return TreeThen((stems - odd) | altered.keys(), altered, tree.areas)
