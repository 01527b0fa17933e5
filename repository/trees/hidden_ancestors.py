"""Which commits of a range a shallow clone may count only because it lacks what lies between them and its beginning."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ..git import Git
from ..growth.commit_graph import reached_commits


def maybe_left_out(
    git: Git, commits: Collection[str], tip: str, excluded: Sequence[str], cut: Collection[str]
) -> frozenset[str]:
    """Those of ``commits`` that an ``excluded`` commit may have behind it, where history is cut off (all full ids).

    ``tip`` has all of them behind it, or is one of them. ``cut`` are the commits whose parents are not known here.
    Anything may be behind such a one, but for what has that one itself behind it. Empty where nothing that is excluded
    leads to a cut.
    """
    if not cut or not excluded or not commits:
        return frozenset()
    listed = [line.split(" ") for line in reversed(reached_commits(git, tip, *excluded))]
    parents = {ids[0]: () if ids[0] in cut else tuple(ids[1:]) for ids in listed}
    ends = sorted(_reached(excluded, parents).intersection(cut))
    if not ends:
        return frozenset()
    places = {commit: 1 << place for place, commit in enumerate(ends)}
    behind: dict[str, int] = {}
    for commit, before in parents.items():
        behind[commit] = places.get(commit, 0)
        for parent in before:
            behind[commit] |= behind.get(parent, 0)
    every = (1 << len(ends)) - 1
    return frozenset(commit for commit in commits if behind[commit] != every)


def _reached(commits: Iterable[str], parents: Mapping[str, Sequence[str]]) -> set[str]:
    found: set[str] = set()
    waiting = list(commits)
    while waiting:
        commit = waiting.pop()
        if commit not in found:
            found.add(commit)
            waiting += parents.get(commit, ())
    return found
