"""What commits did to the event files directly in a folder, as ``git diff-tree`` tells it, without renames."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import IO

from ..git import Git
from ..git_process import conversation
from ..source import SUFFIX

REGULAR, EXECUTABLE, SYMLINK = "100644", "100755", "120000"

MODES = {"100644": REGULAR, "100755": EXECUTABLE, "120000": SYMLINK, "100664": REGULAR}
"""What git's modes of files stand for; the last is one of old trees."""

Version = tuple[str, str]
"""A file as git has it: octal mode (one of the three above) and blob id in hex."""

_RAW = ("-r", "--raw", "--no-abbrev", "--no-renames", "-z")
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class FileStep:
    """What a commit made of a file, seen from one of its parents; None where there is no file."""

    commit: str
    name: str
    before: Version | None
    after: Version | None


def differences(git: Git, before: str, after: str, folder: str) -> Iterator[FileStep]:
    """The event files that two commits (full ids) do not have alike."""
    listed = git.run("diff-tree", *_RAW, before, after, "--", folder)
    return _parsed(iter(listed.decode("utf-8", "surrogateescape").split("\0")[:-1]), (folder,), after)


def steps(git: Git, folders: Collection[str], pairs: Iterable[bytes], only: str) -> Iterator[FileStep]:
    """What each commit did to the event files in the folders, in the order of ``pairs``, by one process.

    A pair is a commit and one of its parents, with a space between; a commit alone is compared with its parents, or
    with nothing where it has none. ``only`` is git's ``--diff-filter``.
    """
    command = ("diff-tree", "--stdin", "--root", *_RAW, f"--diff-filter={only}", "--", *folders)
    with conversation(git.root, command, pairs) as told:
        yield from _parsed(_texts(told), folders, "")


def blobs_of_file(git: Git, path: str, pairs: Iterable[bytes]) -> set[str]:
    """Every blob that a file of this path was in these commits; ``pairs`` are as in steps."""
    found: set[str] = set()
    with conversation(git.root, ("diff-tree", "--stdin", "--root", *_RAW, "--", path), pairs) as told:
        texts = _texts(told)
        for text in texts:
            if text.startswith(":"):
                old_mode, new_mode, old, new, _ = text[1:].split(" ")
                found.update(blob for mode, blob in ((old_mode, old), (new_mode, new)) if mode in MODES)
                next(texts)
    return found


def _parsed(texts: Iterator[str], folders: Collection[str], commit: str) -> Iterator[FileStep]:
    for text in texts:
        if not text.startswith(":"):
            commit = text
            continue
        folder, _, name = next(texts).rpartition("/")
        if folder in folders and name.endswith(SUFFIX):
            old_mode, new_mode, old, new, _ = text[1:].split(" ")
            yield FileStep(commit, name, _version(old_mode, old), _version(new_mode, new))


def _version(mode: str, blob: str) -> Version | None:
    return (MODES[mode], blob) if mode in MODES else None


def _texts(stream: IO[bytes]) -> Iterator[str]:
    """The texts of a stream, each of which ends in NUL."""
    rest = b""
    while chunk := stream.read(_CHUNK):
        *whole, rest = (rest + chunk).split(b"\0")
        for text in whole:
            yield text.decode("utf-8", "surrogateescape")
