"""What the gate judges: the ledger as a merge would leave it, and what its old files have become."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ..lint.additions import additions
from ..lint.catalogue import RULES
from ..lint.engine import Selection
from ..lint.finding import Finding
from ..lint.governing import Governing, governing
from ..lint.merging import GROWTH, judged_on_merge, marked
from ..lint.rule import Examination, Rule
from ..repository.base_folder import folder_in
from ..repository.blob_ids import NotingStore, blob_id_of
from ..repository.ci_base import find_ci_base
from ..repository.comparison import Comparison, compare_with_base, sides_that_differ, touched_paths
from ..repository.config import load_ledger_config
from ..repository.errors import CannotExamine, NoLedger, UsageError
from ..repository.file_change import FileChange
from ..repository.git import Git
from ..repository.ledger_history import ledger_history
from ..repository.ledger_state import Examined, Index, Revision, Worktree
from ..repository.merge_base import Base, find_base
from ..repository.merged_store import BASE_PREFIX, MergedStore, merged_paths, merged_store
from ..repository.past_folders import past_folders
from ..repository.stores import DirectoryStore
from .reading import DEFAULT_LEDGER, Ledger, Place, ReadingOptions, find_place, read_ledger


@dataclass(frozen=True, slots=True)
class GateOptions:
    """What the gate compares with, as it was asked for."""

    base: str | None = None
    no_base: bool = False
    history: bool = False
    staged: bool = False


@dataclass(frozen=True)
class Gate:
    """An opened gate.

    ``ledger`` is what a merge with the base gives, or just what is examined where there is no base. ``changes`` are
    the old files that are not as they were; of these ``since_base`` are the work of the change itself. ``history`` is
    true where the whole life of the branch was examined. ``base_folder`` is where the ledger lies in the base.
    """

    ledger: Ledger
    options: ReadingOptions
    base: Base | None
    comparison: Comparison | None
    examined: Examined
    changes: tuple[FileChange, ...]
    merged: MergedStore | None
    history: bool
    base_folder: str

    @property
    def since_base(self) -> tuple[FileChange, ...]:
        """The old files that the change itself did not leave as they were."""
        return () if self.comparison is None else self.comparison.changes

    @cached_property
    def examination(self) -> Examination:
        """What rules look at."""
        return replace(self.ledger.examination, changes=self.changes, tracked_paths=self._tracked_paths)

    @property
    def _tracked_paths(self) -> frozenset[str] | None:
        """What is tracked once the merge is made."""
        here, git = self.ledger.place.tracked_paths, self.ledger.repository.git
        if self.base is None or here is None or git is None:
            return here
        before = git.tracked_paths(self.base.merge_bases[0])
        return merged_paths(here, git.tracked_paths(self.base.tip), before)

    def findings(self, chosen: Selection) -> list[Finding]:
        """What the chosen rules find, each marked with whether the change introduced it where there is a base."""
        rules = chosen.of(RULES)
        found = self.ledger.examine(rules, self.examination)
        if self.merged is not None:
            elsewhere = {origin.path for origin in self.merged.from_base}
            found = [each for each in found if not _of_the_base(each, elsewhere)]
        if self.base is None or not found:
            return found
        return marked(found, before=self._found_before(rules), grown=self._grown(rules))

    def _found_before(self, rules: Iterable[Rule]) -> frozenset[str]:
        """Fingerprints of what the tip of the base holds by itself."""
        tip = self._tip()
        return frozenset() if tip is None else frozenset(each.fingerprint for each in tip.examine(rules))

    def _grown(self, rules: Iterable[Rule]) -> frozenset[str]:
        """Fingerprints of what the change did to old files."""
        since = replace(self.examination, changes=self.since_base)
        growth = [rule for rule in rules if rule.code in GROWTH]
        return frozenset(each.fingerprint for each in self.ledger.examine(growth, since))

    def _tip(self) -> Ledger | None:
        """The base by itself, judged as of the same time; None where it has no ledger."""
        if self.base is None:
            return None
        here = self.ledger.place
        place = replace(
            here,
            folder=self.base_folder,
            revision=self.base.tip,
            staged=None,
            config=load_ledger_config(here.repository, self.base.tip),
        )
        try:
            tracked = place.stores()[:1]
        except NoLedger:
            return None
        ledger = read_ledger(place, (*tracked, *self.ledger.stores[1:]), self.options)
        return replace(ledger, as_of=self.ledger.as_of)

    def adds(self) -> tuple[str, ...] | None:
        """What the change adds to the ledger, in words; None where nothing was compared."""
        if self.comparison is None:
            return None
        return additions(self.ledger.reading.events, self.comparison.added)

    def governing(self) -> Sequence[Governing]:
        """The direction in force for the files that the change touches."""
        git = self.ledger.repository.git
        if self.base is None or git is None:
            return ()
        touched = touched_paths(git, self.base, self.examined)
        return governing(self.ledger.history, self.ledger.config.areas, touched)


def _of_the_base(finding: Finding, elsewhere: Collection[str]) -> bool:
    """True for what is wrong with a file that only the base has, and for two copies that differ in bytes alone."""
    if finding.code == "FP302":
        places = (finding.path or "", *(each.path for each in finding.related))
        return any(place.startswith(BASE_PREFIX) for place in places)
    return finding.path in elsewhere and not judged_on_merge(finding.code)


def open_gate(repo: Path | None, options: ReadingOptions, asked: GateOptions) -> Gate:
    """Open what the gate judges. Raises FingerpostError; CannotExamine wherever less would be proven than asked."""
    place = find_place(repo, options, staged=asked.staged)
    git = place.repository.git
    if asked.history and git is None:
        raise CannotExamine("there is no git here, so there is no history to examine", "Leave out --history.")
    base = None if asked.no_base else _base(place, git, asked)
    stores = place.stores()
    if git is None or (base is None and not asked.history):
        ledger = read_ledger(place, stores, options, judge_now=base is None)
        return Gate(ledger, options, None, None, Worktree(), (), None, history=False, base_folder=place.ledger_path)
    # The ids of the files that lie here are noted as they are read; those that the merge concerns are told before.
    noted: dict[str, str] = {}
    here = stores[0]
    if isinstance(here, DirectoryStore):
        here = NotingStore(here, blob_id_of(git.object_format()), noted)
    examined = _examined(place, noted)
    folder = before = place.ledger_path
    comparison: Comparison | None = None
    merged: MergedStore | None = None
    if base is not None:
        before = folder if options.ledger else folder_in(git, base.merge_bases[0], DEFAULT_LEDGER)
        sides = sides_that_differ(git, base, folder, _examined(place, {}), base_folder=before)
        merged = merged_store(here, git, ours=sides.examined, tip=sides.tip, merge_base=sides.merge_base)
    ledger = read_ledger(place, (merged or here, *stores[1:]), options, judge_now=base is None)
    changes: tuple[FileChange, ...] = ()
    if base is not None:
        comparison = compare_with_base(git, base, folder, examined, base_folder=before)
        changes = comparison.changes
    if asked.history:
        changes = _once((*changes, *_history(git, place, examined, options)))
    return Gate(ledger, options, base, comparison, examined, changes, merged, asked.history, before)


def _history(git: Git, place: Place, examined: Examined, options: ReadingOptions) -> tuple[FileChange, ...]:
    """What the branch's whole life did to old files, in every folder that the ledger ever had."""
    head, folder = place.revision or "HEAD", place.ledger_path
    folders = (folder,) if options.ledger else past_folders(git, head, now=folder, default=DEFAULT_LEDGER)
    return ledger_history(git, folders, examined, head)


def _base(place: Place, git: Git | None, asked: GateOptions) -> Base | None:
    """The base that was asked for, else the one that a CI tells; of what is staged, the commit it goes on from."""
    examined = place.revision or "HEAD"
    if git is None:
        if asked.base is not None:
            raise UsageError(f"--base {asked.base}: there is no git repository here", "Leave --base out.")
        return None
    if asked.base is not None:
        return find_base(git, asked.base, examined)
    if asked.staged:
        return find_base(git, "HEAD", exact=True) if git.has_commit() else None
    told = find_ci_base(git, os.environ, Path.cwd())
    if told is None:
        return None
    return replace(find_base(git, told.commit, examined, exact=told.exact), name=told.name)


def _examined(place: Place, ids: Mapping[str, str]) -> Examined:
    if place.revision is not None:
        return Revision(place.revision)
    return Worktree(ids) if place.staged is None else Index(place.staged.entries)


def _once(changes: Iterable[FileChange]) -> tuple[FileChange, ...]:
    """Each old version of a file once: what the base shows, history shows too."""
    found: dict[tuple[str, bytes], FileChange] = {}
    for change in changes:
        found.setdefault((change.before.origin.name, change.before.data), change)
    return tuple(found.values())
