"""What a rule may ask about the repository around the ledger. The answers come from git, each when first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Protocol

from ..repository.around.attributes import LedgerAttribute
from ..repository.around.merged_requests import MergedRequest
from ..repository.around.trailers import CommitTrailer
from ..repository.commits import Resolution

READ_MESSAGES = frozenset({"FP603", "FP710", "FP711", "FP712"})
"""Codes of the rules that ask what commit messages tell: requests merged, issues closed, trailers."""


class Surroundings(Protocol):
    """The repository around the ledger, as it is in what is examined (a checkout, the index, a revision)."""

    def resolutions(self, ids: Iterable[str]) -> Mapping[str, Resolution]:
        """How each commit id that the ledger names resolves in this clone."""

    def doubtful(self, ids: Set[str]) -> Set[str]:
        """Those of these ids that are not known yet as whole ids of commits that are reached. Asks nothing."""

    def same_patch(self, commits: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """For unreachable commits: the reachable ones that make the same change. Candidates, never a link."""

    def merged_requests(self, numbers: Iterable[str]) -> Mapping[str, MergedRequest]:
        """The merge of each of these pull requests, by its number as asked, where history has it."""

    def closed_issues(self, numbers: Iterable[str]) -> Mapping[str, MergedRequest]:
        """The commit that says it closes each of these issues, by its number or key as asked, where history has one."""

    def trailers(self) -> Sequence[CommitTrailer]:
        """The trailers of every commit reached, that may name what is in a ledger: ``Fabric-…``; newest first."""

    def attributes(self) -> Sequence[LedgerAttribute]:
        """The attributes that hold for event files of the ledger, by name."""

    def ignored(self, paths: Iterable[str]) -> frozenset[str]:
        """Those of these untracked paths that git is told to ignore."""

    def legacy_ledgers(self) -> Sequence[str]:
        """Files ``events.jsonl`` of the old format at or beside the ledger, repository-relative, sorted."""

    @property
    def history_complete(self) -> bool:
        """False in a shallow or partial clone: what is not found may exist."""
