"""The trailers of a history that speak of a ledger: ``Fabric-Thread: …``, and whatever else the config names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..configs.trailer_names import TrailerNames
from .telling_commits import FABRIC, USUAL_NAMES, TellingCommit


@dataclass(frozen=True, slots=True)
class CommitTrailer:
    """One trailer of a commit message, as git reads it: ``commit`` is a full id, ``key`` as it was written.

    ``seconds`` is the committer's time since 1970 UTC, None where nobody asked git.
    """

    commit: str
    key: str
    value: str
    seconds: int | None = None


def fabric_trailers(commits: Iterable[TellingCommit], names: TrailerNames = USUAL_NAMES) -> tuple[CommitTrailer, ...]:
    """Every trailer of these commits whose key begins with ``Fabric-`` or has a meaning by ``names``, in their order.

    Letter case of the key does not count. The same trailer twice in one message is given once.
    """
    found = {
        CommitTrailer(commit.id, key, value, commit.seconds): None
        for commit in commits
        for key, value in commit.trailers
        if key.casefold().startswith(FABRIC) or names.means(key) is not None
    }
    return tuple(found)
