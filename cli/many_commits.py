"""What the trees of many commits held, as claims take it: the same as for one commit, by a few processes for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from ..ledger.events import Event
from ..ledger.identifiers import EVENT, is_id
from ..ledger.instants import Instant
from ..ledger.load import load
from ..reporter.claims.facts import CommitThen, TreeThen
from ..repository.git import Git
from ..repository.source import SUFFIX
from ..repository.trees.ever_held import Sought, ever_held
from ..repository.trees.examined_files import ExaminedLedger
from ..repository.trees.history_walk import walked_commits
from ..repository.trees.many_trees import ListedLedger, listed_ledgers
from ..repository.trees.tree_store import TreeStore
from .commit_then import held_events, interpreted, later_creations
from .coverage_files import as_examined, tracked_events
from .reading import Ledger

_Files = tuple[tuple[str, str], ...]  # stems and blobs, sorted


def commits_then(
    ledger: Ledger, git: Git, examined: ExaminedLedger, times: Mapping[str, Instant | None]
) -> dict[str, CommitThen]:
    """The facts of those of these commits (full id -> its time) of which this clone can tell them.

    They are those that :func:`.commit_then.commit_then` gives one by one. Not for a partial clone. Raises CannotExamine
    where git refuses.
    """
    walked = {commit: found for commit, found in walked_commits(git, times).items() if not found.cut}
    parents = {found.parents[0] for found in walked.values() if found.parents}
    tracked = tracked_events(ledger.reading)
    same = {version for version in as_examined(git, examined) if version[0] in tracked} if walked else set()
    listed = listed_ledgers(git, sorted(parents | walked.keys()), examined, lambda *version: version in same)
    trees = _Trees(git, listed.values())
    found: dict[str, tuple[TreeThen | None, TreeThen, frozenset[str]]] = {}
    sought: dict[str, Sought] = {}
    for commit, each in walked.items():
        before = each.parents[0] if each.parents else None
        if commit not in listed or (before is not None and before not in listed):
            continue
        own, first = trees.of(listed[commit]), trees.of(listed[before]) if before is not None else None
        later = frozenset(later_creations(ledger.history, first, own, times[commit]))
        found[commit] = first, own, later
        if later:
            folders = {listed[one].folder for one in (commit, before) if one is not None}
            sought[commit] = Sought(later, frozenset(folders))
    held = ever_held(git, sought, examined.usual)
    return {
        commit: CommitThen(first, own, tuple(sorted(walked[commit].touched)), _lost(later, held.get(commit)))
        for commit, (first, own, later) in found.items()
    }


def _lost(later: frozenset[str], held: frozenset[str] | None) -> frozenset[str]:
    """Where nobody can say what the history held, each of them may be lost."""
    return later if held is None else held


class _Trees:
    """The trees as claims take them; those that are alike are one object."""

    def __init__(self, git: Git, ledgers: Iterable[ListedLedger]) -> None:
        self._git = git
        self._known: dict[int, tuple[ListedLedger, TreeThen]] = {}
        self._altered: dict[tuple[str, _Files], dict[str, Event | None]] = {}
        self._events = _read_once(git, ledgers)

    def of(self, ledger: ListedLedger) -> TreeThen:
        """The tree that is listed so."""
        known = self._known.get(id(ledger))
        if known is None:
            altered = self._altered_of(ledger.folder, ledger.others)
            present = held_events(ledger.stems, ledger.others, altered)
            known = self._known[id(ledger)] = ledger, TreeThen(present, altered, ledger.areas)
        return known[1]

    def _altered_of(self, folder: str, others: Mapping[str, str]) -> dict[str, Event | None]:
        key = folder, tuple(sorted(others.items()))
        found = self._altered.get(key)
        if found is None:
            single = {stem: self._events.get((folder, stem, blob)) for stem, blob in others.items()}
            # A file that does not hold the event it is named after counts together with the others of its tree.
            whole = all(event is not None for event in single.values())
            found = self._altered[key] = dict(single) if whole else interpreted(self._git, folder, others)
        return found


def _read_once(git: Git, ledgers: Iterable[ListedLedger]) -> dict[tuple[str, str, str], Event]:
    """By folder, stem and blob: the event of every version of a file that holds the one it is named after."""
    versions: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for ledger in {id(each): each for each in ledgers}.values():
        for stem, blob in ledger.others.items():
            if is_id(EVENT, stem):
                versions[ledger.folder][stem].add(blob)
    found = {}
    for folder, blobs in sorted(versions.items()):
        waiting = {stem: sorted(of_file) for stem, of_file in blobs.items()}
        while waiting:
            layer = {stem: of_file.pop() for stem, of_file in waiting.items()}
            waiting = {stem: of_file for stem, of_file in waiting.items() if of_file}
            reading = load((TreeStore(folder, git, layer),))
            for event in reading.events:
                if event.event_id not in reading.divergent and event.origin.name == f"{event.event_id}{SUFFIX}":
                    found[folder, event.event_id, layer[event.event_id]] = event
    return found
