"""Every version that an event file ever had and that is not what is examined now: the branch's whole life.

Each commit is compared with each of its parents. ``git log`` with a path is not used for that: it leaves out a merge
that is as one of its parents is, and with it what the merge dropped from the others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from operator import attrgetter

from ..git import Git
from ..paths import in_bytes
from .both_versions import OldVersion, file_changes, renames
from .commit_graph import commit_pairs, commit_parents, root_commits
from .file_change import FileChange
from .folder_diff import FileStep, Version, steps
from .ledger_state import Examined, LedgerState, examined_state, revision_state

_FIRST, _LATER = "its first version", "an earlier version"


@dataclass(slots=True)
class _Life:
    """The versions of one file that were replaced, oldest first.

    Each has two lists of commits: those that replaced it by something of their own, and merges that took what another
    parent had. ``made`` tells which blobs a commit of the first kind made of a blob.
    """

    replaced: dict[Version, tuple[list[str], list[str]]] = field(default_factory=dict)
    made: dict[str, set[str]] = field(default_factory=dict)

    def add(self, step: FileStep, took: bool) -> None:
        """Note that a version was replaced."""
        if step.before is None:
            return
        commits = self.replaced.setdefault(step.before, ([], []))[took]
        if step.commit not in commits[-1:]:
            commits.append(step.commit)
        if step.after is not None and not took:
            self.made.setdefault(step.before[1], set()).add(step.after[1])

    def made_later(self, here: Version) -> set[Version]:
        """The versions that were made, in any number of commits, of the one that is here again, and after it.

        What was replaced first came first: a file that was edited, put back and edited once more is not restored.
        """
        order = list(self.replaced)
        blobs = [blob for _, blob in order]
        if here[1] not in blobs:
            return set()
        made = self._made_from(here[1])
        since_bytes = blobs.index(here[1])
        since = order.index(here) if here in self.replaced else len(order)
        return {
            version
            for place, version in enumerate(order)
            if (place > since if version[1] == here[1] else place > since_bytes and version[1] in made)
        }

    def _made_from(self, blob: str) -> set[str]:
        found: set[str] = set()
        waiting = [blob]
        while waiting:
            new = self.made.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return found


def ledger_history(git: Git, folders: Sequence[str], examined: Examined, head: str = "HEAD") -> tuple[FileChange, ...]:
    """The versions of event files that the history of ``head`` committed and that are not what is examined now.

    One FileChange for each file and old version, by file name, then in the order of history. What is not committed yet
    counts too: the file of ``head`` is an old version of the one on disk; so is what was left in a former folder.
    Nothing is told of a version that was made from the one that is examined, since that one was restored, nor of a file
    added again with the same bytes. ``folders`` is where the ledger lies now, then where it lay before. Raises
    CannotExamine in a shallow clone.
    """
    if head == "HEAD" and not git.has_commit():
        return ()
    commit = git.resolve_revision(head)
    parents = commit_parents(git, commit)
    lives = _lives(git, folders, parents)
    top = revision_state(git, commit, folders[0])
    kept = top.keys() | lives.keys()
    now = examined_state(git, folders[0], examined, (top,), near=(commit, top), kept=kept)
    left_behind = (revision_state(git, commit, folder) for folder in folders[1:])
    for state in (top, *left_behind):
        for name, version in state.items():
            if now.get(name) != version:
                lives[name].replaced.setdefault(version, ([], []))
    restored = _restored(git, folders, parents, lives, now)
    versions = [
        version for name in sorted(lives, key=in_bytes) for version in _old_versions(name, lives[name], restored[name])
    ]
    versions = [version for version in versions if now.get(version.name) != (version.mode, version.blob)]
    new_names = _new_names(git, folders, versions, now, top, parents)
    return file_changes(git, folders[0], [_renamed(version, new_names) for version in versions], now, examined)


def _lives(git: Git, folders: Sequence[str], parents: Mapping[str, Sequence[str]]) -> dict[str, _Life]:
    """The life of each file of which a version was ever replaced.

    What was only added is not listed: a merge adds all of one branch to the other, again and again.
    """
    lives: dict[str, _Life] = defaultdict(_Life)
    changing = steps(git, folders, commit_pairs(parents, parents), only="a")
    for commit, found in groupby(changing, attrgetter("commit")):
        here = list(found)
        seen = Counter(step.name for step in here)
        for step in here:
            # Seen from fewer parents than there are: the merge has what another parent had.
            lives[step.name].add(step, seen[step.name] < len(parents[commit]))
    return lives


def _restored(
    git: Git,
    folders: Sequence[str],
    parents: Mapping[str, Sequence[str]],
    lives: Mapping[str, _Life],
    now: LedgerState,
) -> dict[str, set[Version]]:
    """The versions of each file that were undone: what they were made from is what is examined.

    One that was also added by itself, on a branch that was merged later, was not.
    """
    undone = {name: life.made_later(now[name]) if name in now else set() for name, life in lives.items()}
    doubtful = {name for name, versions in undone.items() if versions}
    if doubtful:
        adding = steps(git, folders, chain(commit_pairs(parents, parents), root_commits(parents)), only="A")
        for commit, found in groupby(adding, attrgetter("commit")):
            seen = Counter((step.name, step.after) for step in found if step.name in doubtful)
            for (name, version), times in seen.items():
                if version is not None and times >= len(parents[commit]):
                    undone[name].discard(version)
    return undone


def _old_versions(name: str, life: _Life, restored: Set[Version]) -> Iterator[OldVersion]:
    """The versions of a file that were replaced and not restored from."""
    derived = set().union(*life.made.values())
    for (mode, blob), (own, took) in life.replaced.items():
        if (mode, blob) not in restored:
            yield OldVersion(name, mode, blob, _LATER if blob in derived else _FIRST, tuple(own or took))


def _new_names(
    git: Git,
    folders: Sequence[str],
    versions: Sequence[OldVersion],
    now: LedgerState,
    top: LedgerState,
    parents: Mapping[str, Sequence[str]],
) -> dict[tuple[str, str], str]:
    """The name under which a file that is gone goes on, by its old name and blob: it was new in the same step."""
    here = {blob for _, blob in now.values()} if any(version.name not in now for version in versions) else set()
    gone = [version for version in versions if version.name not in now and version.blob in here]
    if not gone:
        return {}
    commits = sorted({commit for version in gone for commit in version.commits})
    new: dict[str, set[str]] = defaultdict(set)
    for commit, found_here in groupby(
        steps(git, folders, commit_pairs(commits, parents), only="AD"), attrgetter("commit")
    ):
        seen = Counter((step.name, step.before is None) for step in found_here)
        for name, added in seen:
            # A file of another parent, or one that came from another folder, is not new.
            if added and seen[name, True] == len(parents[commit]) and (name, False) not in seen:
                new[commit].add(name)
    uncommitted = now.keys() - top.keys()
    found: dict[tuple[str, str], str] = {}
    for version in gone:
        names = set().union(*(new[commit] for commit in version.commits)) if version.commits else uncommitted
        for name in renames(
            [(version.name, version.blob)], {name: now[name][1] for name in names & now.keys()}
        ).values():
            found[version.name, version.blob] = name
    return found


def _renamed(version: OldVersion, new_names: Mapping[tuple[str, str], str]) -> OldVersion:
    return replace(version, renamed_to=new_names.get((version.name, version.blob)))
