"""Old versions of event files beside what is examined now, with the bytes of both."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..errors import CannotExamine
from ..files import MAX_BYTES, read_regular
from ..git import Git, Withheld
from ..paths import in_bytes, shown
from ..source import Origin, Source, StoreName
from .file_change import ChangeKind, FileChange
from .folder_diff import SYMLINK
from .ledger_state import Examined, LedgerState, Worktree


@dataclass(frozen=True, slots=True)
class OldVersion:
    """A version of an event file that is not what is examined now; the rest as in FileChange."""

    name: str
    mode: str
    blob: str
    since: str
    commits: tuple[str, ...] = ()
    renamed_to: str | None = None


def file_changes(
    git: Git,
    folder: str,
    versions: Sequence[OldVersion],
    now: LedgerState,
    examined: Examined,
    old_folder: str | None = None,
) -> tuple[FileChange, ...]:
    """One FileChange for each old version, in their order, its bytes read by one process.

    ``now`` is the state of what is examined in ``folder``, and ``old_folder`` where the old versions lay, if elsewhere.
    Raises CannotExamine where an object is not in this clone.
    """
    if not versions:
        return ()
    here = {version.name: now[version.name] for version in versions if version.name in now}
    on_disk = isinstance(examined, Worktree)
    ids = [version.blob for version in versions]
    if not on_disk:
        ids += [blob for _, blob in here.values()]
    bytes_of = dict(zip(ids, git.blobs(ids, MAX_BYTES), strict=True))
    after: dict[str, tuple[Source, str]] = {}
    for name, (mode, blob) in here.items():
        read = _on_disk(git, folder, name, mode) if on_disk else _held(git, folder, name, bytes_of[blob])
        after[name] = (Source(_origin(folder, name), read[0]), read[1])
    found = []
    for version in versions:
        data, unread = _held(git, folder, version.name, bytes_of[version.blob])
        source, after_unread = after.get(version.name, (None, ""))
        found.append(
            FileChange(
                kind=_kind(version, now),
                before=Source(_origin(old_folder or folder, version.name), data),
                after=source,
                before_mode=version.mode,
                after_mode=now[version.name][0] if version.name in now else None,
                since=version.since,
                unread=unread,
                renamed_to=version.renamed_to,
                commits=version.commits,
                after_unread=after_unread,
            )
        )
    return tuple(found)


def renames(gone: Iterable[tuple[str, str]], new: Mapping[str, str]) -> dict[str, str]:
    """Under which new name a file that is gone goes on, told by its very bytes.

    ``gone`` are names with the blob they had, ``new`` the blobs by the names that are new.
    """
    names = {blob: name for name, blob in sorted(new.items(), reverse=True)}
    return {name: names[blob] for name, blob in gone if blob in names}


def _kind(version: OldVersion, now: LedgerState) -> ChangeKind:
    here = now.get(version.name)
    if here is None:
        return ChangeKind.REMOVED if version.renamed_to is None else ChangeKind.RENAMED
    return ChangeKind.MODE if here[1] == version.blob else ChangeKind.CHANGED


def _held(git: Git, folder: str, name: str, data: bytes | Withheld) -> tuple[bytes, str]:
    """The bytes git has, or why they were not taken."""
    if isinstance(data, bytes):
        return data, ""
    if data.size is not None:
        return b"", f"{data.size} bytes, which is over the limit of {MAX_BYTES}"
    place = shown(f"{folder}/{name}")
    if git.is_partial():
        raise CannotExamine(
            f"{place}: a version of this file was left out of this partial clone",
            "Fetch it (git fetch --refetch --no-filter), or use a complete clone: nothing is fetched here.",
        )
    raise CannotExamine(f"{place}: git does not have a version of this file", "Run git fsck to see what is wrong.")


def _on_disk(git: Git, folder: str, name: str, mode: str) -> tuple[bytes, str]:
    path = os.fsencode(git.root) + b"/" + in_bytes(f"{folder}/{name}")
    try:
        if mode == SYMLINK and stat.S_ISLNK(os.lstat(path).st_mode):
            return os.readlink(path), ""  # noqa: PTH115 (bytes)
    except OSError as error:
        return b"", error.strerror or type(error).__name__
    data = read_regular(path)
    if isinstance(data, bytes):
        return data, ""
    obstacle, detail = data
    return b"", detail or str(obstacle)


def _origin(folder: str, name: str) -> Origin:
    return Origin(StoreName.LEDGER, shown(f"{folder}/{name}"), name)
