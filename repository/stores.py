"""The folders of event files: on disk, or in a git revision without a checkout."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from .blob_rows import placed, reader_of_rows, scan_rows
from .errors import CannotExamine, NoLedger, UsageError
from .files import kind_of, read_regular, refused
from .git import Git
from .index_store import StagedIndex
from .listing import WORDS, Listing, listing_of
from .locate import Repository
from .packs.pack_file import Pack
from .packs.pack_store import stores_of_pack
from .paths import inside_path, shown
from .source import Obstacle, Origin, Reader, Source, Store, StoreName, Unread
from .storage import IN_COMMON, LOCAL_FOLDERS, RUNTIME, SHARED_FOLDERS

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
        with self.listing() as found:
            if isinstance(found, Unread):
                yield found
                return
            yield from found.scan()

    @contextmanager
    def listing(self) -> Iterator[Listing | Unread]:
        """The open folder and what is in it, or why it cannot be listed."""
        opened = self._open()
        if isinstance(opened, Unread):
            yield opened
            return
        try:
            try:
                found: Listing | Unread = listing_of(self.name, self.path, opened)
            except OSError as error:
                found = self._folder_unread(*refused(error))
            yield found
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
                return self._folder_unread(
                    Obstacle.NOT_A_FOLDER, "file" if stat.S_ISREG(mode) else WORDS[kind_of(mode)]
                )
            return os.open(place, _FOLDER)
        except OSError as error:
            return self._folder_unread(*refused(error))

    def _folder_unread(self, obstacle: Obstacle, detail: str) -> Unread:
        return Unread(Origin(self.name, self.path, self.path.rsplit("/", 1)[-1]), obstacle, detail)


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
        yield from scan_rows(self.git, placed(self.name, self.path, self.git.tree_rows(entry.id)))

    def reader(self) -> AbstractContextManager[Reader]:
        """What reads single files again, by one git process for all of them."""
        entry = self.git.tree_entry(self.commit, self.path)
        rows = self.git.tree_rows(entry.id) if entry is not None and entry.kind == "tree" else []
        return reader_of_rows(self.git, rows)


def open_stores(
    repository: Repository,
    *,
    ledger: str,
    revision: str | None,
    runtime: bool | Pack,
    staged: StagedIndex | None = None,
) -> tuple[Store, ...]:
    """The stores to read, the tracked ledger first (fabric/1.0, *Storage*).

    ``ledger`` is the tracked folder, relative to the root: as it lies on disk, in ``revision``, or in the index
    where ``staged`` is given. With ``runtime`` the stores that git does not carry are added where they exist: all
    of them beside a worktree or its index; threads, projections and receipts beside a revision, whose live and
    shared records would be later than it. A pack takes the place of these stores. Raises UsageError for a ledger
    outside the repository, NoLedger where there is none, CannotExamine for an unknown revision.
    """
    folder = inside_path(ledger)
    if folder is None:
        raise UsageError(
            f"the ledger folder {shown(ledger)!r} is not a path inside the repository",
            "Give it relative to the repository's root, for example .fabric/ledger/events",
        )
    tracked: Store | None
    if staged is not None:
        tracked = staged.store(folder)
    elif revision is None:
        tracked = _worktree_ledger(repository, folder)
    else:
        tracked = _ledger_at(repository, folder, revision)
    others = _others(repository, runtime, at_revision=revision is not None)
    if tracked is None:
        if repository.git is not None or not any(store.name is StoreName.ACTIVE for store in others):
            raise _no_ledger(folder, revision, in_index=staged is not None)
        return others
    return (tracked, *others)


def _others(repository: Repository, runtime: bool | Pack, *, at_revision: bool) -> tuple[Store, ...]:
    """The stores that git does not carry: this machine's, those of a pack, or none."""
    if isinstance(runtime, Pack):
        return stores_of_pack(runtime, at_revision=at_revision)
    return _runtime_stores(repository, at_revision) if runtime else ()


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
    local = {StoreName.ACTIVE} if common is not None else LOCAL_FOLDERS.keys()
    stores = [DirectoryStore(name, folder, root, folder) for name, folder in LOCAL_FOLDERS.items() if name in local]
    if common is not None:
        shared = SHARED_FOLDERS.items()
        stores += [DirectoryStore(name, f"{IN_COMMON}{folder}", common, folder) for name, folder in shared]
    return tuple(
        store for store in stores if (store.name in RUNTIME or not at_revision) and _present(store.base / store.folder)
    )


def _present(path: Path) -> bool:
    """True unless it is certain that nothing is there: what cannot be looked at must be reported."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _no_ledger(folder: str, revision: str | None, *, in_index: bool) -> NoLedger:
    place = "" if revision is None else f" in revision {shown(revision)}"
    place = " in the index" if in_index else place
    return NoLedger(
        f"no ledger: there is no folder {shown(folder)}{place}",
        "Run this in the repository that has the ledger, name its folder with --ledger, or start one by recording "
        "a first event.",
    )
