"""The folders of event files: on disk, or in a git revision without a checkout."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from .drafts import maker
from .errors import CannotExamine, NoLedger, UsageError
from .files import MAX_BYTES, kind_of, read_listed, read_regular, refused
from .git import Git, TreeEntry, Withheld
from .locate import Repository
from .paths import inside_path, shown
from .source import Obstacle, Origin, Reader, Source, Store, StoreName, Unread

SUFFIX = ".json"
"""What the name of an event file ends with; every other name is a stray."""

_origin = maker(Origin)
_source = maker(Source)
_RUNTIME = (StoreName.THREADS, StoreName.PROJECTIONS, StoreName.RECEIPTS)
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class DirectoryStore:
    """A folder of event files on disk: ``folder`` (relative, with ``/``) below ``base``, shown as ``path``.

    Nothing but regular files is opened, and no symlink is followed out of ``base``.
    """

    name: StoreName
    path: str
    base: Path
    folder: str

    def scan(self) -> Iterator[Source | Unread]:
        """Every entry, sorted by name as bytes; one Unread for the folder itself where it cannot be listed."""
        opened = self._open()
        if isinstance(opened, Unread):
            yield opened
            return
        try:
            try:
                entries = _sorted_entries(opened)
            except OSError as error:
                yield self._folder_unread(*refused(error))
                return
            store, folder = self.name, f"{self.path}/"
            for entry in entries:
                name = entry.name
                raw: str | bytes = name
                if not name.isascii():  # as its bytes, whatever the locale takes them for
                    raw = os.fsencode(name)
                    name = raw.decode("utf-8", "surrogateescape")
                origin = _origin(store, folder + (name if name.isprintable() else shown(name)), name)
                if not name.endswith(SUFFIX):
                    yield Unread(origin, Obstacle.STRAY, _stray(entry))
                    continue
                data = read_listed(raw, opened) if _may_open(entry) else _unopened(raw, opened)
                yield _source(origin, data) if isinstance(data, bytes) else Unread(origin, *data)
        finally:
            os.close(opened)

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """What reads many files again, with the folder opened once."""
        opened = self._open()
        if isinstance(opened, Unread):
            yield lambda name: None  # noqa: ARG005 (there is nothing to read by any name)
            return

        def read(name: str) -> bytes | None:
            data = read_regular(name.encode("utf-8", "surrogateescape"), opened)
            return data if isinstance(data, bytes) else None

        try:
            yield read
        finally:
            os.close(opened)

    def _open(self) -> int | Unread:
        """The open folder, or why it is none that may be listed."""
        above, _, own = self.folder.rpartition("/")
        base = os.path.realpath(self.base)
        parent = os.path.realpath(self.base / above)
        if os.path.commonpath((base, parent)) != base:
            return self._folder_unread(Obstacle.SYMLINK, "a folder above it is a symlink that leads out")
        place = f"{parent}/{own}"
        try:
            mode = os.lstat(place).st_mode
            if stat.S_ISLNK(mode):
                return self._folder_unread(Obstacle.SYMLINK, "the folder is a symlink")
            if not stat.S_ISDIR(mode):
                return self._folder_unread(Obstacle.NOT_A_FOLDER, _WORDS[kind_of(mode)] if _special(mode) else "file")
            return os.open(place, _FOLDER)
        except OSError as error:
            return self._folder_unread(*refused(error))

    def _folder_unread(self, obstacle: Obstacle, detail: str) -> Unread:
        return Unread(Origin(self.name, self.path, self.path.rsplit("/", 1)[-1]), obstacle, detail)


def _sorted_entries(folder: int) -> list[os.DirEntry[str]]:
    """Entries, sorted by name as bytes."""
    with os.scandir(folder) as found:
        entries = list(found)
    name_of = attrgetter("name")
    entries.sort(key=name_of if all(map(str.isascii, map(name_of, entries))) else lambda entry: os.fsencode(entry.name))
    return entries


_WORDS = {Obstacle.DIRECTORY: "folder", Obstacle.SYMLINK: "symlink", Obstacle.SPECIAL: "pipe, socket or device"}


def _special(mode: int) -> bool:
    return not stat.S_ISREG(mode)


def _may_open(entry: os.DirEntry[str]) -> bool:
    """True for a regular file by the kind the listing gave; a device must not even be opened."""
    try:
        return entry.is_file(follow_symlinks=False)
    except OSError:
        return False


def _unopened(name: str | bytes, folder: int) -> tuple[Obstacle, str]:
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except OSError as error:
        return refused(error)
    return (kind_of(mode), "") if _special(mode) else (Obstacle.IO_ERROR, "it changed while the folder was read")


def _stray(entry: os.DirEntry[str]) -> str:
    try:
        if entry.is_symlink():
            return "symlink"
        if entry.is_dir(follow_symlinks=False):
            return "folder"
        return "file" if entry.is_file(follow_symlinks=False) else _WORDS[Obstacle.SPECIAL]
    except OSError as error:
        return error.strerror or ""


@dataclass(frozen=True, slots=True)
class RevisionStore:
    """A folder of event files as it is in a commit, read from git's objects."""

    name: StoreName
    path: str
    git: Git
    commit: str

    def scan(self) -> Iterator[Source | Unread]:
        """Every entry, sorted by name as bytes; one Unread for the folder itself where it is no folder."""
        entry = self.git.tree_entry(self.commit, self.path)
        if entry is None or entry.kind != "tree":
            obstacle = Obstacle.SYMLINK if entry is not None and entry.mode == "120000" else Obstacle.NOT_A_FOLDER
            yield Unread(Origin(self.name, shown(self.path), self.path.rsplit("/", 1)[-1]), obstacle)
            return
        rows = self.git.tree_rows(entry.id)
        blobs = self.git.blobs((row.id for row in rows if _is_event_file(row)), MAX_BYTES)
        for row in rows:
            origin = Origin(self.name, f"{shown(self.path)}/{shown(row.name)}", row.name)
            if not row.name.endswith(SUFFIX):
                yield Unread(origin, Obstacle.STRAY, _WORDS.get(_kind_in_tree(row), "file"))
            elif not _is_event_file(row):
                yield Unread(origin, _kind_in_tree(row), "submodule" if row.kind == "commit" else "")
            else:
                data = next(blobs)
                if isinstance(data, bytes):
                    yield Source(origin, data)
                    continue
                if data.size is None and self.git.is_partial():
                    raise CannotExamine(
                        f"{origin.path}: this file of the revision was left out of this partial clone",
                        "Fetch it (git fetch --refetch --no-filter), or use a complete clone: nothing is fetched here.",
                    )
                yield Unread(origin, *_withheld(data))

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """What reads single files again, by one git process for all of them."""
        entry = self.git.tree_entry(self.commit, self.path)
        rows = self.git.tree_rows(entry.id) if entry is not None and entry.kind == "tree" else []
        ids = {row.name: row.id for row in rows if _is_event_file(row)}
        with self.git.blob_reader(MAX_BYTES) as read_blob:

            def read(name: str) -> bytes | None:
                data = read_blob(ids[name]) if name in ids else None
                return data if isinstance(data, bytes) else None

            yield read


def _is_event_file(row: TreeEntry) -> bool:
    return row.name.endswith(SUFFIX) and row.mode.startswith("100")


def _kind_in_tree(row: TreeEntry) -> Obstacle:
    """What a row is that is no event file; a submodule is a folder in a checkout."""
    if row.mode == "120000":
        return Obstacle.SYMLINK
    return Obstacle.STRAY if row.mode.startswith("100") else Obstacle.DIRECTORY


def _withheld(withheld: Withheld) -> tuple[Obstacle, str]:
    if withheld.size is None:
        return Obstacle.IO_ERROR, "git does not have the object, or cannot read it"
    return Obstacle.TOO_LARGE, f"{withheld.size} bytes"


def open_stores(repository: Repository, *, ledger: str, revision: str | None, runtime: bool) -> tuple[Store, ...]:
    """The stores to read, the tracked ledger first (fabric/1.0, *Storage*).

    ``ledger`` is the tracked folder, relative to the root. With ``runtime`` the stores that git does not carry are
    added where they exist: all of them beside a worktree; threads, projections and receipts beside a revision,
    whose live and shared records would be later than it. Raises UsageError for a ledger outside the repository,
    NoLedger where there is none, CannotExamine for an unknown revision.
    """
    folder = inside_path(ledger)
    if folder is None:
        raise UsageError(
            f"the ledger folder {shown(ledger)!r} is not a path inside the repository",
            "Give it relative to the repository's root, for example .fabric/ledger/events",
        )
    tracked = _worktree_ledger(repository, folder) if revision is None else _ledger_at(repository, folder, revision)
    others = _runtime_stores(repository, revision is not None) if runtime else ()
    if tracked is None:
        if repository.git is not None or not any(store.name is StoreName.ACTIVE for store in others):
            raise _no_ledger(folder, revision)
        return others
    return (tracked, *others)


def _worktree_ledger(repository: Repository, folder: str) -> Store | None:
    store = DirectoryStore(StoreName.LEDGER, shown(folder), repository.root, folder)
    return store if _present(repository.root / folder) else None


def _ledger_at(repository: Repository, folder: str, revision: str) -> Store | None:
    git = repository.git
    if git is None:
        raise CannotExamine("there is no git here, so no revision can be read", "Leave out --rev, or run git init.")
    commit = git.resolve_revision(revision)
    return None if git.tree_entry(commit, folder) is None else RevisionStore(StoreName.LEDGER, folder, git, commit)


def _runtime_stores(repository: Repository, at_revision: bool) -> tuple[Store, ...]:
    root, common = repository.root, repository.common_dir
    stores = (
        []
        if at_revision
        else [DirectoryStore(StoreName.ACTIVE, ".fabric/active/events", root, ".fabric/active/events")]
    )
    if common is None:
        folders = ((name, f".fabric/active/runtime/{name}") for name in _RUNTIME)
        stores += [DirectoryStore(name, folder, root, folder) for name, folder in folders]
    else:
        shared = [] if at_revision else [(StoreName.SHARED, "fabric/events")]
        shared += [(name, f"fabric/runtime/{name}") for name in _RUNTIME]
        stores += [DirectoryStore(name, f"git-common:{folder}", common, folder) for name, folder in shared]
    return tuple(store for store in stores if _present(store.base / store.folder))


def _present(path: Path) -> bool:
    """True unless it is certain that nothing is there: what cannot be looked at must be reported."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _no_ledger(folder: str, revision: str | None) -> NoLedger:
    place = "" if revision is None else f" in revision {shown(revision)}"
    return NoLedger(
        f"no ledger: there is no folder {shown(folder)}{place}",
        "Run this in the repository that has the ledger, name its folder with --ledger, or start one by recording "
        "a first event.",
    )
