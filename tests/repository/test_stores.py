"""Stores on real folders and revisions, with everything that can lie in one."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.configs.config import load_ledger_config
from fingerpost.repository.errors import CannotExamine, NoLedger, UsageError
from fingerpost.repository.files import MAX_BYTES
from fingerpost.repository.locate import find_repository
from fingerpost.repository.source import Obstacle, Source, Store, StoreName, Unread
from fingerpost.repository.stores import DirectoryStore, open_stores

LEDGER = ".fabric/ledger/events"


def opened(
    root: Path, revision: str | None = None, *, runtime: bool = False, ledger: str = LEDGER
) -> tuple[Store, ...]:
    return open_stores(find_repository(root), ledger=ledger, revision=revision, runtime=runtime)


def seen(entries: Iterable[Source | Unread]) -> dict[str, bytes | Obstacle]:
    return {entry.origin.name: entry.data if isinstance(entry, Source) else entry.obstacle for entry in entries}


def snapshot(root: Path) -> list[tuple[str, int, int, bytes]]:
    found = []
    for folder, _, names in os.walk(root):
        for path in [Path(folder), *(Path(folder) / name for name in names)]:
            about = path.lstat()
            data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
            found.append((str(path), about.st_mode, about.st_mtime_ns, data))
    return sorted(found)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "repo")
    (root / LEDGER).mkdir(parents=True)
    return root


@pytest.fixture
def odd(root: Path) -> Path:
    """A ledger folder with one of everything that git can carry."""
    folder = root / LEDGER
    for name in (
        "b.json",
        "a.json",
        ".json",
        ".hidden.json",
        "two words.json",
        "é.json",
        "a\nb.json",
        "B.JSON",
        "README.md",
        ".fabric-event-1",
    ):
        (folder / name).write_bytes(name.encode())
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.json")).write_bytes(b"bytes")
    (folder / "big.json").write_bytes(b"x" * (MAX_BYTES + 1))
    (folder / "most.json").write_bytes(b"y" * MAX_BYTES)
    (folder / "chunk.json").write_bytes(b"z" * 65536)
    (folder / "empty.json").write_bytes(b"")
    for name in ("dir.json", "sub"):
        (folder / name).mkdir()
        (folder / name / "keep").write_text("", encoding="utf-8")
    (folder / "link.json").symlink_to("a.json")
    (folder / "dangling.json").symlink_to("/nonexistent")
    (folder / "link").symlink_to("a.json")
    return root


EXPECTED: dict[str, bytes | Obstacle] = {
    ".fabric-event-1": Obstacle.STRAY,
    ".hidden.json": b".hidden.json",
    ".json": b".json",
    "B.JSON": Obstacle.STRAY,
    "README.md": Obstacle.STRAY,
    "a\nb.json": b"a\nb.json",
    "a.json": b"a.json",
    "b.json": b"b.json",
    "big.json": Obstacle.TOO_LARGE,
    "chunk.json": b"z" * 65536,
    "dangling.json": Obstacle.SYMLINK,
    "dir.json": Obstacle.DIRECTORY,
    "empty.json": b"",
    "link": Obstacle.STRAY,
    "link.json": Obstacle.SYMLINK,
    "most.json": b"y" * MAX_BYTES,
    "sub": Obstacle.STRAY,
    "two words.json": b"two words.json",
    "é.json": "é.json".encode(),
    "\udcff.json": b"bytes",
}


def test_a_worktree_and_its_revision_tell_the_same_in_the_order_of_bytes(odd: Path) -> None:
    git(odd, "add", "-A")
    git(odd, "commit", "-q", "-m", "Everything")
    for revision in (None, "HEAD"):
        (store,) = opened(odd, revision)
        entries = list(store.scan())
        assert seen(entries) == EXPECTED
        names = [entry.origin.name for entry in entries]
        assert names == sorted(names, key=os.fsencode)
        for entry in entries:
            assert entry.origin.store is StoreName.LEDGER
            assert entry.origin.path.isprintable()
            entry.origin.path.encode("utf-8")
        paths = {entry.origin.name: entry.origin.path for entry in entries}
        assert paths["a.json"] == f"{LEDGER}/a.json"
        assert paths["\udcff.json"] == f"{LEDGER}/\\xff.json"
        assert paths["a\nb.json"] == f"{LEDGER}/a\\x0ab.json"
        with store.reader() as read:
            assert read("a.json") == b"a.json"
            assert read("\udcff.json") == b"bytes"
            for name in ("gone.json", "link.json", "dir.json", "big.json"):
                assert read(name) is None
            assert read("a.json") == b"a.json"


def test_reading_leaves_everything_as_it_was(odd: Path) -> None:
    git(odd, "add", "-A")
    git(odd, "commit", "-q", "-m", "Everything")
    (odd / ".git/fabric/events").mkdir(parents=True)
    before = snapshot(odd)
    for revision in (None, "HEAD"):
        for store in opened(odd, revision, runtime=True):
            list(store.scan())
        repository = find_repository(odd)
        assert repository.git is not None
        repository.git.tracked_paths(revision)
        repository.git.resolve_commits(["f" * 40])
        repository.git.log()
    assert snapshot(odd) == before


def test_pipes_sockets_and_devices_are_never_opened(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = root / LEDGER
    os.mkfifo(folder / "pipe.json")
    os.mkfifo(folder / "pipe")
    monkeypatch.chdir(folder)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.json")
    entries = list(opened(root)[0].scan())
    assert seen(entries) == {"pipe": Obstacle.STRAY, "pipe.json": Obstacle.SPECIAL, "socket.json": Obstacle.SPECIAL}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_or_folder_without_permission_is_told(root: Path) -> None:
    (root / LEDGER / "a.json").write_text("x", encoding="utf-8")
    (root / LEDGER / "a.json").chmod(0)
    assert seen(opened(root)[0].scan()) == {"a.json": Obstacle.PERMISSION}
    (root / LEDGER).chmod(0)
    try:
        (entry,) = opened(root)[0].scan()
    finally:
        (root / LEDGER).chmod(0o700)
    assert isinstance(entry, Unread)
    assert entry.obstacle is Obstacle.PERMISSION


def test_a_file_that_vanishes_while_the_folder_is_read_is_no_crash(root: Path) -> None:
    for name in ("a.json", "b.json", "c.json", "d.json"):
        (root / LEDGER / name).write_text("x", encoding="utf-8")
    entries = opened(root)[0].scan()
    first = next(entries)
    (root / LEDGER / "b.json").unlink()
    (root / LEDGER / "c.json").unlink()
    (root / LEDGER / "c.json").symlink_to("/etc/hostname")
    rest = seen(entries)
    assert first.origin.name == "a.json"
    assert rest == {"b.json": Obstacle.IO_ERROR, "c.json": Obstacle.SYMLINK, "d.json": b"x"}


def test_a_submodule_in_the_folder_is_a_folder(root: Path, tmp_path: Path) -> None:
    other = make_repository(tmp_path / "other")
    git(other, "commit", "-q", "--allow-empty", "-m", "Begin")
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{git(other, 'rev-parse', 'HEAD')},{LEDGER}/m.json")
    git(root, "commit", "-q", "-m", "A submodule")
    assert seen(opened(root, "HEAD")[0].scan()) == {"m.json": Obstacle.DIRECTORY}


@pytest.mark.parametrize("revision", [None, "HEAD"])
def test_a_ledger_that_is_no_folder_is_reported_not_missed(root: Path, revision: str | None) -> None:
    (root / LEDGER).rmdir()
    (root / LEDGER).write_text("x", encoding="utf-8")
    (root / "elsewhere").mkdir()
    (root / "link").symlink_to("elsewhere")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "A file")
    for ledger, obstacle in ((LEDGER, Obstacle.NOT_A_FOLDER), ("link", Obstacle.SYMLINK)):
        (entry,) = opened(root, revision, ledger=ledger)[0].scan()
        assert isinstance(entry, Unread)
        assert (entry.obstacle, entry.origin.path) == (obstacle, ledger)


def test_a_symlink_above_the_folder_may_not_lead_out(root: Path, tmp_path: Path) -> None:
    (tmp_path / "out/events").mkdir(parents=True)
    (tmp_path / "out/events/a.json").write_text("secret", encoding="utf-8")
    (root / "outward").symlink_to(tmp_path / "out")
    (root / "inward").symlink_to(".fabric/ledger")
    (root / LEDGER / "a.json").write_text("x", encoding="utf-8")
    assert seen(opened(root, ledger="outward/events")[0].scan()) == {"events": Obstacle.SYMLINK}
    with opened(root, ledger="outward/events")[0].reader() as read:
        assert read("a.json") is None
    assert seen(opened(root, ledger="inward/events")[0].scan()) == {"a.json": b"x"}


@pytest.mark.parametrize("ledger", ["/abs", "../up", "a/../../b", "", ".", "a\0b"])
def test_a_ledger_outside_the_repository_is_wrong_usage(root: Path, ledger: str) -> None:
    with pytest.raises(UsageError):
        opened(root, ledger=ledger)


def test_no_ledger_is_told_with_the_place(root: Path) -> None:
    (root / LEDGER).rmdir()
    (root / ".fabric/active/events").mkdir(parents=True)
    git(root, "commit", "-q", "--allow-empty", "-m", "Begin")
    for revision in (None, "HEAD"):
        with pytest.raises(NoLedger, match=LEDGER) as caught:
            opened(root, revision, runtime=True)
        assert caught.value.exit_code == 3
        assert caught.value.hint


def test_runtime_stores_are_those_that_exist_and_siblings_share_them(root: Path, tmp_path: Path) -> None:
    git(root, "commit", "-q", "--allow-empty", "-m", "Begin")
    (root / LEDGER / "a.json").write_text("x", encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "One event")
    linked = tmp_path / "linked"
    git(root, "worktree", "add", "-q", str(linked), "-b", "side")
    common = root / ".git/fabric"
    for folder in ("events", "runtime/threads", "runtime/receipts"):
        (common / folder).mkdir(parents=True)
    (common / "runtime/projections").write_text("no folder", encoding="utf-8")
    (linked / ".fabric/active/events").mkdir(parents=True)
    assert [store.path for store in opened(linked)] == [LEDGER]
    assert [(store.name, store.path) for store in opened(linked, runtime=True)] == [
        (StoreName.LEDGER, LEDGER),
        (StoreName.ACTIVE, ".fabric/active/events"),
        (StoreName.SHARED, "git-common:fabric/events"),
        (StoreName.THREADS, "git-common:fabric/runtime/threads"),
        (StoreName.PROJECTIONS, "git-common:fabric/runtime/projections"),
        (StoreName.RECEIPTS, "git-common:fabric/runtime/receipts"),
    ]
    (entry,) = opened(linked, runtime=True)[4].scan()
    assert isinstance(entry, Unread)
    assert entry.obstacle is Obstacle.NOT_A_FOLDER
    assert [store.name for store in opened(linked, "HEAD", runtime=True)] == [
        StoreName.LEDGER,
        StoreName.THREADS,
        StoreName.PROJECTIONS,
        StoreName.RECEIPTS,
    ]


def test_where_there_is_no_git_the_fallback_stores_are_read(tmp_path: Path) -> None:
    (tmp_path / ".fabric/active/events").mkdir(parents=True)
    (tmp_path / ".fabric/active/runtime/threads").mkdir(parents=True)
    assert [store.path for store in opened(tmp_path, runtime=True)] == [
        ".fabric/active/events",
        ".fabric/active/runtime/threads",
    ]
    with pytest.raises(NoLedger):
        opened(tmp_path)
    with pytest.raises(CannotExamine):
        opened(tmp_path, "HEAD")


def test_a_folder_that_vanished_is_one_obstacle(root: Path) -> None:
    store = DirectoryStore(StoreName.LEDGER, "gone", root, "gone")
    assert seen(store.scan()) == {"gone": Obstacle.IO_ERROR}
    with store.reader() as read:
        assert read("a.json") is None


def test_a_revision_that_a_partial_clone_left_out_cannot_be_examined(root: Path, tmp_path: Path) -> None:
    for number in (1, 2):
        (root / LEDGER / "a.json").write_text(f"{number}", encoding="utf-8")
        (root / ".fabric/config.yaml").write_text(f"repo: r{number}\n", encoding="utf-8")
        git(root, "add", ".fabric")
        git(root, "commit", "-qm", f"{number}")
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", "--no-checkout", root.as_uri(), "partial")
    partial = find_repository(tmp_path / "partial")
    assert partial.git is not None
    revision = partial.git.resolve_revision("HEAD~1")
    with pytest.raises(CannotExamine, match="partial clone"):
        list(opened(partial.root, revision)[0].scan())
    with pytest.raises(CannotExamine, match="partial clone"):
        load_ledger_config(partial, revision)
