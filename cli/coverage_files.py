"""What the event files in the trees of a history say: as they were read, or else read again as git has them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from itertools import chain

from ..ledger.copies import record_of
from ..ledger.events import Event
from ..ledger.load import load
from ..ledger.reading import Reading
from ..reporter.coverage.ledger_tree import FileVersion, LedgerFiles
from ..repository.git import Git
from ..repository.objects import stored_here
from ..repository.source import SUFFIX, StoreName
from ..repository.trees.config_versions import config_versions
from ..repository.trees.examined_files import ExaminedLedger, begun_differing
from ..repository.trees.history_walk import HistoryWalk, OuterParent, WalkedCommit
from ..repository.trees.listing import Listing
from ..repository.trees.tree_config import folder_tree
from ..repository.trees.tree_store import TreeStore


def ledger_files(git: Git, walk: HistoryWalk, reading: Reading, examined: ExaminedLedger) -> LedgerFiles:
    """Every version that event files and configs had in the trees of a walk.

    Only those versions are read that are not what is examined: mostly none. Raises CannotExamine where git refuses.
    """
    nodes: list[WalkedCommit | OuterParent] = [*walk.commits, *walk.outer]
    usual, fixed = (examined.folder, True) if examined.usual is None else (examined.usual, False)
    configs = config_versions(git, (blob for node in nodes for _, blob in node.configs), folder=usual, fixed=fixed)
    folders = configs.folders()
    versions = {
        (step.stem, blob)
        for node in nodes
        for step in node.ledger
        if step.folder in folders
        for blob in (step.before, step.after)
        if blob is not None
    }
    tracked = tracked_events(reading)
    same = {version for version in as_examined(git, examined) if version[0] in tracked} if versions else set()
    events: dict[FileVersion, Event | None] = {version: tracked[version[0]] for version in versions & same}
    others = sorted(versions - same)
    here = set(stored_here(git.root, sorted({blob for _, blob in others}), git.is_partial)) if others else set()
    withheld = frozenset(version for version in others if version[1] not in here)
    events |= _read_again(git, (version for version in others if version not in withheld), examined.folder)
    return LedgerFiles(configs, events, withheld, _about(reading, {stem for stem, _ in others}))


def as_examined(git: Git, examined: ExaminedLedger) -> frozenset[FileVersion]:
    """The versions of files that are what was read, as far as git can tell without comparing what it need not."""
    commit = examined.revision or git.head()
    tree = folder_tree(git, commit, examined.folder) if commit is not None else None
    if tree is None:
        return frozenset()
    listing = Listing(git.run("ls-tree", "-z", "--full-tree", tree))
    with ExitStack() as running:
        differing = begun_differing(git, tree, examined, running)(listing)
    return frozenset((stem, blob) for stem, blob in listing.blobs.items() if stem not in differing)


def tracked_events(reading: Reading) -> Mapping[str, Event]:
    """The events that were read from the tracked ledger, each by the stem of its file."""
    versions = chain(reading.events_in(StoreName.LEDGER), *reading.divergent.values())
    return {
        event.event_id: event
        for event in versions
        if event.origin.store is StoreName.LEDGER and event.origin.name == f"{event.event_id}{SUFFIX}"
    }


def _read_again(git: Git, versions: Iterable[FileVersion], folder: str) -> dict[FileVersion, Event | None]:
    """These versions, read as a ledger's files are; None for one that cannot be interpreted."""
    blobs: defaultdict[str, list[str]] = defaultdict(list)
    for stem, blob in versions:
        blobs[stem].append(blob)
    found: dict[FileVersion, Event | None] = {}
    for turn in range(max(map(len, blobs.values()), default=0)):
        layer = {stem: of_file[turn] for stem, of_file in blobs.items() if turn < len(of_file)}
        found |= dict.fromkeys(layer.items())
        for event in load([TreeStore(folder, git, layer)]).events:
            stem = event.origin.name.removesuffix(SUFFIX)
            found[stem, layer[stem]] = event
    return found


def _about(reading: Reading, stems: Iterable[str]) -> dict[str, frozenset[str]]:
    """The records that events are about, as they were read."""
    wanted = set(stems)
    found: defaultdict[str, set[str]] = defaultdict(set)
    for event in chain(reading.events, *reading.divergent.values()):
        record_id = record_of(event) if event.event_id in wanted else None
        if record_id is not None:
            found[event.event_id].add(record_id)
    return {event_id: frozenset(records) for event_id, records in found.items()}
