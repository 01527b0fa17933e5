"""Which commits of a range touch paths that direction governed, each by its own trees: one walk over all of them.

The trees are walked along first parents, depth first. A step down applies what the commit did to the ledger, a step
back undoes it, so that nothing is ever read or counted for a whole tree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from itertools import chain

from ...ledger.events import Event, Record
from ...ledger.history import History
from ...ledger.matching import Areas
from ...repository.trees.history_walk import HistoryWalk, OuterParent, WalkedCommit
from .in_force import InForce, Meeting, governed_paths
from .ledger_tree import Change, LedgerFiles, LedgerTree
from .standing import Groups
from .timelines import timelines

Governed = Mapping[str, tuple[str, ...] | None]
"""By full id: the governed paths that a commit touches; None where this clone cannot say."""


def find_governed(
    walk: HistoryWalk,
    history: History,
    divergent: Mapping[str, tuple[Event, ...]],
    files: LedgerFiles,
    areas: Areas,
    asked: Collection[str],
) -> Governed:
    """The governed paths of the commits that are ``asked`` about (full ids, of the walk).

    ``areas`` are those of the config that is examined, for records that no tree of the commit has.
    """
    events = [
        *(version for event in history.events.values() for version in divergent.get(event.event_id, (event,))),
        *(event for event in files.events.values() if event is not None),
    ]
    groups = Groups(events)
    in_force = InForce(timelines(history, divergent, groups))
    meeting = Meeting(
        chain.from_iterable(each.payload.scope.paths for each in events if isinstance(each.payload, Record))
    )
    tree = LedgerTree(files, groups, in_force)
    found: dict[str, tuple[str, ...] | None] = {}

    def enter(node: WalkedCommit | OuterParent) -> Change:
        known, whole, parent_areas = tree.known, tree.whole, tree.areas
        change = tree.take(node)
        if isinstance(node, WalkedCommit) and node.id in asked:
            found[node.id] = None
            if known and tree.known and not node.cut and node.seconds is not None:
                paths = governed_paths(
                    node.touched,
                    meeting,
                    in_force,
                    parent_areas=parent_areas,
                    own_areas=tree.areas,
                    dated_areas=areas,
                    own=tree.added_keys(change),
                    second=node.seconds,
                )
                # What a missing file says might govern what nothing else does.
                found[node.id] = paths if paths or (whole and tree.whole) else None
        tree.settle(change)
        return change

    _walk(walk, enter, tree.undo)
    return found


def _walk(
    walk: HistoryWalk, enter: Callable[[WalkedCommit | OuterParent], Change], leave: Callable[[Change], None]
) -> None:
    """Go through the forest of first parents, depth first; after the last commit nothing is undone any more."""
    below: defaultdict[str, list[WalkedCommit | OuterParent]] = defaultdict(list)
    for commit in walk.commits:
        below[commit.parents[0] if commit.parents else ""].append(commit)
    for before, outer in zip(("", *(each.id for each in walk.outer)), walk.outer, strict=False):
        below[before].append(outer)
    left = len(walk.commits)
    waiting: list[WalkedCommit | OuterParent | Change] = list(below[""])
    while left:
        node = waiting.pop()
        if isinstance(node, Change):
            leave(node)
            continue
        left -= isinstance(node, WalkedCommit)
        waiting.append(enter(node))
        waiting += below.get(node.id, ())
