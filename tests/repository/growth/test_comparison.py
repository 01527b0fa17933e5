"""A ledger beside its base, in real repositories: what was changed, removed, renamed, and what was not."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from pathlib import Path

import pytest
from support.ledger_git import EVENTS, LedgerGit, examined_as, ledger_git
from support.shared import git

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.files import MAX_BYTES
from fingerpost.repository.git import Git
from fingerpost.repository.growth.blob_ids import NotingStore, blob_id_of
from fingerpost.repository.growth.comparison import Comparison, compare_with_base, sides_that_differ
from fingerpost.repository.growth.file_change import ChangeKind
from fingerpost.repository.growth.ledger_state import Revision, Worktree
from fingerpost.repository.growth.merge_base import Base, find_base, incoming_merges
from fingerpost.repository.growth.merged_store import Merged, merge_files
from fingerpost.repository.growth.touched_paths import touched_paths
from fingerpost.repository.source import Source, StoreName
from fingerpost.repository.stores import DirectoryStore

HOW = ["worktree", "index", "revision"]


@pytest.fixture
def repo(tmp_path: Path) -> LedgerGit:
    """Two old events on main, and a branch of it checked out."""
    made = ledger_git(tmp_path / "repo")
    made.commit(a="one\n", b="two\n")
    made.branch("topic")
    return made


def compared(repo: LedgerGit, how: str = "worktree", base: str = "main", **options: str) -> Comparison:
    asked = Git(repo.root)
    examined = examined_as(repo, how)
    return compare_with_base(asked, find_base(asked, base), repo.folder, examined, **options)


def told(comparison: Comparison) -> list[tuple[str, str]]:
    return [(change.before.origin.name, change.kind.value) for change in comparison.changes]


@pytest.mark.parametrize("how", HOW)
def test_what_is_only_added_is_no_change(repo: LedgerGit, how: str) -> None:
    repo.write("c.json", "three\n")
    found = compared(repo, how)
    assert found.changes == ()
    assert found.added == {"c.json"}
    assert found.examined.keys() == {"a.json", "b.json", "c.json"}
    assert found.merge_base == found.tip
    assert found.tip.keys() == {"a.json", "b.json"}


@pytest.mark.parametrize("how", HOW)
def test_a_changed_file_is_told_with_the_bytes_of_both_sides(repo: LedgerGit, how: str) -> None:
    repo.write("a.json", "ONE\n")
    (change,) = compared(repo, how).changes
    assert change.kind is ChangeKind.CHANGED
    assert change.before.data == b"one\n"
    assert change.before.origin.path == f"{EVENTS}/a.json"
    assert change.before.origin.store is StoreName.LEDGER
    assert change.after is not None
    assert change.after.data == b"ONE\n"
    assert (change.before_mode, change.after_mode, change.since) == ("100644", "100644", "main")


@pytest.mark.parametrize("how", HOW)
def test_a_removed_file_is_told(repo: LedgerGit, how: str) -> None:
    repo.remove("b.json")
    (change,) = compared(repo, how).changes
    assert (change.kind, change.before.data, change.after) == (ChangeKind.REMOVED, b"two\n", None)
    assert (change.after_mode, change.renamed_to) == (None, None)


@pytest.mark.parametrize("how", HOW)
def test_a_renamed_file_is_told_with_its_new_name(repo: LedgerGit, how: str) -> None:
    repo.path("a.json").rename(repo.path("z.json"))
    (change,) = compared(repo, how).changes
    assert (change.kind, change.renamed_to, change.after) == (ChangeKind.RENAMED, "z.json", None)


@pytest.mark.parametrize("how", HOW)
def test_a_changed_file_whose_old_bytes_are_new_elsewhere_is_not_renamed(repo: LedgerGit, how: str) -> None:
    repo.write("z.json", "one\n")
    repo.write("a.json", "ONE\n")
    (change,) = compared(repo, how).changes
    assert (change.kind, change.renamed_to) == (ChangeKind.CHANGED, None)


def test_a_file_that_is_gone_beside_an_old_copy_is_removed_and_not_renamed(repo: LedgerGit) -> None:
    repo.checkout("main")
    repo.commit(copy="one\n")
    repo.remove("a.json")
    assert told(compared(repo)) == [("a.json", "removed")]


@pytest.mark.parametrize("how", HOW)
def test_a_file_that_became_executable_has_another_mode(repo: LedgerGit, how: str) -> None:
    repo.path("a.json").chmod(0o755)
    (change,) = compared(repo, how).changes
    assert (change.kind, change.before_mode, change.after_mode) == (ChangeKind.MODE, "100644", "100755")
    assert change.after is not None
    assert change.after.data == b"one\n"


@pytest.mark.parametrize("how", HOW)
def test_a_file_that_became_a_symlink_is_changed(repo: LedgerGit, how: str) -> None:
    repo.remove("a.json")
    repo.path("a.json").symlink_to("b.json")
    (change,) = compared(repo, how).changes
    assert (change.kind, change.after_mode) == (ChangeKind.CHANGED, "120000")
    assert change.after is not None
    assert change.after.data == b"b.json", "what git stores, not what it leads to"


@pytest.mark.parametrize("how", HOW)
def test_an_old_symlink_is_as_it_was_or_changed(repo: LedgerGit, how: str) -> None:
    repo.checkout("main")
    repo.path("s.json").symlink_to("a.json")
    repo.commit()
    assert compared(repo, how).changes == ()
    repo.remove("s.json")
    repo.write("s.json", "a.json")
    (change,) = compared(repo, how, "HEAD").changes if how != "revision" else compared(repo, how, "HEAD~").changes
    assert (change.kind, change.before_mode, change.after_mode) == (ChangeKind.MODE, "120000", "100644")


@pytest.mark.parametrize("how", HOW)
def test_a_folder_in_place_of_a_file_means_that_it_was_removed(repo: LedgerGit, how: str) -> None:
    repo.remove("a.json")
    repo.path("a.json").mkdir()
    repo.path("a.json/x.json").write_text("one\n", encoding="utf-8")
    assert told(compared(repo, how)) == [("a.json", "removed")]


@pytest.mark.parametrize("how", HOW)
def test_a_ledger_folder_that_is_gone_or_became_a_link_has_lost_its_files(repo: LedgerGit, how: str) -> None:
    folder = repo.root / EVENTS
    folder.rename(repo.root / "moved")
    assert told(compared(repo, how)) == [("a.json", "removed"), ("b.json", "removed")]
    folder.symlink_to("../../moved")
    assert [name for name, _ in told(compared(repo, how))] == ["a.json", "b.json"]


def test_a_ledger_that_came_later_than_the_base_has_nothing_old(tmp_path: Path) -> None:
    repo = ledger_git(tmp_path / "repo")
    (repo.root / "README").write_text("x", encoding="utf-8")
    repo.commit()
    repo.branch("topic")
    repo.commit(a="one\n")
    found = compared(repo)
    assert found.changes == ()
    assert found.added == {"a.json"}
    assert found.merge_base == {}


def test_a_ledger_that_moved_is_compared_with_its_old_folder(repo: LedgerGit) -> None:
    (repo.root / "events").mkdir()
    repo.path("a.json").rename(repo.root / "events" / "a.json")
    repo.remove("b.json")
    moved = LedgerGit(repo.root, "events")
    moved.write("c.json", "three\n")
    found = compared(moved, base_folder=EVENTS)
    assert told(found) == [("b.json", "removed")]
    assert found.changes[0].before.origin.path == f"{EVENTS}/b.json"
    assert found.added == {"c.json"}
    moved.git("add", "-A")
    moved.git("commit", "-q", "-m", "Move")
    assert told(compared(moved, "revision", base_folder=EVENTS)) == [("b.json", "removed")]


def test_what_is_no_event_file_does_not_count(repo: LedgerGit) -> None:
    repo.checkout("main")
    repo.write("README.md", "x")
    repo.write("sub/x.json", "x")
    repo.commit()
    repo.remove("README.md")
    repo.remove("sub/x.json")
    assert compared(repo).changes == ()


def test_odd_names_are_compared_as_they_are(tmp_path: Path) -> None:
    repo = ledger_git(tmp_path / "a repo 'with' \"quotes\" é")
    names = ["two words.json", "quo\"te'.json", '"first.json', "é.json", "line\nbreak.json", "*.json", "b\udcff.json"]
    for name in names:
        repo.write(name, "one\n")
    repo.commit()
    for how in HOW:
        assert compared(repo, how, "HEAD").changes == ()
    for name in names:
        repo.path(name).write_bytes(b"two\n")
    found = compared(repo, "worktree", "HEAD")
    assert [change.before.origin.name for change in found.changes] == sorted(
        names, key=lambda name: name.encode("utf-8", "surrogateescape")
    )
    assert {change.after.data for change in found.changes if change.after is not None} == {b"two\n"}
    for change in found.changes:
        change.before.origin.path.encode("utf-8")


@pytest.mark.parametrize("folder", ["a ledger/with spaces", "*", "[x]", ":(top)x", "-r", "é"])
def test_odd_folders_are_compared_as_they_are(tmp_path: Path, folder: str) -> None:
    repo = ledger_git(tmp_path / "repo", folder)
    repo.commit(a="one\n")
    repo.write("a.json", "two\n")
    for how in HOW[:2]:
        assert told(compared(repo, how, "HEAD")) == [("a.json", "changed")]
    assert told(compared(repo, "revision", "HEAD")) == []
    assert told(compared(repo, "worktree", "HEAD~")) == [("a.json", "changed")]


@pytest.mark.parametrize("setting", ["autocrlf", "attributes"])
def test_line_endings_that_git_makes_in_a_checkout_are_no_change(repo: LedgerGit, setting: str) -> None:
    if setting == "autocrlf":
        repo.git("config", "core.autocrlf", "true")
    else:
        (repo.root / ".gitattributes").write_text("*.json text eol=crlf\n", encoding="utf-8")
    repo.path("a.json").write_bytes(b"one\r\n")
    repo.path("b.json").write_bytes(b"other\r\n")
    repo.path("line\nbreak.json").write_bytes(b"new\r\n")
    found = compared(repo)
    assert told(found) == [("b.json", "changed")]
    assert found.examined["a.json"] == found.merge_base["a.json"]
    repo.path("b.json").rename(repo.path("y.json"))
    repo.path("y.json").write_bytes(b"two\r\n")
    assert [change.renamed_to for change in compared(repo).changes] == ["y.json"]


def test_line_endings_that_were_committed_as_they_are_are_no_change(repo: LedgerGit) -> None:
    repo.git("config", "core.autocrlf", "false")
    repo.checkout("main")
    repo.commit(a="one\r\n")
    repo.git("config", "core.autocrlf", "true")
    assert compared(repo).changes == ()


def test_modes_and_links_that_the_file_system_cannot_keep_are_no_change(repo: LedgerGit) -> None:
    repo.checkout("main")
    repo.path("s.json").symlink_to("a.json")
    repo.path("b.json").chmod(0o755)
    repo.commit()
    repo.git("config", "core.filemode", "false")
    repo.git("config", "core.symlinks", "false")
    repo.path("b.json").chmod(0o644)
    repo.path("a.json").chmod(0o755)
    repo.remove("s.json")
    repo.write("s.json", "a.json")
    assert compared(repo).changes == ()
    repo.write("s.json", "elsewhere")
    (change,) = compared(repo).changes
    assert (change.kind, change.before_mode, change.after_mode) == (ChangeKind.CHANGED, "120000", "120000")
    assert change.after is not None
    assert change.after.data == b"elsewhere"


def test_bits_of_the_index_hide_nothing(repo: LedgerGit) -> None:
    repo.git("update-index", "--assume-unchanged", f"{EVENTS}/a.json")
    repo.write("a.json", "ONE\n")
    assert told(compared(repo)) == [("a.json", "changed")]


def test_files_that_a_sparse_checkout_leaves_out_cannot_be_judged(repo: LedgerGit) -> None:
    repo.git("sparse-checkout", "set", "--no-cone", "/*", f"!{EVENTS}/a.json")
    assert not repo.path("a.json").exists()
    with pytest.raises(CannotExamine, match="sparse") as caught:
        compared(repo)
    assert "git sparse-checkout" in caught.value.hint


def test_what_cannot_be_read_now_is_a_change_that_says_so(repo: LedgerGit) -> None:
    repo.write("a.json", "x" * (MAX_BYTES + 1))
    (change,) = compared(repo).changes
    assert change.after == Source(change.before.origin, b"")
    assert change.after_unread.startswith(f"{MAX_BYTES + 1} bytes")
    assert change.unread == ""


@pytest.mark.parametrize("how", HOW)
def test_an_old_file_over_the_limit_is_compared_without_being_kept(repo: LedgerGit, how: str) -> None:
    repo.checkout("main")
    repo.commit(big="x" * (MAX_BYTES + 1))
    assert compared(repo, how, "HEAD").changes == ()
    repo.write("big.json", "y")
    (change,) = compared(repo, how, repo.git("rev-parse", "HEAD")).changes
    assert change.before.data == b""
    assert change.unread.startswith(f"{MAX_BYTES + 1} bytes")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_a_change(repo: LedgerGit) -> None:
    repo.path("a.json").chmod(0)
    (change,) = compared(repo).changes
    assert change.after_unread


def test_ids_that_were_noted_while_reading_are_not_computed_again(repo: LedgerGit) -> None:
    asked = Git(repo.root)
    store = NotingStore(DirectoryStore(StoreName.LEDGER, EVENTS, repo.root, EVENTS), blob_id_of(asked.object_format()))
    assert [entry.origin.name for entry in store.scan()] == ["a.json", "b.json"]
    assert store.ids == {name: git(repo.root, "hash-object", f"{EVENTS}/{name}") for name in ("a.json", "b.json")}
    base = find_base(asked, "main")
    assert compare_with_base(asked, base, EVENTS, Worktree(store.ids)).changes == ()
    noted = {"a.json": blob_id_of("sha1")(b"one\n"), "b.json": store.ids["a.json"]}
    repo.write("a.json", "changed since it was read\n")
    assert told(compare_with_base(asked, base, EVENTS, Worktree(noted))) == []  # b is as git would store it


def test_a_blob_id_is_what_git_gives() -> None:
    assert blob_id_of("sha1")(b"") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    assert blob_id_of("sha256")(b"x") == hashlib.sha256(b"blob 1\0x").hexdigest()


@pytest.mark.parametrize("how", HOW)
def test_a_sha256_repository_is_compared_by_its_own_ids(tmp_path: Path, how: str) -> None:
    root = tmp_path / "long"
    root.mkdir()
    git(root, "init", "-q", "-b", "main", "--object-format=sha256")
    repo = LedgerGit(root)
    repo.commit(a="one\n", b="two\n")
    repo.branch("topic")
    assert compared(repo, how).changes == ()
    repo.write("a.json", "ONE\n")
    found = compared(repo, how)
    assert told(found) == [("a.json", "changed")]
    assert len(found.examined["a.json"][1]) == 64


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_OBJECT_DIRECTORY"])
def test_variables_that_point_elsewhere_change_nothing(
    repo: LedgerGit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    repo.remove("b.json")
    repo.write("a.json", "ONE\n")
    monkeypatch.setenv(variable, str(tmp_path / "nowhere"))
    assert told(compared(repo)) == [("a.json", "changed"), ("b.json", "removed")]
    assert touched_paths(Git(repo.root), find_base(Git(repo.root), "main"), Worktree()) == {
        f"{EVENTS}/a.json",
        f"{EVENTS}/b.json",
    }


def test_a_linked_worktree_and_a_submodule_are_compared_as_what_they_hold(repo: LedgerGit, tmp_path: Path) -> None:
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"), "main")
    linked = LedgerGit(tmp_path / "linked")
    linked.remove("a.json")
    assert told(compared(linked)) == [("a.json", "removed")]
    outer = ledger_git(tmp_path / "outer")
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", "-b", "main", str(repo.root), "part")
    part = LedgerGit(outer.root / "part")
    part.write("b.json", "TWO\n")
    assert told(compared(part, base="origin/main")) == [("b.json", "changed")]
    # For the repository around it, what lies in the submodule is no file of its own.
    around = LedgerGit(outer.root, f"part/{EVENTS}")
    around.commit()
    assert compared(around, "revision", "HEAD").merge_base == {}


def test_a_squash_merge_and_an_octopus_merge_keep_what_was_there(repo: LedgerGit) -> None:
    repo.commit(t="1")
    for name in ("left", "right"):
        repo.branch(name, "main")
        repo.commit(**{name: "1"})
    repo.checkout("topic")
    repo.git("merge", "-q", "-m", "Octopus", "left", "right")
    found = compared(repo)
    assert found.changes == ()
    assert found.added == {"t.json", "left.json", "right.json"}
    repo.branch("squashed", "main")
    repo.git("merge", "-q", "--squash", "topic")
    assert compared(repo, "revision").added == {"t.json", "left.json", "right.json"}


@pytest.mark.parametrize("how", HOW)
def test_an_event_that_one_of_several_merge_bases_has_is_old(repo: LedgerGit, how: str) -> None:
    ours = repo.commit(ours="1")
    repo.checkout("main")
    theirs = repo.commit(theirs="1")
    repo.git("merge", "-q", "-m", "Merge", ours)
    repo.checkout("topic")
    repo.git("merge", "-q", "-m", "Merge", theirs)
    assert len(find_base(Git(repo.root), "main").merge_bases) == 2
    found = compared(repo, how)
    assert (found.changes, found.added) == ((), frozenset())
    assert found.merge_base.keys() == {"a.json", "b.json", "ours.json", "theirs.json"}
    repo.remove("ours.json")
    repo.remove("theirs.json")
    assert told(compared(repo, how)) == [("ours.json", "removed"), ("theirs.json", "removed")]


def test_what_one_merge_base_changed_and_both_sides_took_over_is_not_laid_to_this_change(repo: LedgerGit) -> None:
    ours = repo.commit(a="mended\n", b=None)
    repo.checkout("main")
    theirs = repo.commit(theirs="1")
    repo.git("merge", "-q", "-m", "Merge", ours)
    repo.checkout("topic")
    repo.git("merge", "-q", "-m", "Merge", theirs)
    assert len(find_base(Git(repo.root), "main").merge_bases) == 2
    found = compared(repo)
    assert found.changes == ()
    base = find_base(Git(repo.root), "main")
    for bases in (base.merge_bases, base.merge_bases[::-1]):
        again = compare_with_base(Git(repo.root), Base("main", base.tip, bases), EVENTS, Worktree())
        assert again.changes == ()
        assert again.merge_base["a.json"] == again.tip["a.json"]
    repo.write("a.json", "one\n")  # back to what it was before it was mended
    (change,) = compared(repo).changes
    assert (change.before.data, change.kind) == (b"mended\n", ChangeKind.CHANGED)
    repo.write("a.json", "third\n")
    assert sorted(change.before.data for change in compared(repo).changes) == [b"mended\n", b"one\n"]


@pytest.mark.parametrize("how", HOW)
def test_the_sides_that_differ_are_all_that_a_merge_needs(repo: LedgerGit, how: str) -> None:
    repo.checkout("main")
    repo.commit(a=None, b="theirs\n", main="1\n", both="1\n")
    repo.checkout("topic")
    for name, text in (("b.json", "ours\n"), ("own.json", "1\n"), ("both.json", "1\n")):
        repo.write(name, text)
    asked = Git(repo.root)
    examined = examined_as(repo, how)
    base = find_base(asked, "main")
    whole = compare_with_base(asked, base, EVENTS, examined)
    sides = sides_that_differ(asked, base, EVENTS, examined)
    assert sides.tip.keys() | sides.merge_base.keys() == {"a.json", "b.json", "main.json", "both.json"}
    assert sides.examined.keys() == {"a.json", "b.json", "both.json"}
    assert merge_files(sides.examined, sides.tip, sides.merge_base) == {
        name: outcome
        for name, outcome in merge_files(whole.examined, whole.tip, whole.merge_base).items()
        if outcome is not Merged.OURS
    }


def test_after_a_criss_cross_a_file_of_any_merge_base_is_an_old_one_for_the_merge(repo: LedgerGit) -> None:
    ours = repo.commit(ours="1")
    repo.checkout("main")
    theirs = repo.commit(theirs="1")
    repo.git("merge", "-q", "-m", "Merge", ours)
    repo.remove("ours.json")
    repo.remove("theirs.json")
    repo.commit()
    repo.checkout("topic")
    repo.git("merge", "-q", "-m", "Merge", theirs)
    base = find_base(Git(repo.root), "main")
    for bases in (base.merge_bases, base.merge_bases[::-1]):
        sides = sides_that_differ(Git(repo.root), Base("main", base.tip, bases), EVENTS, Worktree())
        assert sides.merge_base.keys() == sides.examined.keys() == {"ours.json", "theirs.json"}
        outcome = merge_files(sides.examined, sides.tip, sides.merge_base)
        assert outcome == {"ours.json": Merged.TIP, "theirs.json": Merged.TIP}


def test_sides_that_do_not_differ_are_empty(repo: LedgerGit) -> None:
    repo.write("own.json", "1")
    sides = sides_that_differ(Git(repo.root), find_base(Git(repo.root), "main"), EVENTS, Worktree())
    assert (dict(sides.examined), dict(sides.tip), dict(sides.merge_base)) == ({}, {}, {})


def test_a_partial_clone_without_an_old_version_says_how_to_get_it(repo: LedgerGit, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout", "--branch=topic")
    asked = Git(clone.root)
    base = find_base(asked, "origin/main")
    same = compare_with_base(asked, base, EVENTS, Revision(clone.git("rev-parse", "HEAD")))
    assert same.changes == ()
    clone.path("c.json").parent.mkdir(parents=True)
    clone.write("a.json", "one\n")
    with pytest.raises(CannotExamine, match=r"b\.json: .* partial clone") as caught:
        compare_with_base(asked, base, EVENTS, Worktree())
    assert caught.value.exit_code == 4
    assert "git fetch" in caught.value.hint


def test_an_object_that_is_lost_is_an_error_and_no_empty_file(repo: LedgerGit) -> None:
    blob = repo.git("rev-parse", f"HEAD:{EVENTS}/a.json")
    (repo.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    repo.write("a.json", "ONE\n")
    with pytest.raises(CannotExamine, match=r"a\.json") as caught:
        compared(repo)
    assert "git fsck" in caught.value.hint


def snapshot(root: Path) -> list[tuple[str, int, int, bytes]]:
    found = []
    for folder, _, names in os.walk(root):
        for path in [Path(folder), *(Path(folder) / name for name in names)]:
            about = path.lstat()
            data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
            found.append((str(path), about.st_mode, about.st_mtime_ns, data))
    return sorted(found)


@pytest.mark.parametrize("split", [False, True])
def test_comparing_writes_nothing(repo: LedgerGit, split: bool) -> None:
    if split:
        repo.git("update-index", "--split-index")
    repo.git("config", "core.autocrlf", "true")
    repo.write("a.json", "one\r\n")
    repo.remove("b.json")
    repo.write("c.json", "three\n")
    os.utime(repo.path("a.json"))
    before = snapshot(repo.root)
    compared(repo)
    asked = Git(repo.root)
    base = find_base(asked, "main")
    touched_paths(asked, base, Worktree())
    sides_that_differ(asked, base, EVENTS, Worktree())
    assert snapshot(repo.root) == before


def test_a_file_that_lies_here_but_was_taken_out_of_git_is_gone(repo: LedgerGit) -> None:
    repo.git("rm", "-q", "--cached", f"{EVENTS}/a.json")
    assert told(compared(repo)) == [("a.json", "removed")]
    repo.write("a.json", "ONE\n")
    assert told(compared(repo)) == [("a.json", "removed")]
    repo.write("a.json", "one\n")
    repo.git("commit", "-q", "-m", "Untrack")
    assert told(compared(repo)) == [("a.json", "removed")]
    repo.git("add", f"{EVENTS}/a.json")
    assert told(compared(repo)) == []
    (repo.root / ".git/index").unlink()  # nothing tells what will be committed
    assert told(compared(repo)) == []


def test_the_same_bytes_in_a_submodule_do_not_stand_in_for_the_ledger(repo: LedgerGit, tmp_path: Path) -> None:
    part = ledger_git(tmp_path / "part", "ledger/events")
    part.commit(a="one\n", b="two\n")
    repo.git("rm", "-q", "-r", ".fabric")
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(part.root), ".fabric")
    assert repo.path("a.json").read_text("utf-8") == "one\n"
    assert told(compared(repo)) == [("a.json", "removed"), ("b.json", "removed")]


@pytest.mark.parametrize("base", ["HEAD", "main"])
def test_what_a_merge_in_progress_drops_or_edits_is_told(repo: LedgerGit, base: str) -> None:
    repo.commit(own="1\n")
    repo.checkout("main")
    repo.commit(c="new\n", d="new\n")
    repo.checkout("topic")
    repo.git("merge", "-q", "--no-commit", "main")
    asked = Git(repo.root)

    def staged() -> list[tuple[str, str]]:
        found = replace(find_base(asked, base), incoming=incoming_merges(asked))
        return told(compare_with_base(asked, found, EVENTS, examined_as(repo, "index")))

    assert staged() == []
    repo.write("c.json", "edited\n")
    repo.remove("d.json")
    assert staged() == [("c.json", "changed"), ("d.json", "removed")]
    repo.git("merge", "--abort")
    assert incoming_merges(asked) == ()


def test_a_ledger_that_moved_at_the_tip_is_merged_by_name(repo: LedgerGit) -> None:
    repo.commit(own="1\n")
    repo.checkout("main")
    repo.git("mv", EVENTS, "events")
    LedgerGit(repo.root, "events").commit(c="three\n")
    repo.checkout("topic")
    asked = Git(repo.root)
    base = find_base(asked, "main")
    sides = sides_that_differ(asked, base, EVENTS, Worktree(), tip_folder="events")
    assert merge_files(sides.examined, sides.tip, sides.merge_base) == {"c.json": Merged.TIP}
    found = compare_with_base(asked, base, EVENTS, Worktree(), tip_folder="events")
    assert found.tip.keys() == {"a.json", "b.json", "c.json"}
    assert told(found) == []
