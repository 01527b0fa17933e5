"""What is about to be committed, from real indexes: plain, split, sparse, temporary, of worktrees and submodules."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.errors import CannotExamine, NoLedger
from fingerpost.repository.files import MAX_BYTES
from fingerpost.repository.git import Git, Withheld
from fingerpost.repository.index_store import IndexStore, StagedIndex, read_index
from fingerpost.repository.locate import Repository, find_repository
from fingerpost.repository.source import Obstacle, Source, StoreName, Unread
from fingerpost.repository.stores import open_stores

LEDGER = ".fabric/ledger/events"
CONFIG = ".fabric/config.yaml"

HOOK = f"""#!{sys.executable}
import json, os
from pathlib import Path
from fingerpost.repository.index_store import read_index
from fingerpost.repository.locate import find_repository

index = read_index(find_repository(Path()), os.environ)
store = index.store({LEDGER!r})
told = {{
    "files": {{entry.origin.name: entry.data.decode() for entry in store.scan()}},
    "paths": sorted(index.tracked_paths()),
    "index": os.path.basename(os.environ["GIT_INDEX_FILE"]),
}}
Path(os.environ["TOLD"]).write_text(json.dumps(told))
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A committed ledger of two events, and a file beside it."""
    root = make_repository(tmp_path / "repo")
    write(root, f"{LEDGER}/a.json", "a1")
    write(root, f"{LEDGER}/b.json", "b1")
    write(root, "src/ü.txt", "text")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    return root


def write(root: Path, path: str, text: str) -> None:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def staged(root: Path, **environment: str) -> StagedIndex:
    return read_index(find_repository(root), environment)


def store_of(index: StagedIndex) -> IndexStore:
    store = index.store(LEDGER)
    assert store is not None
    return store


def seen(index: StagedIndex) -> dict[str, str | Obstacle]:
    return {
        entry.origin.name: entry.data.decode() if isinstance(entry, Source) else entry.obstacle
        for entry in store_of(index).scan()
    }


def times(root: Path) -> dict[str, tuple[int, int]]:
    """When each file of the repository was last written, and its size, the git folder's included."""
    found = {}
    for folder, _, names in os.walk(root):
        for place in [Path(folder), *(Path(folder) / name for name in names)]:
            about = place.lstat()
            found[str(place)] = (about.st_mtime_ns, about.st_size)
    return found


def test_the_index_is_read_not_the_worktree_and_not_head(root: Path) -> None:
    write(root, f"{LEDGER}/a.json", "a2")
    write(root, f"{LEDGER}/c.json", "c1")
    git(root, "add", ".")
    git(root, "rm", "-q", "--cached", f"{LEDGER}/b.json")
    write(root, f"{LEDGER}/a.json", "a3")
    write(root, f"{LEDGER}/d.json", "untracked")
    (root / LEDGER / "c.json").unlink()
    before = times(root)
    index = staged(root)
    assert seen(index) == {"a.json": "a2", "c.json": "c1"}
    assert index.tracked_paths() == {f"{LEDGER}/a.json", f"{LEDGER}/c.json", "src/ü.txt"}
    store = store_of(index)
    assert (store.name, store.path) == (StoreName.LEDGER, LEDGER)
    with store.reader() as read:
        assert [read(name) for name in ("c.json", "a.json", "b.json", "d.json")] == [b"c1", b"a2", None, None]
    path = f"{LEDGER}/a.json"
    assert index.entries[path] == ("100644", git(root, "rev-parse", f":{path}"))
    assert times(root) == before


def test_an_intent_to_add_is_not_about_to_be_committed_but_an_empty_file_is(root: Path) -> None:
    write(root, f"{LEDGER}/empty.json", "")
    git(root, "add", ".")
    write(root, f"{LEDGER}/later.json", "later")
    write(root, "later.txt", "")
    git(root, "add", "-N", ".")
    assert "later.txt" in Git(root).tracked_paths(None)
    index = staged(root)
    assert seen(index) == {"a.json": "a1", "b.json": "b1", "empty.json": ""}
    assert index.tracked_paths() == {f"{LEDGER}/{name}.json" for name in ("a", "b", "empty")} | {"src/ü.txt"}
    git(root, "update-index", "--split-index")
    assert staged(root).entries == index.entries


def test_a_merge_that_is_not_finished_cannot_be_examined(root: Path) -> None:
    git(root, "checkout", "-qb", "topic")
    for branch, text in (("topic", "theirs"), ("main", "ours")):
        git(root, "checkout", "-q", branch)
        for name in ("a", "b"):
            write(root, f"{LEDGER}/{name}.json", text)
        git(root, "commit", "-qam", text)
    with pytest.raises(subprocess.CalledProcessError):
        git(root, "merge", "topic")
    with pytest.raises(CannotExamine, match=rf"conflicts in the index: {LEDGER}/a\.json and 1 more") as caught:
        staged(root)
    assert caught.value.exit_code == 4
    assert "Finish the merge" in caught.value.hint
    git(root, "add", ".")
    assert "ours" in str(seen(staged(root))["a.json"])


def odd(root: Path) -> None:
    """One of everything that an index can carry, staged."""
    folder = root / LEDGER
    for name in (".json", "two words.json", "é.json", "a\nb.json", "B.JSON", "README.md", "Z.json", "\U0001f600.json"):
        (folder / name).write_bytes(name.encode())
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.json")).write_bytes(b"bytes")
    (folder / "big.json").write_bytes(b"x" * (MAX_BYTES + 1))
    (folder / "run.json").write_bytes(b"run")
    (folder / "run.json").chmod(0o755)
    for name in ("dir.json", "sub"):
        write(root, f"{LEDGER}/{name}/keep", "")
    (folder / "link.json").symlink_to("a.json")
    (folder / "link").symlink_to("a.json")
    git(root, "add", LEDGER)
    module = make_repository(root.parent / "module")
    git(module, "commit", "-q", "--allow-empty", "-m", "first")
    for name in ("module.json", "module"):
        git(root, "update-index", "--add", "--cacheinfo", f"160000,{git(module, 'rev-parse', 'HEAD')},{LEDGER}/{name}")


def test_the_index_tells_what_its_commit_will_tell_in_the_order_of_bytes(root: Path) -> None:
    odd(root)
    told = list(store_of(staged(root)).scan())
    git(root, "commit", "-qm", "odd")
    repository = find_repository(root)
    (committed,) = open_stores(repository, ledger=LEDGER, revision="HEAD", runtime=False)
    assert told == list(committed.scan())
    assert len(told) == 19


@pytest.mark.parametrize("kind", ["file", "symlink", "submodule"])
def test_something_else_in_the_place_of_the_folder_is_reported_not_missed(root: Path, kind: str) -> None:
    git(root, "rm", "-rq", "--cached", LEDGER)
    blob = git(root, "rev-parse", "HEAD:src/ü.txt")
    entry = {
        "file": f"100644,{blob}",
        "symlink": f"120000,{blob}",
        "submodule": f"160000,{git(root, 'rev-parse', 'HEAD')}",
    }[kind]
    git(root, "update-index", "--add", "--cacheinfo", f"{entry},{LEDGER}")
    (found,) = store_of(staged(root)).scan()
    assert isinstance(found, Unread)
    assert found.obstacle is (Obstacle.SYMLINK if kind == "symlink" else Obstacle.NOT_A_FOLDER)
    assert (found.origin.path, found.origin.name) == (LEDGER, "events")


def test_no_ledger_in_the_index_is_told_so(root: Path) -> None:
    git(root, "rm", "-rq", "--cached", LEDGER)
    write(root, f"{LEDGER}-old/x.json", "beside")
    git(root, "add", f"{LEDGER}-old")
    index = staged(root)
    assert index.store(LEDGER) is None
    with pytest.raises(NoLedger, match="in the index"):
        open_stores(find_repository(root), ledger=LEDGER, revision=None, runtime=False, staged=index)


def test_the_staged_ledger_is_read_with_what_git_does_not_carry(root: Path) -> None:
    write(root, ".fabric/active/events/live.json", "live")
    repository = find_repository(root)
    index = staged(root)
    stores = open_stores(repository, ledger=f"./{LEDGER}/", revision=None, runtime=True, staged=index)
    assert [store.name for store in stores] == [StoreName.LEDGER, StoreName.ACTIVE]
    assert isinstance(stores[0], IndexStore)
    (only,) = open_stores(repository, ledger=LEDGER, revision=None, runtime=False, staged=index)
    assert only == stores[0]


def test_a_staged_file_is_read_as_it_is_staged(root: Path) -> None:
    assert staged(root).staged_file(CONFIG) is None
    write(root, CONFIG, "repo: a\n")
    git(root, "add", CONFIG)
    write(root, CONFIG, "repo: b\n")
    assert staged(root).staged_file(CONFIG) == b"repo: a\n"
    assert staged(root).staged_file(CONFIG, 4) == Withheld(8)
    (root / CONFIG).unlink()
    (root / CONFIG).symlink_to("ledger")
    git(root, "add", CONFIG)
    assert staged(root).staged_file(CONFIG) is None


def test_where_there_is_no_git_nothing_is_staged(tmp_path: Path) -> None:
    with pytest.raises(CannotExamine, match="nothing is staged"):
        read_index(Repository(tmp_path, None, None), {})


def test_a_new_repository_has_an_empty_index(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "new")
    assert staged(root).tracked_paths() == frozenset()
    assert staged(root).store(LEDGER) is None
    write(root, f"{LEDGER}/a.json", "a1")
    git(root, "add", ".")
    assert seen(staged(root)) == {"a.json": "a1"}


def test_objects_that_are_gone_are_told(root: Path) -> None:
    blob = git(root, "rev-parse", f":{LEDGER}/a.json")
    (root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert seen(staged(root)) == {"a.json": Obstacle.IO_ERROR, "b.json": "b1"}


def test_a_damaged_index_cannot_be_examined(root: Path) -> None:
    (root / ".git/index").write_bytes(b"DIRC" + b"\0" * 40)
    with pytest.raises(CannotExamine, match="git refused"):
        staged(root)


def test_a_split_index_is_read_and_not_touched(root: Path) -> None:
    git(root, "update-index", "--split-index")
    write(root, f"{LEDGER}/c.json", "c1")
    git(root, "add", ".")
    git(root, "rm", "-q", "--cached", f"{LEDGER}/a.json")
    before = times(root)
    assert seen(staged(root)) == {"b.json": "b1", "c.json": "c1"}
    assert times(root) == before


def test_a_linked_worktree_and_a_submodule_have_an_index_of_their_own(root: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(root, "worktree", "add", "-q", "--detach", str(linked))
    outer = make_repository(tmp_path / "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(root), "inner")
    for place in (linked, outer / "inner"):
        write(place, f"{LEDGER}/{place.name}.json", "own")
        git(place, "add", ".")
        assert seen(staged(place)) == {"a.json": "a1", "b.json": "b1", f"{place.name}.json": "own"}
    assert seen(staged(root)) == {"a.json": "a1", "b.json": "b1"}
    assert staged(outer).tracked_paths() == {".gitmodules", "inner"}


def test_a_sha256_repository(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    git(root, "init", "-q", "--object-format=sha256")
    write(root, f"{LEDGER}/a.json", "a1")
    write(root, f"{LEDGER}/empty.json", "")
    git(root, "add", ".")
    write(root, f"{LEDGER}/later.json", "later")
    git(root, "add", "-N", ".")
    assert seen(staged(root)) == {"a.json": "a1", "empty.json": ""}


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("where", ["main", "linked", "submodule"])
def test_a_real_hook_sees_what_is_committed_however_it_is_committed(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, split: bool
) -> None:
    if where == "linked":
        git(root, "worktree", "add", "-q", "-b", "linked", str(tmp_path / "linked"))
        root = tmp_path / "linked"
    elif where == "submodule":
        outer = make_repository(tmp_path / "outer")
        git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(root), "inner")
        root = outer / "inner"
    if split:
        git(root, "update-index", "--split-index")
    told = tmp_path / "told.json"
    monkeypatch.setenv("TOLD", str(told))
    hook = Path(git(root, "rev-parse", "--path-format=absolute", "--git-path", "hooks/pre-commit"))
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(HOOK, encoding="utf-8")
    hook.chmod(0o755)
    used = set()
    for number, args in enumerate((["-a"], ["--", f"{LEDGER}/a.json"], ["-i", "--", f"{LEDGER}/a.json"], [])):
        write(root, f"{LEDGER}/a.json", f"a, edited {number}")
        write(root, f"{LEDGER}/n{number}.json", "new")
        git(root, "add", f"{LEDGER}/n{number}.json")
        git(root, "commit", "-qm", "by the hook", *args)
        seen_by_hook = json.loads(told.read_text(encoding="utf-8"))
        used.add(re.sub(r"\d+", "N", seen_by_hook["index"]))
        names = git(root, "ls-tree", "-z", "--name-only", f"HEAD:{LEDGER}").rstrip("\0").split("\0")
        assert seen_by_hook["files"] == {name: git(root, "show", f"HEAD:{LEDGER}/{name}") for name in names}
        assert seen_by_hook["paths"] == sorted(Git(root).tracked_paths("HEAD"))
        assert seen_by_hook["files"]["a.json"] == f"a, edited {min(number, 2)}"
        assert (f"n{number}.json" in names) is (number != 1)
    assert used == {"index", "index.lock", "next-index-N.lock"}


def test_an_index_elsewhere_is_ignored(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_repository(tmp_path / "other")
    write(other, "other.txt", "x")
    git(other, "add", ".")
    linked = tmp_path / "linked"
    git(root, "worktree", "add", "-q", "--detach", str(linked))
    git(linked, "rm", "-rq", LEDGER)
    elsewhere = root / "index"
    elsewhere.write_bytes((other / ".git/index").read_bytes())
    (root / ".git/to-other").symlink_to(other / ".git/index")
    expected = staged(root).entries
    for told in (
        str(other / ".git/index"),
        str(root / ".git/worktrees/linked/index"),
        "index",
        ".git/../index",
        ".git/to-other",
        ".git/gone",
        ".git",
        "",
        "\0",
    ):
        assert staged(root, GIT_INDEX_FILE=told).entries == expected, told
    # In the process's own environment it never reaches git at all.
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git/index"))
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert staged(root).entries == expected


def test_an_index_in_the_own_git_folder_is_read_wherever_the_command_was_started(root: Path) -> None:
    write(root, f"{LEDGER}/c.json", "c1")
    git(root, "add", ".")
    (root / ".git/next-index-1.lock").write_bytes((root / ".git/index").read_bytes())
    git(root, "reset", "-q")
    for told in (".git/next-index-1.lock", str(root / ".git/next-index-1.lock")):
        assert "c.json" in seen(staged(root / "src", GIT_INDEX_FILE=told))
    assert "c.json" not in seen(staged(root))
