"""The opened ledger, which every command that reads one shares (contract, *Reading options*)."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Generator, Iterable, Set
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import click

from ..ledger.build import build_history
from ..ledger.collector import collector_paused, keep_for_good
from ..ledger.history import History
from ..ledger.instants import Instant, instant, parse_instant
from ..ledger.load import load
from ..ledger.reading import Reading
from ..ledger.rereading import Rereading
from ..lint.catalogue import RULES
from ..lint.finding import Finding, Severity
from ..lint.rule import Examination, Rule
from ..lint.sharing import examine_together
from ..repository.around.surroundings import GitSurroundings
from ..repository.clock import now, source_date_epoch
from ..repository.configs.config import LedgerConfig, load_ledger_config, staged_ledger_config
from ..repository.configs.settings import Settings, read_settings
from ..repository.errors import NoLedger, UsageError
from ..repository.growth.base_folder import folder_in
from ..repository.index_rows import begun_tracking, tracked_here
from ..repository.index_store import StagedIndex, read_index
from ..repository.locate import Repository, find_repository
from ..repository.packs.pack_file import Pack
from ..repository.paths import inside_path
from ..repository.processes import usable_processes
from ..repository.source import Store
from ..repository.stores import open_stores
from .opened_pack import open_pack
from .reading_options import DEFAULT_LEDGER, ReadingOptions


@dataclass(frozen=True)
class Place:
    """Where a ledger is read: the repository, the folder in it, and in which state (worktree, index or revision).

    ``folder`` is as it was asked for; ``revision`` a full commit id, or None. ``staged`` is given where the index is
    read: what is about to be committed.
    """

    repository: Repository
    settings: Settings
    config: LedgerConfig
    folder: str
    revision: str | None
    runtime: bool | Pack
    staged: StagedIndex | None = None

    def stores(self) -> tuple[Store, ...]:
        """The stores to read, the tracked ledger first. Raises NoLedger where there is none."""
        try:
            return open_stores(
                self.repository, ledger=self.folder, revision=self.revision, runtime=self.runtime, staged=self.staged
            )
        except NoLedger as error:
            around = self.surroundings
            old = around.legacy_ledgers() if around is not None else ()
            if not old:
                raise
            raise NoLedger(
                error.message,
                f"There is a ledger of an old format, {old[0]}, which no client reads any more (FP111): write each of "
                "its records again as an event.",
            ) from error

    @property
    def ledger_path(self) -> str:
        """The folder of the tracked events, relative to the repository."""
        return inside_path(self.folder) or self.folder

    @cached_property
    def tracked_paths(self) -> frozenset[str] | None:
        """Files git tracks in what is examined, or None where there is no git to ask."""
        git = self.repository.git
        if git is None:
            return None
        if self.staged is not None:
            return self.staged.tracked_paths()
        return tracked_here(git) if self.revision is None else git.tracked_paths(self.revision)

    @contextmanager
    def asking_git(self, *, everywhere: bool) -> Generator[None, None, None]:
        """Let git work while something else is done: what it finds is known when this ends.

        That is what commit messages tell, ``everywhere`` which commits are reached, and what a worktree tracks.
        """
        git, around = self.repository.git, self.surroundings
        if git is None or around is None:
            yield
            return
        here = self.staged is None and self.revision is None
        with around.walking(everywhere=everywhere), begun_tracking(git) if here else nullcontext() as listed:
            yield
            if listed is not None:
                self.__dict__["tracked_paths"] = listed()  # where the property above looks first

    @cached_property
    def surroundings(self) -> GitSurroundings | None:
        """What git can tell of the repository around the ledger; None without git."""
        git = self.repository.git
        if git is None:
            return None
        return GitSurroundings(
            git,
            revision=self.revision,
            staged=self.staged is not None,
            ledger=self.ledger_path,
            names=self.settings.trailers,
        )


@dataclass(frozen=True)
class Ledger:
    """An opened ledger: what was read, how it is interpreted, and the time that judgements are made as of.

    ``as_of_from`` says what gave that time, and ``judged_commit`` is the commit that it judges, where it does.
    """

    place: Place
    stores: tuple[Store, ...]
    reading: Reading
    history: History
    as_of: Instant
    as_of_from: str
    judged_commit: str | None

    @property
    def repository(self) -> Repository:
        """The repository that the ledger lies in."""
        return self.place.repository

    @property
    def config(self) -> LedgerConfig:
        """The ledger's own config: its areas."""
        return self.place.config

    @property
    def revision(self) -> str | None:
        """The commit that is read, or None for what lies here."""
        return self.place.revision

    @property
    def ledger_path(self) -> str:
        """The folder of the tracked events, relative to the repository."""
        return self.place.ledger_path

    @property
    def committed(self) -> Callable[[Collection[str]], Set[str]] | None:
        """Tells which of some files the commit that is judged holds, where one is: only they can be too new."""
        git = self.repository.git
        return None if git is None or self.judged_commit is None else partial(git.held_paths, self.judged_commit)

    @cached_property
    def examination(self) -> Examination:
        """What rules look at."""
        return Examination(
            reading=self.reading,
            history=self.history,
            config=self.config,
            as_of=self.as_of,
            tracked_paths=self.place.tracked_paths,
            days=self._set("days"),
            minutes=self._set("minutes"),
            committed=self.committed,
            surroundings=self.place.surroundings,
            ledger_path=self.ledger_path,
            trailers=self.place.settings.trailers,
        )

    def _set(self, parameter: str) -> dict[str, int]:
        """What the config sets a parameter to, by rule."""
        rules = self.place.settings.rules.items()
        return {code: rule.parameters[parameter] for code, rule in rules if parameter in rule.parameters}

    def examine(self, rules: Iterable[Rule], examination: Examination | None = None) -> list[Finding]:
        """The findings of some rules, on what was read or on an examination that tells more of it."""
        severities = {
            code: None if rule.severity == "off" else Severity(rule.severity)
            for code, rule in self.place.settings.rules.items()
            if rule.severity is not None
        }
        with self.rereading() as rereading, collector_paused():
            looked_at = examination or self.examination
            processes = usable_processes(os.environ)
            found = examine_together(
                looked_at, rereading.locate, rules=rules, severities=severities, processes=processes
            )
            keep_for_good()
            return found

    def rereading(self) -> Rereading:
        """Event files again, for as long as a ``with`` lasts."""
        return Rereading(self.stores)


def open_ledger(repo: Path | None, options: ReadingOptions) -> Ledger:
    """Find the repository, read its ledger, build its history.

    Raises:
        FingerpostError: no ledger, a git refusal, or a config of Fingerpost's own that can't be read.

    """
    place = find_place(repo, options)
    return read_ledger(place, place.stores(), options)


def find_place(repo: Path | None, options: ReadingOptions, *, staged: bool = False) -> Place:
    """Where the ledger is to be read. Raises FingerpostError as :func:`open_ledger` does, but for the ledger itself."""
    repository = find_repository(repo or Path())
    settings = read_settings(repository.root, options.config, {rule.code: frozenset(rule.parameters) for rule in RULES})
    revision = _revision(repository, options.revision)
    index = read_index(repository, os.environ) if staged else None
    config = load_ledger_config(repository, revision) if index is None else staged_ledger_config(index)
    folder = options.ledger or _folder_said(repository, settings, config, revision, options)
    runtime = open_pack(options.runtime) if isinstance(options.runtime, Path) else options.runtime
    return Place(repository, settings, config, folder, revision, runtime, index)


def read_ledger(
    place: Place,
    stores: tuple[Store, ...],
    options: ReadingOptions,
    *,
    judge_now: bool = False,
    messages_wanted: bool = False,
    few_commits: bool = False,
) -> Ledger:
    """Read these stores as the ledger of a place.

    ``judge_now`` makes the clock the time of judgement where nothing else gives one (a plain ``lint``); else it
    is the commit time of what is examined. Where somebody will want to know what commit messages tell, git looks for
    that while the stores are read, and for the files it tracks, and but for ``few_commits`` for the commits that the
    ledger may name.
    """
    with collector_paused(), place.asking_git(everywhere=not few_commits) if messages_wanted else nullcontext():
        reading = load(stores, usable_processes(os.environ))
        history = build_history(reading)
        keep_for_good()
    as_of, told_by, judged_commit = _as_of(place.repository, place.revision, options, reading, judge_now=judge_now)
    ledger = Ledger(place, stores, reading, history, as_of, told_by, judged_commit)
    hold(ledger)
    return ledger


def hold(thing: object) -> None:
    """Let something live until the process ends, which then need not take it apart."""
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(context.obj, list):
        context.obj.append(thing)


def _folder_said(
    repository: Repository, settings: Settings, config: LedgerConfig, revision: str | None, options: ReadingOptions
) -> str:
    """Where the configs say that the ledger lies: of a revision its own, which alone tell where it lay in it then.

    A config that was named on the command line holds for every revision.
    """
    if revision is not None and repository.git is not None and not (options.config is not None and settings.ledger):
        return folder_in(repository.git, revision, DEFAULT_LEDGER)
    return settings.ledger or config.ledger or DEFAULT_LEDGER


def _revision(repository: Repository, revision: str | None) -> str | None:
    if revision is None:
        return None
    if repository.git is None:
        raise UsageError(f"--rev {revision}: {repository.root.name} is no git repository", hint="Leave --rev out.")
    return repository.git.resolve_revision(revision)


def _as_of(
    repository: Repository, revision: str | None, options: ReadingOptions, reading: Reading, *, judge_now: bool
) -> tuple[Instant, str, str | None]:
    """The time of judgement, what gave it, and the commit that is judged, where one is.

    What this machine keeps beside a revision is naturally later than it, so only the revision's own files are judged.
    """
    git = repository.git
    given = _given_time(options)
    if given is not None:
        return *given, revision
    if judge_now:
        return Instant(now(), ""), "the clock", None
    commit = revision or (git.head() if git is not None else None)
    if git is not None and commit is not None:
        name = "HEAD" if revision is None else revision[:12]
        return Instant(git.commit_time(commit), ""), f"the commit time of {name}", commit
    latest = max((instant(event.occurred_at) for event in reading.events), default=Instant(0, ""))
    return latest, "the latest event", None


def _given_time(options: ReadingOptions) -> tuple[Instant, str] | None:
    if options.as_of is not None:
        given = parse_instant(options.as_of)
        if given is None:
            raise UsageError(
                f"--as-of {options.as_of}: not a time", hint="Write it as RFC 3339, for example 2026-03-02T09:00:00Z"
            )
        return given, "--as-of"
    epoch = source_date_epoch(os.environ)
    return None if epoch is None else (Instant(epoch, ""), "SOURCE_DATE_EPOCH")
