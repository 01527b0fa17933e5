"""Commits that make the same change as one that no branch has any more (rebased, cherry-picked, squashed alone).

They are candidates for a person to look at, never a link: two commits may make one change for two reasons.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from heapq import nsmallest

from ..git import Git
from ..git_process import conversation

_MOST_COMPARED = 2000  # commits whose patches are made; each costs git a diff
# As plain as git makes patches, whatever this machine's configuration says. Whole blob ids tell binary files apart.
_PATCH = (
    *("log", "--no-walk=unsorted", "--stdin", "--patch", "--full-index", "--diff-merges=off", "--no-renames"),
    *("--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature", "--unified=3", "--inter-hunk-context=0"),
    *("--diff-algorithm=myers", "--no-indent-heuristic", "--src-prefix=a/", "--dst-prefix=b/", "--submodule=short"),
    *("--ignore-submodules=none", f"-O{os.devnull}", "--format=tformat:commit %H"),
)


def same_patch(git: Git, commits: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each of these unreachable commits (full ids) with such: those that a ref reaches and whose patch is equal.

    The oldest first. A merge and an empty commit have no patch. At most 2,000 commits are compared, those whose
    committer time lies nearest: three processes, however many are asked. In a partial clone, where the files that a
    patch is made of may be missing, nothing is compared.
    """
    asked = sorted(set(commits))
    if not asked or git.is_partial():
        return {}
    times = {commit_id: commit.seconds for commit_id, commit in git.commits(asked).items() if commit is not None}
    reached = _near(_reachable(git), times.values())
    patches = _patch_ids(git, [*times, *reached])
    by_patch: dict[str, list[str]] = defaultdict(list)
    for commit_id in sorted(reached, key=lambda each: (reached[each], each)):
        if commit_id in patches and commit_id not in times:
            by_patch[patches[commit_id]].append(commit_id)
    alike = {commit_id: tuple(by_patch.get(patches.get(commit_id, ""), ())) for commit_id in times}
    return {commit_id: found for commit_id, found in alike.items() if found}


def _reachable(git: Git) -> dict[str, int]:
    """Committer times of the commits that a ref or a worktree's HEAD reaches, merges left out."""
    listed = git.run("rev-list", "--all", "--no-merges", "--timestamp").decode("ascii")
    rows = (line.split(" ") for line in listed.splitlines())
    return {commit_id: int(seconds) for seconds, commit_id in rows}


def _near(reached: dict[str, int], times: Iterable[int]) -> dict[str, int]:
    """Those of the commits that lie nearest to one of these times, as many as are compared."""
    ordered = sorted(times)
    if len(reached) <= _MOST_COMPARED or not ordered:
        return reached

    def distance(commit_id: str) -> tuple[int, str]:
        time = reached[commit_id]
        place = bisect_left(ordered, time)
        return min(abs(time - near) for near in ordered[max(place - 1, 0) : place + 1]), commit_id

    return {commit_id: reached[commit_id] for commit_id in nsmallest(_MOST_COMPARED, reached, key=distance)}


def _patch_ids(git: Git, commits: Iterable[str]) -> dict[str, str]:
    """The stable patch id of each commit that has a patch; one git makes the patches while another reads them."""
    requests = (commit_id.encode("ascii") for commit_id in commits)
    with conversation(git.root, _PATCH, requests) as patches:
        lines = (line.removesuffix(b"\n") for line in patches)
        with conversation(git.root, ("patch-id", "--stable"), lines) as answers:
            rows = [line.decode("ascii").split() for line in answers]
    return {commit_id: patch_id for patch_id, commit_id in rows}
