"""What git says of commits, gathered for the claims that rest on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress

from ..ledger.instants import Instant
from ..reporter.claims.facts import CommitFact
from ..reporter.graph.edges import Edge, edges_of_trailers
from ..repository.around.same_patch import same_patch
from ..repository.around.same_tree import same_tree
from ..repository.around.telling_commits import USUAL_NAMES, told_commits
from ..repository.around.trailers import fabric_trailers
from ..repository.commits import Commit, CommitState, Resolution, is_hex_id
from ..repository.configs.trailer_names import TrailerNames
from ..repository.git import Git
from ..repository.git_process import UnknownRevision
from ..repository.trees.commit_trees import Taken, begun_trees
from ..repository.trees.examined_files import ExaminedLedger
from .reading import Place
from .reading_options import DEFAULT_LEDGER, ReadingOptions


def commit_facts(
    git: Git | None,
    ids: Collection[str],
    names: TrailerNames = USUAL_NAMES,
    resolving: Callable[[Collection[str]], Mapping[str, Resolution]] | None = None,
) -> dict[str, CommitFact]:
    """What git says of these commit ids, their trees left out; without git, what no clone can say is unknown.

    ``names`` are those of the trailers that are taken; ``resolving`` is given where somebody already knows how some of
    the ids resolve. A dozen processes, however many ids are asked.
    """
    if not ids:
        return {}
    if git is None:
        return {
            text: CommitFact(CommitState.UNKNOWN if is_hex_id(text) else CommitState.OPAQUE) for text in sorted(ids)
        }
    resolved = (resolving or git.resolve_commits)(sorted(ids))
    commits = git.commits(sorted({found.id for found in resolved.values() if found.id is not None}))
    trailers = _trailers(git, commits, names)
    candidates = _candidates(git, resolved.values())
    facts = {}
    for text, found in resolved.items():
        full = found.id or ""
        commit = commits.get(full)
        time = Instant(commit.seconds, "") if commit is not None else None
        facts[text] = CommitFact(
            found.state.value, found.id, time, trailers.get(full, ()), tuple(candidates.get(full, ()))
        )
    return facts


def _trailers(
    git: Git, commits: Mapping[str, Commit | None], names: TrailerNames
) -> dict[str, tuple[tuple[str, str], ...]]:
    """The trailers that mean something, of those commits whose messages may have the name of one at all.

    A commit whose time cannot be read is None, and has a message all the same.
    """
    words = [name.casefold() for name in (*names.implements, *names.informed_by, *names.thread, *names.skip)]
    asked = [
        commit_id
        for commit_id, commit in commits.items()
        if commit is None or any(word in commit.message.casefold() for word in words)
    ]
    return {
        commit: tuple(dict.fromkeys((key, value) for key, value in told.trailers if names.means(key) is not None))
        for commit, told in told_commits(git, asked).items()
    }


def _candidates(git: Git, resolved: Iterable[Resolution]) -> dict[str, list[str]]:
    """For each unreachable commit: those with the same patch, then those with the same tree."""
    lost = {found.id for found in resolved if found.state is CommitState.UNREACHABLE and found.id is not None}
    alike = (same_patch(git, lost), same_tree(git, lost))
    return {commit: list(dict.fromkeys(each for found in alike for each in found.get(commit, ()))) for commit in lost}


def declared_in(place: Place, also: Iterable[str] = ()) -> tuple[Edge, ...]:
    """What the commits of the examined history declare by trailers, and those in ``also`` (full ids, in this clone)."""
    names = place.settings.trailers
    around, git = place.surroundings, place.repository.git
    if around is None or git is None:
        return ()
    outside = fabric_trailers(told_commits(git, also).values(), names)
    return edges_of_trailers(dict.fromkeys((*around.trailers(), *outside)), names)


def named_commit(git: Git | None, text: str) -> str | None:
    """The commit (full id) that a node of a command line seems to name, before the ledger is read; it may be another.

    None where it seems to name none.
    """
    kind, _, identifier = text.rpartition(":")
    if git is None or (kind and kind != "commit" and not kind.startswith("commit:")):
        return None
    with suppress(UnknownRevision):
        return git.resolve_revision(identifier)
    return None


def examined_ledger(place: Place, options: ReadingOptions) -> ExaminedLedger:
    """The ledger that is read, as the trees of commits are compared with it.

    A folder that ``--ledger`` names, or a config outside the tree, holds for every tree.
    """
    named = options.ledger or (place.settings.ledger if options.config is not None else None)
    return ExaminedLedger(place.ledger_path, place.revision, None if named else DEFAULT_LEDGER)


def looking_at(place: Place, commit: str | None, options: ReadingOptions) -> AbstractContextManager[Taken]:
    """Let git look at the trees of a commit while the ledger is read; of None there is nothing to tell."""
    git = place.repository.git
    if git is None or commit is None:
        return nullcontext(lambda: None)
    return begun_trees(git, commit, examined_ledger(place, options))
