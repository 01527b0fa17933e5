"""What a change is compared with: the merge bases of what is examined and a branch, or that branch's tip itself."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..commits import is_hex_id
from ..errors import CannotExamine
from ..git import Git
from ..git_process import UnknownRevision, attempt, refusal
from ..paths import shown
from .commit_graph import SHALLOW_FIX, reached_commits, shallow_commits

_KINDS = {"refs/tags/": "a tag", "refs/heads/": "a branch", "refs/remotes/": "a branch of a remote"}
_SUFFIX = re.compile(r"[~^]|@\{")  # what begins the rest of ``main~2``, ``main^{}``, ``main@{1}``


@dataclass(frozen=True, slots=True)
class Incoming:
    """A commit that is being merged into what is checked out, and its merge bases with that, as full ids."""

    commit: str
    merge_bases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Base:
    """A base revision: ``name`` for people, its commit ``tip``, and the commits compared with, sorted by id.

    ``merge_bases`` are full commit ids: the best common ancestors (several after criss-cross merges), or the tip alone
    where the comparison is with the tip itself. ``incoming`` is what a merge in progress is about to bring in.
    """

    name: str
    tip: str
    merge_bases: tuple[str, ...]
    incoming: tuple[Incoming, ...] = ()


def find_base(git: Git, revision: str, examined: str = "HEAD", *, exact: bool = False, name: str | None = None) -> Base:
    """The base ``revision`` of the revision ``examined``; ``name`` is what people know it by, if that is another.

    With ``exact`` the tip itself is compared with: what a push replaced, which a forced push may have left behind.
    Raises CannotExamine where this clone cannot say for certain, and UnknownRevision where there is no such base.
    """
    head = examined_commit(git, examined)
    tip = _tip(git, revision)
    name = name or revision
    if exact:
        return Base(name, tip, (tip,))
    found = _merge_bases(git, tip, head, f"{shown(name)!r} and {shown(examined)!r}")
    if not found:
        raise CannotExamine(
            f"{shown(name)!r} and {shown(examined)!r} have no commit in common: there is nothing to compare with",
            "Name the branch that this one was made from.",
        )
    return Base(name, tip, found)


def incoming_merges(git: Git) -> tuple[Incoming, ...]:
    """What a merge that is in progress in this worktree brings in; nothing where there is none.

    Raises CannotExamine where this clone cannot say from where it comes.
    """
    try:
        merged = (git.git_dir() / "MERGE_HEAD").read_text(encoding="ascii").split()
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise CannotExamine(
            "what is being merged cannot be told: MERGE_HEAD cannot be read", "Finish or abort the merge."
        ) from error
    head = git.resolve_revision("HEAD")
    commits = [git.resolve_revision(commit) for commit in merged]
    return tuple(
        Incoming(commit, _merge_bases(git, commit, head, f"{commit[:12]}, which is being merged, and 'HEAD'"))
        for commit in commits
    )


def _merge_bases(git: Git, tip: str, head: str, named: str) -> tuple[str, ...]:
    """The best common ancestors of two commits, sorted. Raises CannotExamine where a shallow clone may lack one."""
    done = attempt(git.root, ("merge-base", "--all", tip, head))
    if done.returncode not in (0, 1):
        raise refusal(git.root, done.returncode, done.stderr)
    found = tuple(sorted(done.stdout.decode("ascii").split()))
    if _cut_off(git, (tip, head), found):
        raise CannotExamine(f"the merge base of {named} cannot be told", SHALLOW_FIX)
    return found


def examined_commit(git: Git, revision: str) -> str:
    """The commit that is examined. Raises CannotExamine where there is none, as in a new repository."""
    if revision == "HEAD" and not git.has_commit():
        raise CannotExamine(
            "the repository has no commit yet, so there is nothing to compare with a base",
            "Commit first, or leave out the base.",
        )
    return git.resolve_revision(revision)


def _cut_off(git: Git, tips: tuple[str, str], found: tuple[str, ...]) -> bool:
    """True where the missing history may hold another, better merge base.

    A common ancestor that a shallow clone finds is one, but not surely the best. It is, if no way from a tip was cut
    off before it reached one that was found: all that is missing lies behind those.
    """
    cut = shallow_commits(git)
    if not cut:
        return False
    before = reached_commits(git, *tips, *(f"^{commit}" for commit in found))
    return any(line.split(" ", 1)[0] in cut for line in before)


def _tip(git: Git, name: str) -> str:
    try:
        tip = git.resolve_revision(name)
        _refuse_ambiguous(git, name)
        return tip
    except UnknownRevision as error:
        fix = f"Fetch it: git fetch {_fetched(git, name)}"
        if git.is_shallow():
            fix = f"{fix} - {SHALLOW_FIX}"
        raise UnknownRevision(f"the base {shown(name)!r} is not in this clone", fix) from error


def _refuse_ambiguous(git: Git, name: str) -> None:
    """Raise CannotExamine where a name stands for several commits: git takes a tag before a branch.

    Whoever may push a tag could otherwise make an old commit the base.
    """
    plain = _SUFFIX.split(name, maxsplit=1)[0]
    if not plain or is_hex_id(plain):
        return
    places = [f"{folder}{plain}" for folder in _KINDS]
    listed = git.run("for-each-ref", "--format=%(refname)", *places).decode("utf-8", "surrogateescape").splitlines()
    found = [place for place in places if place in listed]
    if len(found) > 1 and len({git.resolve_revision(place) for place in found}) > 1:
        kinds = " and ".join(_KINDS[place.removesuffix(plain)] for place in found)
        raise CannotExamine(
            f"the base {shown(name)!r} names {kinds}, which are not the same commit",
            f"Name it in full, such as {shown(found[-1])}{shown(name.removeprefix(plain))}",
        )


def _fetched(git: Git, name: str) -> str:
    """What ``git fetch`` is to be told: a remote, and the branch or commit."""
    remotes = git.run("remote").decode("utf-8", "surrogateescape").splitlines()
    usual = "origin" if "origin" in remotes or not remotes else remotes[0]
    plain = name.removeprefix("refs/").removeprefix("remotes/").removeprefix("heads/")
    remote = next((remote for remote in remotes if plain.startswith(f"{remote}/")), None)
    if remote is not None:
        return shown(f"{remote} {plain.removeprefix(f'{remote}/')}")
    if is_hex_id(plain) and len(plain) not in (40, 64):
        return shown(usual)
    return shown(f"{usual} {plain.removeprefix('origin/')}") if plain and " " not in plain else shown(usual)
