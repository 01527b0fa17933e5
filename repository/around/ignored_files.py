"""Which files git is told to ignore."""

from __future__ import annotations

from collections.abc import Iterable

from ..git import Git
from ..git_process import attempt, refusal

_HERE = "./"


def ignored_files(git: Git, paths: Iterable[str]) -> frozenset[str]:
    """Those of these untracked paths that a ``.gitignore``, ``info/exclude`` or this person's excludes file names.

    One process, none for no paths. Empty where the paths lie behind a symbolic link, of which git says nothing.
    """
    asked = sorted(set(paths))
    if not asked:
        return frozenset()
    # This command refuses literal pathspecs, and without them a colon in front would be magic.
    requests = "".join(f"{_HERE}{path}\0" for path in asked).encode("utf-8", "surrogateescape")
    # What is tracked is not asked about; and git would write when it reads a split index.
    question = ("check-ignore", "--no-index", "-z", "--stdin")
    done = attempt(git.root, question, requests, {"GIT_LITERAL_PATHSPECS": "0"})
    if done.returncode in (0, 1):
        answers = done.stdout.decode("utf-8", "surrogateescape").split("\0")
        return frozenset(path.removeprefix(_HERE) for path in answers) - {""}
    if b"beyond a symbolic link" in done.stderr:
        return frozenset()
    raise refusal(git.root, done.returncode, done.stderr)
