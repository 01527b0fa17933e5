"""The surroundings of a ledger with given answers, and a count of what was asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from support.events import MemoryStore, Wire
from support.lint import examination_of

from fingerpost.lint.engine import examine
from fingerpost.lint.finding import Finding
from fingerpost.lint.rule import Rule
from fingerpost.lint.surroundings import Surroundings
from fingerpost.repository.around.attributes import LedgerAttribute
from fingerpost.repository.around.merged_requests import MergedRequest
from fingerpost.repository.around.trailers import CommitTrailer
from fingerpost.repository.commits import CommitState, Resolution


@dataclass
class KnownSurroundings:
    """Answers as given; commits that were not given are missing. ``asked`` names the questions, in order.

    ``walked`` are the ids of commits that git is known to reach before anybody asks.
    """

    commits: Mapping[str, Resolution] = field(default_factory=dict)
    alike: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    merged: Mapping[str, MergedRequest] = field(default_factory=dict)
    closed: Mapping[str, MergedRequest] = field(default_factory=dict)
    said: Sequence[CommitTrailer] = ()
    set_attributes: Sequence[LedgerAttribute] = ()
    ignored_paths: frozenset[str] = frozenset()
    legacy: Sequence[str] = ()
    history_complete: bool = True
    asked: list[str] = field(default_factory=list)
    walked: frozenset[str] = frozenset()

    def doubtful(self, ids: Set[str]) -> Set[str]:
        return ids - self.walked

    def resolutions(self, ids: Iterable[str]) -> Mapping[str, Resolution]:
        self.asked.append("resolutions")
        missing = Resolution(CommitState.MISSING if self.history_complete else CommitState.UNKNOWN)
        return {text: self.commits.get(text, missing) for text in ids}

    def same_patch(self, commits: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        self.asked.append("same_patch")
        return {commit: self.alike[commit] for commit in commits if commit in self.alike}

    def merged_requests(self, numbers: Iterable[str]) -> Mapping[str, MergedRequest]:
        self.asked.append("merged_requests")
        return {number: self.merged[number] for number in numbers if number in self.merged}

    def closed_issues(self, numbers: Iterable[str]) -> Mapping[str, MergedRequest]:
        self.asked.append("closed_issues")
        return {number: self.closed[number] for number in numbers if number in self.closed}

    def trailers(self) -> Sequence[CommitTrailer]:
        self.asked.append("trailers")
        return self.said

    def attributes(self) -> Sequence[LedgerAttribute]:
        self.asked.append("attributes")
        return self.set_attributes

    def ignored(self, paths: Iterable[str]) -> frozenset[str]:
        self.asked.append("ignored")
        return self.ignored_paths.intersection(paths)

    def legacy_ledgers(self) -> Sequence[str]:
        self.asked.append("legacy_ledgers")
        return self.legacy


def found_by(
    rule: Rule,
    *events: Wire,
    surroundings: Surroundings | None,
    stores: Iterable[MemoryStore] | None = None,
    **fields: Any,
) -> list[Finding]:
    """What one rule finds in these surroundings; ``fields`` replace those of the examination."""
    held = list(stores) if stores is not None else None
    tracked = fields.pop("tracked_paths", None)
    examination = examination_of(*events, stores=held, tracked_paths=tracked)
    examination = replace(examination, surroundings=surroundings, **fields)
    return examine(examination, lambda origin, pointer: None, rules=[rule])
