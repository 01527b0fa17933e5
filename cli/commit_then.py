"""What the trees of a commit held, as claims take it: git's files, interpreted as events."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

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
    later = frozenset(later_creations(history, before, own, time))
    if later:
        lost = trees.lost.stems()
        later = later if lost is None else later & lost
    return CommitThen(before, own, trees.touched, later)


def later_creations(history: History, before: TreeThen | None, own: TreeThen, time: Instant | None) -> Iterator[str]:
    """The creations that neither tree of a commit holds, but for those that are dated earlier than it."""
    present = own.present | before.present if before is not None else own.present
    second = time.text[:19] if time is not None and time.text[10:11] == "T" else ""
    for event in history.events_of(Record):
        if event.event_id in present:
            continue
        at = event.occurred_at
        if second and at.endswith("Z") and at[:19] != second:  # a second apart at least, which the texts tell
            later = at[:19] > second
        else:
            later = time is None or instant(at) >= time
        if later:
            yield event.event_id


def _then(git: Git, tree: LedgerTree, history: History) -> TreeThen:
    """A tree's own events: those that are as they were read by their ids alone, the others interpreted.

    Interpreted are also files that are named after no event that was read: what they hold, their names do not tell.
    """
    stems = tree.files.stems
    doubted = tree.files.blobs_of(tree.altered | (stems.difference(history.events)))
    altered = interpreted(git, tree.folder, doubted)
    return TreeThen(held_events(stems, doubted, altered), altered, tree.areas)


def interpreted(git: Git, folder: str, files: Mapping[str, str]) -> dict[str, Event | None]:
    """The events that these files of one tree hold (stem -> blob), by event id; None for what cannot be interpreted."""
    altered: dict[str, Event | None] = {stem: None for stem in files if is_id(EVENT, stem)}
    if files:
        reading = load((TreeStore(folder, git, files),))
        altered.update((event.event_id, event) for event in reading.events)
        altered.update(dict.fromkeys(reading.divergent))
    return altered


def held_events(stems: frozenset[str], doubted: Collection[str], altered: Mapping[str, Event | None]) -> frozenset[str]:
    """The ids of a tree's events: of the files that are named after one, and of those ``doubted`` that hold one."""
    odd = {stem for stem in doubted if not is_id(EVENT, stem)}
    return (stems - odd) | altered.keys() if odd or not altered.keys() <= stems else stems
