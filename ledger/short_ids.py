"""Ids as short as they can be said: the shortest beginning that no other id of the ledger has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise, takewhile

SHORTEST = 12  # characters: the prefix of the kind, and the first eight digits


def short_ids(ids: Iterable[str]) -> Mapping[str, str]:
    """Each id with the beginning by which ``show`` and ``trace`` find it among these, of at least 12 characters."""
    ordered = sorted(set(ids))
    needed = dict.fromkeys(ordered, SHORTEST)
    for one, other in pairwise(ordered):
        shared = 1 + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
        needed[one] = max(needed[one], shared)
        needed[other] = max(needed[other], shared)
    return {each: each[:length] for each, length in needed.items()}
