"""From the words on a command line to a range of commits."""

from __future__ import annotations

from ..errors import CannotExamine, UsageError
from ..git import Git
from ..git_process import attempt, refusal
from ..paths import shown
from .history_walk import Span

_FORMS = "Write BASE..HEAD, or one revision for all that it reaches."


def find_span(git: Git, text: str, *, start: str | None = None, mainline: bool = False) -> Span:
    """The range that ``text`` names, as git takes it: ``A..B`` (a side left out is HEAD), or one revision.

    ``start`` names the first commit that counts. Raises UsageError for another form, UnknownRevision for what names no
    commit of this clone, and CannotExamine for a start that the range's end does not have behind it.
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
    first = None if start is None else git.resolve_revision(start)
    if first is not None and not _reaches(git, tip, first):
        raise CannotExamine(
            f"the start {shown(str(start))} is not in the history of {shown(after or text)}",
            "Name a commit that the end of the range has behind it, or fetch what is missing: git fetch --unshallow",
        )
    return Span(tip, without, first, mainline)


def _reaches(git: Git, tip: str, commit: str) -> bool:
    """True if ``commit`` is ``tip`` or one of its ancestors (full ids)."""
    done = attempt(git.root, ("merge-base", "--is-ancestor", commit, tip))
    if done.returncode not in (0, 1):
        raise refusal(git.root, done.returncode, done.stderr)
    return done.returncode == 0
