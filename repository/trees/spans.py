"""From the words on a command line to a range of commits."""

from __future__ import annotations

from ..configs.settings import StartSetting
from ..errors import CannotExamine, UsageError
from ..git import Git
from ..git_process import UnknownRevision, attempt, refusal
from ..growth.commit_graph import SHALLOW_FIX
from ..paths import shown
from .history_walk import Span

_FORMS = "Write BASE..HEAD, or one revision for all that it reaches."
_OVERRULED = "A start given with --since-commit goes before that of the config."


def find_span(git: Git, text: str, *, start: str | StartSetting | None = None, mainline: bool = False) -> Span:
    """The range that ``text`` names, as git takes it: ``A..B`` (a side left out is HEAD), or one revision.

    ``start`` names the first commit that counts, on the command line or in the config. Raises UsageError for another
    form, UnknownRevision for what names no commit of this clone, and CannotExamine for a start that the range's end
    does not have behind it.
    """
    if "..." in text:
        before, _, after = text.partition("...")
        hint = f"Three dots are both sides of a fork. {_FORMS}"
        if before and after and ".." not in after:
            hint = f"Three dots are both sides of a fork. For one side write {shown(before)}..{shown(after)}"
        raise UsageError(f"{shown(text)!r} is no range to count", hint)
    before, dots, after = text.partition("..")
    if ".." in after or text in ("", ".."):
        raise UsageError(f"{shown(text)!r} is no range of commits", _FORMS)
    tip = git.resolve_revision((after or "HEAD") if dots else text)
    without = (git.resolve_revision(before or "HEAD"),) if dots else ()
    return Span(tip, without, None if start is None else _first(git, start, tip, after or text), mainline)


def _first(git: Git, start: str | StartSetting, tip: str, named: str) -> str:
    """The commit that the start names, which the end of the range (``tip``, called ``named``) has behind it."""
    text, place = (start.commit, f"{start.place}: ") if isinstance(start, StartSetting) else (start, "")
    try:
        first = git.resolve_revision(text)
    except UnknownRevision as error:
        if not place:
            raise
        fix = f"Fetch it with git fetch, or mend the config. {_OVERRULED}"
        raise UnknownRevision(f"{place}{error.message}", SHALLOW_FIX if git.is_shallow() else fix) from error
    if not _reaches(git, tip, first):
        fix = "Name a commit that the end of the range has behind it, or fetch what is missing: git fetch --unshallow"
        raise CannotExamine(
            f"{place}the start {shown(text)} is not in the history of {shown(named)}",
            f"{_OVERRULED} {fix}" if place else fix,
        )
    return first


def _reaches(git: Git, tip: str, commit: str) -> bool:
    """True if ``commit`` is ``tip`` or one of its ancestors (full ids)."""
    done = attempt(git.root, ("merge-base", "--is-ancestor", commit, tip))
    if done.returncode not in (0, 1):
        raise refusal(git.root, done.returncode, done.stderr)
    return done.returncode == 0
