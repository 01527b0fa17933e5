"""The trailers of a history that speak of a ledger: ``Fabric-Thread: …`` and its like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .telling_commits import TellingCommit

_PREFIX = "fabric-"


@dataclass(frozen=True, slots=True)
class CommitTrailer:
    """One trailer of a commit message, as git reads it: ``commit`` is a full id, ``key`` as it was written."""

    commit: str
    key: str
    value: str


def fabric_trailers(commits: Iterable[TellingCommit]) -> tuple[CommitTrailer, ...]:
    """Every trailer of these commits whose key begins with ``Fabric-``, in their order.

    Letter case of the key does not count. The same trailer twice in one message is given once.
    """
    found = {
        CommitTrailer(commit.id, key, value): None
        for commit in commits
        for key, value in commit.trailers
        if key.lower().startswith(_PREFIX)
    }
    return tuple(found)
