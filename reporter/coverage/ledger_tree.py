"""The ledger of one tree after the other: what a commit does to it is applied, and undone again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...ledger.events import Event
from ...ledger.matching import Areas
from ...repository.trees.config_versions import NO_CONFIGS, Blobs, ConfigVersions
from ...repository.trees.history_walk import LedgerStep, OuterParent, WalkedCommit
from ...repository.trees.tree_config import CONFIGS
from .in_force import InForce
from .standing import NOBODY_KNOWS, Groups, Standing, Standings, standings
from .timelines import Key, keys_of

FileVersion = tuple[str, str]
"""A file of the ledger as some tree holds it: its stem (the name without ``.json``) and its blob."""


@dataclass(frozen=True, slots=True)
class LedgerFiles:
    """What the event files and the configs in the trees of a history say.

    ``events`` has every version of an event file, None for one that cannot be interpreted; one in ``withheld`` is not
    in this clone. ``about`` are, by event id, the records that an event is about as it was read.
    """

    configs: ConfigVersions
    events: Mapping[FileVersion, Event | None] = field(default_factory=dict)
    withheld: frozenset[FileVersion] = frozenset()
    about: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(slots=True)
class Change:
    """What one commit did, so that it can be undone. ``before`` and ``after`` are by the groups that it touched.

    ``steps`` are those of the ledger as its own config has it lie, ``files`` those of every folder.
    """

    files: Sequence[LedgerStep]
    configs: Blobs
    steps: Sequence[LedgerStep] = ()
    raw: dict[str, Standings] = field(default_factory=dict)
    before: dict[str, Standings] = field(default_factory=dict)
    after: dict[str, Standings] = field(default_factory=dict)

    def moved(self) -> Iterator[tuple[str, Standing | None, Standing | None]]:
        """Every record that stands otherwise than before: None where the tree has it not."""
        for group, old in self.before.items():
            new = self.after[group]
            for record_id in old.keys() | new.keys():
                if old.get(record_id) != new.get(record_id):
                    yield record_id, old.get(record_id), new.get(record_id)


class LedgerTree:
    """The tree at hand. It starts as one without a file."""

    def __init__(self, files: LedgerFiles, groups: Groups, in_force: InForce) -> None:
        self._files = files
        self._groups = groups
        self._in_force = in_force
        self._folders: dict[str, dict[str, str]] = {folder: {} for folder in files.configs.folders()}
        self._others = Counter(dict.fromkeys(files.configs.others(), 0))  # how many files lie in each
        self._events: defaultdict[str, dict[str, tuple[Event, ...]]] = defaultdict(dict)
        self._copies: Counter[str] = Counter()  # the files that hold an event; nearly always one
        self._unreadable: Counter[str] = Counter()
        self._raw: dict[str, Standings] = {}
        self._withheld = 0
        self._blobs = NO_CONFIGS
        self._config = files.configs.of(NO_CONFIGS)

    @property
    def known(self) -> bool:
        """False where nothing can be said of the tree.

        This clone lacks a config of it, or it has its ledger elsewhere than in the folder that was asked for.
        """
        config = self._config
        return config.known and not (self._others[config.elsewhere or ""] and not self._folders[config.folder])

    @property
    def whole(self) -> bool:
        """False where this clone lacks an event file of the tree."""
        return not self._withheld

    @property
    def areas(self) -> Areas:
        """The areas of the tree's own config; one object for one config."""
        return self._config.areas

    def take(self, node: WalkedCommit | OuterParent) -> Change:
        """Take in what a commit does to the files; what is in force stays as its first parent has it.

        Only the records that come in are taken from those that the clock alone knows. :meth:`settle` does the rest.
        """
        change = Change(node.ledger, self._blobs)
        folder = self._config.folder
        if node.configs:
            given = dict(node.configs)
            blobs = tuple(given.get(path, blob) for path, blob in zip(CONFIGS, self._blobs, strict=True))
            self._blobs, self._config = blobs, self._files.configs.of(blobs)
        if self._config.folder == folder:
            change.steps = [step for step in node.ledger if step.folder == folder]
            self._keep(node.ledger)
        else:
            old = dict(self._folders[folder])
            self._keep(node.ledger)
            change.steps = _moved(self._config.folder, old, self._folders[self._config.folder])
        if change.steps:
            self._judge_all(change)
        return change

    def added_keys(self, change: Change) -> frozenset[Key]:
        """The keys of the records that a change brought into the tree, as they stand in it."""
        return frozenset().union(*(keys_of(after) for _, before, after in change.moved() if before is None))

    def settle(self, change: Change) -> None:
        """What is in force is from now on what the commit's own tree has."""
        for record_id, before, after in change.moved():
            self._in_force.change(before, after)
            if after is None:
                self._in_force.leave(record_id)

    def undo(self, change: Change) -> None:
        """Back to the tree before a change that was settled."""
        for record_id, before, after in change.moved():
            self._in_force.change(after, before)
            if after is None:
                self._in_force.enter(record_id)
            elif before is None:
                self._in_force.leave(record_id)
        self._keep(_back(change.files))
        self._move(_back(change.steps))
        self._raw.update(change.raw)
        self._blobs, self._config = change.configs, self._files.configs.of(change.configs)

    def _keep(self, steps: Iterable[LedgerStep]) -> None:
        """Note which files stand in each folder, should a config have the ledger lie there."""
        for step in steps:
            files = self._folders.get(step.folder)
            if files is None:
                if step.folder in self._others:
                    self._others[step.folder] += (step.after is not None) - (step.before is not None)
                continue
            if step.after is None:
                files.pop(step.stem, None)
            else:
                files[step.stem] = step.after

    def _judge_all(self, change: Change) -> None:
        touched: defaultdict[str, list[str | None]] = defaultdict(list)  # group -> what came new, None for all else
        for step in change.steps:
            new = step.stem if step.before is None else None
            for blob in (step.before, step.after):
                for group in self._groups_of(step.stem, blob) if blob is not None else ():
                    touched[group].append(new)
        change.before = {group: self._stands(group) for group in touched}
        self._move(change.steps)
        for group, arrivals in touched.items():
            raw = change.raw[group] = self._raw.get(group, {})
            there = self._events[group]
            one = arrivals[0] if len(arrivals) == 1 and arrivals[0] in there else None
            self._raw[group] = standings(there, raw, one) if there else {}
            change.after[group] = self._stands(group)
        for record_id, before, after in change.moved():
            if before is None and after is not None:
                self._in_force.enter(record_id)

    def _stands(self, group: str) -> Standings:
        """How the records of a group stand; nobody knows it of one with a file here that cannot be interpreted."""
        raw = self._raw.get(group, {})
        if not any(self._unreadable[record_id] for record_id in raw if record_id in self._unreadable):
            return raw
        return {
            record_id: NOBODY_KNOWS if self._unreadable[record_id] else standing for record_id, standing in raw.items()
        }

    def _about(self, version: FileVersion) -> Collection[str]:
        """The records that the event a file is named after is about, if that is not the event it holds."""
        event = self._files.events.get(version)
        return () if event is not None and event.event_id == version[0] else self._files.about.get(version[0], ())

    def _groups_of(self, stem: str, blob: str) -> set[str]:
        found = {self._groups.led(record_id) for record_id in self._about((stem, blob))}
        event = self._files.events.get((stem, blob))
        group = None if event is None else self._groups.of(event)
        return found if group is None else found | {group}

    def _move(self, steps: Iterable[LedgerStep]) -> None:
        for step in steps:
            if step.before is not None:
                self._count((step.stem, step.before), -1)
            if step.after is not None:
                self._count((step.stem, step.after), 1)

    def _count(self, version: FileVersion, by: int) -> None:
        self._withheld += by * (version in self._files.withheld)
        for record_id in self._about(version):
            self._unreadable[record_id] += by
        event = self._files.events.get(version)
        group = None if event is None else self._groups.of(event)
        if event is None or group is None:
            return
        self._copies[event.event_id] += by
        if by > 0:
            self._events[group][event.event_id] = (event,)
        elif not self._copies[event.event_id]:
            self._events[group].pop(event.event_id, None)


def _moved(folder: str, old: Mapping[str, str], new: Mapping[str, str]) -> list[LedgerStep]:
    """What a ledger that lies in another folder now has otherwise."""
    return [
        LedgerStep(folder, stem, old.get(stem), new.get(stem))
        for stem in sorted(old.keys() | new.keys())
        if old.get(stem) != new.get(stem)
    ]


def _back(steps: Iterable[LedgerStep]) -> list[LedgerStep]:
    return [LedgerStep(step.folder, step.stem, step.after, step.before) for step in steps]
