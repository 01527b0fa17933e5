"""Which event files stand in the ledger folder, with mode and blob id: of a revision, of the index, on disk."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import CannotExamine
from ..git import Git
from ..git_process import attempt, refusal
from ..index_rows import tracked_here
from ..paths import in_bytes, shown
from ..source import SUFFIX
from .blob_ids import blob_id_of, blob_id_of_file
from .folder_diff import EXECUTABLE, MODES, REGULAR, SYMLINK, Version, differences

LedgerState = Mapping[str, Version]
"""The ``*.json`` files directly in the ledger folder: file name -> (git's octal mode, blob id in hex).

Regular files (``100644``, ``100755``) and symlinks (``120000``); folders and submodules are no files. The blob id is
empty for a file on disk that cannot be read.
"""


@dataclass(frozen=True, slots=True)
class Worktree:
    """The ledger folder as it lies on disk is examined.

    ``ids`` are the blob ids of the bytes that were read already, by file name (see ``blob_ids.NotingStore``); a file
    that is not in it is read for its id.
    """

    ids: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Revision:
    """The ledger folder of a commit (full id) is examined."""

    commit: str


@dataclass(frozen=True, slots=True)
class Index:
    """What is about to be committed is examined: every entry of the index, mode and object id by path."""

    entries: Mapping[str, Version]


Examined = Worktree | Revision | Index


def examined_state(
    git: Git,
    folder: str,
    examined: Examined,
    known: Sequence[LedgerState] = (),
    *,
    near: tuple[str, LedgerState] | None = None,
    names: Set[str] | None = None,
    kept: Set[str] = frozenset(),
) -> LedgerState:
    """The state of the ledger folder in what is examined, or only that of the files with these ``names``.

    ``known`` are the states it will be compared with: a file on disk whose bytes are not those of its blob there is
    one that git itself is asked about, since attributes may make the two differ. ``near`` is as in revision_state.
    ``kept`` are the names that git has to track: such a file that lies here and is no longer tracked is gone.
    Raises CannotExamine.
    """
    if isinstance(examined, Worktree):
        return _worktree_state(git, folder, examined.ids, known, names, kept)
    if isinstance(examined, Index):
        state = _index_state(examined, folder)
    else:
        state = revision_state(git, examined.commit, folder, near)
    return state if names is None else only(state, names)


def _index_state(index: Index, folder: str) -> LedgerState:
    prefix = f"{folder}/"
    start = len(prefix)
    return {
        path[start:]: (MODES[mode], blob)
        for path, (mode, blob) in index.entries.items()
        if path.startswith(prefix) and path.endswith(SUFFIX) and "/" not in path[start:] and mode in MODES
    }


def only(state: LedgerState, names: Set[str]) -> LedgerState:
    """The part of a state that has these names."""
    return {name: state[name] for name in names if name in state}


def revision_state(git: Git, commit: str, folder: str, near: tuple[str, LedgerState] | None = None) -> LedgerState:
    """The state of the ledger folder in a commit (full id); empty where it is not there, or is no folder.

    ``near`` is another commit with its state: then only what the two do not have alike is listed.
    """
    if near is not None:
        state = dict(near[1])
        for step in differences(git, near[0], commit, folder):
            if step.after is not None:
                state[step.name] = step.after
            else:
                state.pop(step.name, None)
        return state
    listed = git.run("ls-tree", "-z", "--full-tree", "--end-of-options", commit, "--", f"{folder}/")
    found: dict[str, tuple[str, str]] = {}
    start, modes = len(folder) + 1, MODES
    for row in listed.decode("utf-8", "surrogateescape").split("\0"):
        if row.endswith(SUFFIX):
            about, _, path = row.partition("\t")
            mode = modes.get(about[:6])
            if mode is not None:
                found[path[start:]] = (mode, about[12:])
    return found


def _worktree_state(
    git: Git, folder: str, ids: Mapping[str, str], known: Sequence[LedgerState], names: Set[str] | None, kept: Set[str]
) -> LedgerState:
    modes_kept, links_kept = _disk_keeps(git)
    found: dict[str, tuple[str, str]] = {}
    unsettled: list[str] = []
    usual = known[0] if known else {}
    for name, mode, blob in _on_disk(git, folder, ids, modes_kept, names):
        if usual.get(name) == (mode, blob):  # the way nearly every file takes
            found[name] = (mode, blob)
            continue
        before = [state[name] for state in known if name in state]
        if mode != SYMLINK:
            if not links_kept and any(old == SYMLINK for old, _ in before):
                mode = SYMLINK  # a checkout without links writes them as files
            elif not modes_kept and before:
                mode = next((old for old, _ in before if old != SYMLINK), REGULAR)
        found[name] = (mode, blob)
        if blob and mode != SYMLINK and all(old != blob for _, old in before):
            unsettled.append(name)
    gone = {name for state in known for name in state.keys() - found.keys()}
    if gone:
        _refuse_sparse(git, folder, gone)
    lost = _untracked(git, folder, found.keys() & kept)
    for name in lost:
        del found[name]
    gone |= lost
    unsettled = [name for name in unsettled if name in found]
    if not gone:  # what was added can only be told from a renamed file by the blob it would become
        unsettled = [name for name in unsettled if any(name in state for state in known)]
    for name, blob in zip(unsettled, _converted(git, folder, unsettled), strict=True):
        found[name] = (found[name][0], blob)
    return found


def _on_disk(
    git: Git, folder: str, ids: Mapping[str, str], modes_kept: bool, names: Set[str] | None
) -> Iterator[tuple[str, str, str]]:
    """Name, mode and raw blob id of each event file and symlink on disk."""
    root = os.path.realpath(git.root)
    place = f"{root}/{folder}"
    if os.path.realpath(place) != place or not Path(place).is_dir():
        return  # git has no files beyond a symlink
    object_format = git.object_format()
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                name = entry.name
                if not name.endswith(SUFFIX):
                    continue
                if not name.isascii():
                    name = os.fsencode(name).decode("utf-8", "surrogateescape")
                if names is not None and name not in names:
                    continue
                if entry.is_file(follow_symlinks=False):
                    executable = modes_kept and entry.stat(follow_symlinks=False).st_mode & stat.S_IXUSR
                    blob = ids.get(name) or blob_id_of_file(object_format, os.fsencode(entry.path))
                    yield name, EXECUTABLE if executable else REGULAR, blob
                elif entry.is_symlink():
                    yield name, SYMLINK, blob_id_of(object_format)(_target(entry.path))
    except OSError as error:
        raise CannotExamine(
            f"{shown(folder)}: the ledger folder cannot be read: {error.strerror}",
            "Give whoever runs this the right to read it.",
        ) from error


def _untracked(git: Git, folder: str, old: Set[str]) -> Set[str]:
    """Those of these files on disk that the next commit will not have.

    They were taken out of the index, or lie in a submodule, whose files are another repository's. Without an index
    (it was deleted, say) git tells nothing of what will be committed.
    """
    if not old or not (git.git_dir() / "index").exists():
        return frozenset()
    start = len(folder) + 1
    return old - {path[start:] for path in tracked_here(git) if path.startswith(f"{folder}/")}


def _target(link: str) -> bytes:
    return os.readlink(os.fsencode(link))  # noqa: PTH115 (bytes)


def _disk_keeps(git: Git) -> tuple[bool, bool]:
    """Whether the file system keeps executable bits, and symlinks, as far as git was told."""
    command = ("config", "--type=bool", "-z", "--get-regexp", r"^core\.(filemode|symlinks)$")
    done = attempt(git.root, command)
    if done.returncode not in (0, 1):
        raise refusal(git.root, done.returncode, done.stderr)
    pairs = (entry.partition("\n") for entry in done.stdout.decode("utf-8", "replace").split("\0") if entry)
    said = {key: value for key, _, value in pairs}
    return said.get("core.filemode") != "false", said.get("core.symlinks") != "false"


def _refuse_sparse(git: Git, folder: str, gone: Iterable[str]) -> None:
    """Raise CannotExamine where files are missing because a sparse checkout leaves them out."""
    listed = git.read_index("ls-files", "-t", "-z", "--full-name", "--", folder)
    rows = listed.decode("utf-8", "surrogateescape").split("\0")
    left_out = {row[2:] for row in rows if row.startswith("S ")}
    if any(f"{folder}/{name}" in left_out for name in gone):
        raise CannotExamine(
            f"{shown(folder)}: a sparse checkout leaves out files of the ledger",
            "Check the ledger out (git sparse-checkout add .fabric, or git sparse-checkout disable), or lint a "
            "revision with --rev.",
        )


def _converted(git: Git, folder: str, names: Sequence[str]) -> list[str]:
    """The blob ids that git would give to these regular files, line endings and filters applied. Nothing is stored."""
    if not names:
        return []
    asked = b"".join(_quoted(in_bytes(f"{folder}/{name}")) + b"\n" for name in names)
    return git.run("hash-object", "--stdin-paths", stdin=asked).decode("ascii").split()


def _quoted(path: bytes) -> bytes:
    """A path as ``hash-object --stdin-paths`` takes it: in quotes where a line could not hold it."""
    if path.isascii() and path.decode("ascii").isprintable() and not path.startswith(b'"'):
        return path
    return (
        b'"' + b"".join(b"\\%03o" % byte if byte < 0x20 or byte in b'"\\' else bytes((byte,)) for byte in path) + b'"'
    )
