"""What was asked, what governs it, and what could not be told: everything that the spellings need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ...ledger.events import Event, Record, StateChange
from ...ledger.governing import Asked, Direction
from ...ledger.history import RecordHistory
from ...ledger.instants import Instant
from ...ledger.short_ids import short_ids
from ...ledger.wording import counted, listed
from ...repository.trees.touched import Difference


@dataclass(frozen=True, slots=True)
class AskedPath:
    """A path that was asked for, relative to the repository (``.`` for all of it).

    ``files`` are the paths that are looked at for a folder: those in it, and the pattern of whatever may come; None
    for a file, which need not exist.
    """

    path: str
    files: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class AskedCommit:
    """A commit that was asked for. ``touched`` is None where this clone does not have exactly one such commit.

    ``resolution`` is the contract's word (exact, unreachable, missing, …), ``commit`` the full id, if one is meant.
    """

    text: str
    resolution: str
    commit: str | None = None
    first_parent: str | None = None
    touched: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class AskedDiff:
    """A ``BASE..HEAD`` that was asked for, and what differs."""

    text: str
    found: Difference


@dataclass(frozen=True, slots=True)
class Question:
    """Everything that was asked, in the order given; the answer is for all of it together."""

    paths: tuple[AskedPath, ...] = ()
    commits: tuple[AskedCommit, ...] = ()
    diffs: tuple[AskedDiff, ...] = ()
    issues: tuple[str, ...] = ()
    prs: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()

    @property
    def folders(self) -> Mapping[str, str]:
        """The pattern that stands for whatever may come in a folder that was asked for, with that folder."""
        return {f"{each.path}/**": each.path for each in self.paths if each.files is not None and each.path != "."}

    @property
    def asked(self) -> Asked:
        """The question as matching takes it: every path once, sorted."""
        paths: set[str] = set()
        for path in self.paths:
            paths.update([path.path] if path.files is None else path.files)
        for commit in self.commits:
            paths |= commit.touched or frozenset()
        for diff in self.diffs:
            paths |= diff.found.paths
        return Asked(tuple(sorted(paths)), self.issues, self.prs, self.areas)


@dataclass(frozen=True)
class Answer:
    """The direction in force for a question, and in which ledger it was looked for.

    ``records`` are all of the ledger. ``revision`` is the commit that was read, or None for what lies here.
    ``areas`` are the config's, empty where it has none; ``config_at_fault`` is True where it could not be read.
    ``private_read`` is True if stores were read that git does not carry.
    """

    question: Question
    asked: Asked
    direction: Direction
    records: Mapping[str, RecordHistory]
    ledger: str
    revision: str | None
    as_of: Instant
    areas: frozenset[str]
    config_at_fault: bool
    private_read: bool

    @cached_property
    def short(self) -> Mapping[str, str]:
        """Every record id as short as it can be said."""
        return short_ids(self.records)

    def short_id(self, record_id: str) -> str:
        """A record id as short as it can be said; one that is no record's stays whole."""
        return self.short.get(record_id, record_id)

    @cached_property
    def folders(self) -> Mapping[str, str]:
        """See :attr:`Question.folders`."""
        return self.question.folders

    @property
    def examined(self) -> str:
        """The state of the ledger that was looked at, in words."""
        return "as it lies here" if self.revision is None else f"as it is in commit {self.revision}"

    def unknowns(self) -> Iterator[str]:
        """What nobody can tell from what was read, a sentence each: part of the answer."""
        yield from self.unknown_commits()
        yield from self.unknown_areas()

    def unknown_commits(self) -> Iterator[str]:
        """Those of them that leave a part of the question itself open: they are said before any answer to it."""
        for commit in self.question.commits:
            if commit.touched is None:
                yield (
                    f"commit {commit.text} ({commit.resolution}): which paths it touches is unknown in this clone, so "
                    "that direction bound to paths is not found for it"
                )

    def unknown_areas(self) -> Iterator[str]:
        """Those of them that are about areas."""
        if self.config_at_fault:
            yield "the ledger's config is at fault (FP001): which paths an area takes in is unknown"
        elif self.question.areas and not self.areas:
            yield "the config has no areas: an area that is asked for is found only where a record names it"
        else:
            for area in self.question.areas:
                if area not in self.areas:
                    yield f"the config knows no area {area}: it is found only where a record names it"
        if self.direction.unknown_areas and not self.config_at_fault:
            names = listed(self.direction.unknown_areas)
            yield f"direction in force names areas that the config does not know, so its paths are unknown: {names}"

    def looked_at(self) -> Iterator[str]:
        """What was looked at, and in which state, a sentence each."""
        for commit in self.question.commits:
            if commit.touched is not None:
                against = "it has no parent" if commit.first_parent is None else "against its first parent"
                touched = counted(len(commit.touched), "path")
                yield f"commit {commit.commit or commit.text} touches {touched} ({against})"
        for diff in self.question.diffs:
            since = "since their merge base" if diff.found.from_merge_base else "between the two"
            yield f"{diff.text}: {counted(len(diff.found.paths), 'path')} differ {since}"
        for path in self.question.paths:
            if path.files is not None:
                name = "the whole repository" if path.path == "." else f"the folder {path.path}"
                yield f"{name}: {counted(len(path.files) - (path.path != '.'), 'file')} in it"
        paths = len(self.asked.paths) - len(self.question.folders)
        parts = [counted(paths, "path")] if self.asked.paths else []
        parts += [f"issue {each}" for each in self.asked.issues]
        parts += [f"PR {each}" for each in self.asked.prs]
        parts += [f"area {each}" for each in self.asked.areas]
        what = listed(parts) if parts else "no path"
        direction = counted(self.direction.in_force, "record")
        yield f"looked at: {what}; {direction} in force or in dispute, of {len(self.records):,}, {self.examined}"
        if (self.question.commits or self.question.diffs) and self.revision is None:
            yield "the ledger is the one that lies here, not as it was at those commits; --rev reads it as it then was"
        if not self.private_read:
            yield "live direction, which git does not carry, was not read"


@dataclass(frozen=True, slots=True)
class Version:
    """One event of a dispute: a creation with its text, or a change; none of them is chosen."""

    event: Event

    @property
    def text(self) -> str | None:
        """The text that this version gives the record, if it is a creation."""
        return self.event.payload.text if isinstance(self.event.payload, Record) else None

    @property
    def states(self) -> str:
        """Status and durability as it states them."""
        payload = self.event.payload
        if not isinstance(payload, Record | StateChange):
            return "says nothing of a state"
        return ", ".join(word for word in (payload.status, payload.durability) if word) or "changes no state"


def versions_of(record: RecordHistory) -> tuple[Version, ...]:
    """Every event of the record's open disputes, each once, in the order of the conflicts."""
    found: dict[int, Event] = {}
    for conflict in record.conflicts:
        if conflict.settled_by is None:
            events = [event for branch in conflict.branches for event in branch.events] or list(conflict.versions)
            found.update((id(event), event) for event in events)
    return tuple(Version(event) for event in found.values())
