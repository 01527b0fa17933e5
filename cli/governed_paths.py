"""From what a command line names to paths of the repository: files, folders, commits and differences."""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..reporter.governs.answer import AskedCommit, AskedDiff, AskedPath
from ..repository.commits import CommitState, is_hex_id
from ..repository.errors import CannotExamine, UsageError
from ..repository.git import Git
from ..repository.git_process import UnknownRevision
from ..repository.paths import shown
from ..repository.trees.touched import difference, touched_by
from .reading import Place

_WHOLE = "."


def asked_paths(place: Place, start: Path, texts: Sequence[str]) -> tuple[AskedPath, ...]:
    """The paths that are asked for, each once. They are relative to the folder ``start``, which lies in the repository.

    Raises UsageError where one leads out of the repository.
    """
    inside = _inside(place, start, texts)
    if not inside:
        return ()
    tracked = place.tracked_paths
    files = sorted(_on_disk(place.repository.root) if tracked is None else tracked)
    return tuple(_asked(place, path, text, files) for text, path in inside.items())


def _inside(place: Place, start: Path, texts: Iterable[str]) -> dict[str, str]:
    """Each text, of several that mean one path the first, with that path relative to the repository's root."""
    links = place.revision is None  # those that lie here are none of a revision
    found = {text: repository_path(place.repository.root, start, text, links=links) for text in texts}
    first: dict[str, str] = {}
    for text, path in found.items():
        first.setdefault(path, text)
    return {text: path for path, text in first.items()}


def repository_path(root: Path, start: Path, text: str, *, links: bool = True) -> str:
    """A path as git names it: relative to ``root``, with ``/``; ``.`` for the root itself.

    ``text`` is relative to ``start`` or absolute, and nothing has to be there. Links to folders are followed, since git
    has nothing behind them; the last part is, if it is a link, only where a ``/`` ends the text. Without ``links``, or
    where they lead out of the repository, only those above it count. Raises UsageError for a text that names nothing,
    and for a path outside of the repository.
    """
    if not text:
        raise UsageError("an empty path names no file", "Name a file or a folder of the repository; . is this folder.")
    whole = os.path.normpath(os.path.join(os.path.realpath(start), text))  # noqa: PTH118 (pathlib keeps no ..)
    followed = _through_links(whole, last=text.endswith("/"))
    for candidate in (followed, whole) if links else (whole, followed):
        path = os.path.relpath(candidate, os.path.realpath(root)).replace(os.sep, "/")
        if path != ".." and not path.startswith("../"):
            return path
    raise UsageError(
        f"{shown(text)} lies outside of the repository {shown(str(root))}", "Name a path inside, or the repository: -C"
    )


def _through_links(path: str, *, last: bool) -> str:
    if last:
        return os.path.realpath(path)
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)  # noqa: PTH118


def _asked(place: Place, path: str, text: str, files: Sequence[str]) -> AskedPath:
    """One path, with what is looked at for it where it is a folder in what is examined; ``files`` are all, sorted."""
    if path == _WHOLE:  # the protocol has no pattern for whatever may come in it
        return AskedPath(path, tuple(files))
    beginning = f"{path}/"
    first = bisect_left(files, beginning)
    below = files[first : bisect_right(files, beginning, lo=first, key=lambda each: each[: len(beginning)])]
    there = place.revision is None and os.path.isdir(place.repository.root / path)  # noqa: PTH112 (a Path may raise)
    return AskedPath(path, (*below, f"{path}/**") if below or there or text.endswith("/") else None)


def _on_disk(root: Path) -> Iterator[str]:
    """Every file below a folder that git does not know, relative to it; links are not followed."""
    for here, _, names in os.walk(root):
        for name in names:
            yield os.path.relpath(os.path.join(here, name), root).replace(os.sep, "/")  # noqa: PTH118


def asked_commits(git: Git | None, texts: Sequence[str]) -> tuple[AskedCommit, ...]:
    """The commits that are asked for, each once, with the paths they touch against their first parents.

    A well-formed id that is no commit of this clone is an answer, too: what it touches is unknown. Raises CannotExamine
    for any other name that names no commit, and where a first parent is not in this clone.
    """
    if not texts:
        return ()
    needed = _needed(git, f"--commit {texts[0]}")
    resolved = needed.resolve_commits(texts)
    found: dict[str, AskedCommit] = {}
    for text in texts:
        resolution = resolved[text]
        commit_id, state = resolution.id, resolution.state
        if commit_id is None and state is not CommitState.AMBIGUOUS:
            try:
                commit_id, state = needed.resolve_revision(text), CommitState.EXACT
            except UnknownRevision:
                if not is_hex_id(text):
                    raise
        asked = AskedCommit(text, state.value) if commit_id is None else _touching(needed, text, state, commit_id)
        found.setdefault(commit_id or text, asked)
    return tuple(found.values())


def _touching(git: Git, text: str, state: CommitState, commit_id: str) -> AskedCommit:
    commit = git.commits([commit_id])[commit_id]
    if commit is None:
        raise CannotExamine(f"commit {commit_id} cannot be read", "Run git fsck to see what is wrong.")
    first = commit.parents[0] if commit.parents else None
    return AskedCommit(text, state.value, commit_id, first, touched_by(git, commit))


def asked_diffs(git: Git | None, texts: Sequence[str]) -> tuple[AskedDiff, ...]:
    """The differences that are asked for. Raises as :func:`..repository.trees.touched.difference` does."""
    return tuple(AskedDiff(text, difference(_needed(git, f"--diff {text}"), text)) for text in dict.fromkeys(texts))


def _needed(git: Git | None, option: str) -> Git:
    if git is None:
        raise UsageError(f"{shown(option)}: there is no git repository here", "Name paths instead.")
    return git
