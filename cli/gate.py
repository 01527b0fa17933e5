"""What the gate judges: the ledger as a merge would leave it, and what its old files have become."""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ..lint.catalogue import RULES
from ..lint.engine import Selection
from ..lint.finding import Finding
from ..lint.governing import Governing, governing
from ..lint.growth.additions import additions
from ..lint.growth.merging import GROWTH, judged_by_bytes, judged_on_merge, marked
from ..lint.rule import Examination, Rule
from ..repository.configs.config import LedgerConfig, load_ledger_config
from ..repository.errors import CannotExamine, NoLedger, UsageError
from ..repository.git import Git
from ..repository.growth.base_folder import folder_in
from ..repository.growth.blob_ids import NotingStore, blob_id_of
from ..repository.growth.ci_base import check_examined, find_ci_base
from ..repository.growth.comparison import Comparison, compare_with_base, sides_that_differ
from ..repository.growth.file_change import FileChange
from ..repository.growth.ledger_history import ledger_history
from ..repository.growth.ledger_state import Examined, Index, Revision, Worktree, revision_state
from ..repository.growth.merge_base import Base, examined_commit, find_base, incoming_merges
from ..repository.growth.merged_config import merged_areas
from ..repository.growth.merged_store import BASE_PREFIX, MergedStore, merged_paths, merged_store
from ..repository.growth.past_folders import past_folders
from ..repository.growth.touched_paths import touched_paths
from ..repository.paths import shown
from ..repository.source import Store
from ..repository.stores import DirectoryStore
from .reading import Ledger, Place, find_place, read_ledger
from .reading_options import DEFAULT_LEDGER, ReadingOptions


@dataclass(frozen=True, slots=True)
class GateOptions:
    """What the gate compares with, as it was asked for, and whether rules will read what commit messages tell."""

    base: str | None = None
    no_base: bool = False
    history: bool = False
    staged: bool = False
    messages_wanted: bool = False


@dataclass(frozen=True)
class Gate:
    """An opened gate.

    ``ledger`` is what a merge with the base gives, or just what is examined where there is no base. ``changes`` are
    the old files that are not as they were; of these ``since_base`` are the work of the change itself. ``history`` is
    true where the whole life of the branch was examined. ``tip_folder`` is where the ledger lies at the base's tip.
    """

    ledger: Ledger
    options: ReadingOptions
    base: Base | None
    comparison: Comparison | None
    examined: Examined
    changes: tuple[FileChange, ...]
    merged: MergedStore | None
    history: bool
    tip_folder: str

    @property
    def since_base(self) -> tuple[FileChange, ...]:
        """The old files that the change itself did not leave as they were.

        What the base did to them too, in the very same way, is not this change's doing: its merge changes nothing.
        """
        if self.comparison is None:
            return ()
        here, tip, before = self.comparison.examined, self.comparison.tip, self.comparison.merge_base
        names = {each.before.origin.name for each in self.comparison.changes} & before.keys()
        alike = {name for name in names if here.get(name) == tip.get(name)}
        return tuple(each for each in self.comparison.changes if each.before.origin.name not in alike)

    @cached_property
    def examination(self) -> Examination:
        """What rules look at."""
        looked_at = replace(self.ledger.examination, changes=self.changes, tracked_paths=self._tracked_paths)
        return replace(looked_at, config=replace(looked_at.config, areas=self._areas))

    @cached_property
    def _tip_config(self) -> LedgerConfig:
        """The ledger's config at the tip of the base; that of what is examined where there is no base."""
        if self.base is None:
            return self.ledger.config
        return load_ledger_config(self.ledger.repository, self.base.tip)

    @cached_property
    def _areas(self) -> Mapping[str, tuple[str, ...]]:
        """The areas that there are once the merge is made: a branch need not know those that the base got since."""
        ours, base = self.ledger.config.areas, self.base
        if base is None or base.merge_bases == (base.tip,):
            return ours
        before = load_ledger_config(self.ledger.repository, base.merge_bases[0])
        return merged_areas(ours, self._tip_config.areas, before.areas)

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
        # A rule that found nothing in the merge need not look at the base.
        needed = {each.code for each in found} - GROWTH
        before = self._found_before([rule for rule in rules if rule.code in needed])
        before |= self._of_old_files(each for each in found if each.fingerprint not in before)
        return marked(found, before=before, grown=self._grown(rules))

    def _found_before(self, rules: Sequence[Rule]) -> frozenset[str]:
        """Fingerprints of what the tip of the base holds by itself."""
        tip = self._tip() if rules else None
        return frozenset() if tip is None else frozenset(each.fingerprint for each in tip.examine(rules))

    def _of_old_files(self, findings: Iterable[Finding]) -> frozenset[str]:
        """Fingerprints of what is wrong with single files that git has as the base has them.

        Such as the line endings that this checkout gives them (``core.autocrlf``): no commit brings those in.
        """
        doubtful = [each for each in findings if judged_by_bytes(each.code)]
        if not doubtful or self.comparison is None:
            return frozenset()
        tip, folder = self.comparison.tip, self.ledger.ledger_path
        old = {shown(f"{folder}/{name}") for name, had in self.comparison.examined.items() if tip.get(name) == had}
        return frozenset(each.fingerprint for each in doubtful if each.path in old)

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
            folder=self.tip_folder,
            revision=self.base.tip,
            staged=None,
            config=self._tip_config,
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
        return governing(self.ledger.history, self._areas, touched)


def _of_the_base(finding: Finding, elsewhere: Collection[str]) -> bool:
    """True for what is wrong with a file that only the base has, and for two copies that differ in bytes alone.

    What became of an old file is never the base's: where this change removed one, the base's copy stands in its place.
    """
    if finding.code == "FP302":
        places = (finding.path or "", *(each.path for each in finding.related))
        return any(place.startswith(BASE_PREFIX) and place in elsewhere for place in places)
    return finding.path in elsewhere and finding.code not in GROWTH and not judged_on_merge(finding.code)


def open_gate(repo: Path | None, options: ReadingOptions, asked: GateOptions) -> Gate:
    """Open what the gate judges. Raises FingerpostError; CannotExamine wherever less would be proven than asked."""
    place = find_place(repo, options, staged=asked.staged)
    git = place.repository.git
    if asked.history and git is None:
        raise CannotExamine("there is no git here, so there is no history to examine", "Leave out --history.")
    base = None if asked.no_base else _base(place, git, asked)
    before = folder = place.ledger_path
    if base is not None and git is not None and not options.ledger:
        before = folder_in(git, base.merge_bases[0], DEFAULT_LEDGER)
    stores = _stores(place, git, base, before)
    if git is None or (base is None and not asked.history):
        ledger = read_ledger(place, stores, options, judge_now=base is None, messages_wanted=asked.messages_wanted)
        return Gate(ledger, options, None, None, Worktree(), (), None, history=False, tip_folder=folder)
    # The ids of the files that lie here are noted as they are read; those that the merge concerns are told before.
    noted: dict[str, str] = {}
    here = stores[0]
    if isinstance(here, DirectoryStore):
        here = NotingStore(here, blob_id_of(git.object_format()), noted)
    examined = _examined(place, noted)
    after = before
    comparison: Comparison | None = None
    merged: MergedStore | None = None
    if base is not None:
        if base.merge_bases != (base.tip,) and not options.ledger:
            after = folder_in(git, base.tip, DEFAULT_LEDGER)
        sides = sides_that_differ(git, base, folder, _examined(place, {}), base_folder=before, tip_folder=after)
        merged = merged_store(here, git, ours=sides.examined, tip=sides.tip, merge_base=sides.merge_base)
    ledger = read_ledger(
        place,
        (merged or here, *stores[1:]),
        options,
        judge_now=base is None,
        messages_wanted=asked.messages_wanted,
    )
    changes: tuple[FileChange, ...] = ()
    if base is not None:
        comparison = compare_with_base(git, base, folder, examined, base_folder=before, tip_folder=after)
        changes = comparison.changes
    if asked.history:
        changes = _once((*changes, *_history(git, place, examined, options)))
    return Gate(ledger, options, base, comparison, examined, changes, merged, asked.history, after)


def _stores(place: Place, git: Git | None, base: Base | None, before: str) -> tuple[Store, ...]:
    """The stores to read. Raises NoLedger where there is none, which says so where the base has one."""
    try:
        return place.stores()
    except NoLedger as error:
        if git is None or base is None or not revision_state(git, base.merge_bases[0], before):
            raise
        here = place.ledger_path
        if place.revision is None and not place.staged and git.has_commit() and revision_state(git, "HEAD", here):
            folder = shlex.quote(shown(here))
            raise NoLedger(
                f"{error.message}; HEAD has one, and it is not checked out",
                f"Restore it: git checkout HEAD -- {folder}; in a sparse checkout: git sparse-checkout add {folder}; "
                "or lint a revision with --rev HEAD.",
            ) from error
        raise NoLedger(
            f"{error.message}; {shown(base.name)} has one, so this change removes every event of it",
            f"Restore it: git checkout {shlex.quote(shown(base.name))} -- {shlex.quote(shown(before))}",
        ) from error


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
    incoming = incoming_merges(git) if asked.staged and git.has_commit() else ()
    if asked.base is not None:
        return replace(find_base(git, asked.base, examined), incoming=incoming)
    if asked.staged:
        return replace(find_base(git, "HEAD", exact=True), incoming=incoming) if git.has_commit() else None
    told = find_ci_base(git, os.environ, Path.cwd())
    if told is None:
        return None
    base = find_base(git, told.commit, examined, exact=told.exact, name=told.name)
    check_examined(git, told, examined_commit(git, examined))
    return base


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
