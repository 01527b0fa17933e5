"""A branch's whole life, in real repositories: every version of an event file that is not what is examined now."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.ledger_git import EVENTS, LedgerGit, ledger_git
from support.shared import git

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git
from fingerpost.repository.growth.file_change import ChangeKind, FileChange
from fingerpost.repository.growth.ledger_history import ledger_history
from fingerpost.repository.growth.ledger_state import Examined, Index, Revision, Worktree
from fingerpost.repository.index_store import read_index
from fingerpost.repository.locate import find_repository

WORKTREE = Worktree()


@pytest.fixture
def repo(tmp_path: Path) -> LedgerGit:
    return ledger_git(tmp_path / "repo")


def history(
    repo: LedgerGit, examined: Examined = WORKTREE, head: str = "HEAD", folders: Sequence[str] = ()
) -> tuple[FileChange, ...]:
    return ledger_history(Git(repo.root), folders or (repo.folder,), examined, head)


def told(changes: Sequence[FileChange]) -> list[tuple[str, str, str, str | None]]:
    return [
        (
            change.before.origin.name.removesuffix(".json"),
            change.kind.value,
            change.before.data.decode(),
            None if change.after is None else change.after.data.decode(),
        )
        for change in changes
    ]


def test_a_ledger_that_only_grew_has_nothing_to_tell(repo: LedgerGit) -> None:
    repo.commit(a="1")
    repo.commit(b="2")
    repo.write("c.json", "3")
    assert history(repo) == ()


def test_a_repository_without_a_commit_has_no_history(repo: LedgerGit) -> None:
    repo.write("a.json", "1")
    assert history(repo) == ()


def test_a_change_is_told_with_the_commit_that_made_it(repo: LedgerGit) -> None:
    repo.commit(a="1", b="1")
    changed = repo.commit(a="2")
    removed = repo.commit(b=None)
    first, second = history(repo)
    assert told((first, second)) == [("a", "changed", "1", "2"), ("b", "removed", "1", None)]
    assert (first.commits, first.since) == ((changed,), "its first version")
    assert second.commits == (removed,)


def test_every_version_that_was_replaced_is_told_in_the_order_of_history(repo: LedgerGit) -> None:
    repo.commit(a="broken")
    mended = repo.commit(a="mended")
    edited = repo.commit(a="edited")
    changes = history(repo)
    assert told(changes) == [("a", "changed", "broken", "edited"), ("a", "changed", "mended", "edited")]
    assert [change.commits for change in changes] == [(mended,), (edited,)]
    assert [change.since for change in changes] == ["its first version", "an earlier version"]


def test_what_was_restored_is_as_it_was(repo: LedgerGit) -> None:
    repo.commit(a="1", b="1", c="1")
    repo.commit(a="2", b=None, c="2")
    repo.commit(a="3", b="1", c=None)
    repo.commit(a="1", c="1")
    assert history(repo) == ()


def test_a_file_restored_to_a_later_version_has_lost_the_first(repo: LedgerGit) -> None:
    repo.commit(a="1")
    for text in ("2", "3", "2"):
        repo.commit(a=text)
    assert told(history(repo)) == [("a", "changed", "1", "2")]


def test_a_file_that_was_removed_and_came_back_otherwise_is_changed(repo: LedgerGit) -> None:
    repo.commit(a="1")
    repo.commit(a=None)
    repo.commit(a="2")
    assert told(history(repo)) == [("a", "changed", "1", "2")]


def test_what_is_not_committed_yet_counts(repo: LedgerGit) -> None:
    repo.commit(a="1", b="1")
    edited = repo.commit(a="2")
    repo.write("a.json", "3")
    repo.remove("b.json")
    changes = history(repo)
    assert told(changes) == [
        ("a", "changed", "1", "3"),
        ("a", "changed", "2", "3"),
        ("b", "removed", "1", None),
    ]
    assert [change.commits for change in changes] == [(edited,), (), ()]
    repo.git("add", "-A")
    staged = Index(read_index(find_repository(repo.root), {}).entries)
    assert told(history(repo, staged)) == told(changes)
    repo.write("a.json", "1")
    assert told(history(repo)) == [("b", "removed", "1", None)], "what was first is there again"


def test_a_revision_is_judged_by_its_own_history(repo: LedgerGit) -> None:
    repo.commit(a="1")
    middle = repo.commit(a="2")
    repo.commit(a="3")
    assert told(history(repo, Revision(middle), middle)) == [("a", "changed", "1", "2")]


def test_a_change_of_mode_is_told_until_it_is_undone(repo: LedgerGit) -> None:
    repo.commit(a="1")
    repo.path("a.json").chmod(0o755)
    repo.commit()
    (change,) = history(repo)
    assert (change.kind, change.before_mode, change.after_mode) == (ChangeKind.MODE, "100644", "100755")
    repo.path("a.json").chmod(0o644)
    repo.commit()
    assert history(repo) == ()


def test_a_file_that_was_a_symlink_for_a_while(repo: LedgerGit) -> None:
    repo.commit(a="1")
    repo.remove("a.json")
    repo.path("a.json").symlink_to("b.json")
    repo.commit()
    (change,) = history(repo)
    assert (change.kind, change.after_mode) == (ChangeKind.CHANGED, "120000")
    assert change.after is not None
    assert change.after.data == b"b.json"


def test_a_renamed_file_is_told_with_its_new_name(repo: LedgerGit) -> None:
    repo.commit(a="1", copy="2", b="2")
    repo.path("a.json").rename(repo.path("z.json"))
    repo.commit()
    repo.commit(b=None)
    repo.path("z.json").rename(repo.path("zz.json"))
    found = {change.before.origin.name: (change.kind, change.renamed_to) for change in history(repo)}
    assert found == {
        "a.json": (ChangeKind.REMOVED, None),
        "b.json": (ChangeKind.REMOVED, None),
        "z.json": (ChangeKind.RENAMED, "zz.json"),
    }
    repo.path("zz.json").rename(repo.path("z.json"))
    found = {change.before.origin.name: (change.kind, change.renamed_to) for change in history(repo)}
    assert found == {"a.json": (ChangeKind.RENAMED, "z.json"), "b.json": (ChangeKind.REMOVED, None)}


def two_branches(repo: LedgerGit) -> None:
    """On main a file of its own; on topic another, and topic is checked out."""
    repo.commit(a="1")
    repo.branch("topic")
    repo.commit(topic="1")
    repo.checkout("main")
    repo.commit(main="1")


@pytest.mark.parametrize("strategy", ["ours", "evil"])
def test_a_merge_that_drops_what_a_branch_added_is_seen(repo: LedgerGit, strategy: str) -> None:
    two_branches(repo)
    if strategy == "ours":
        repo.git("merge", "-q", "-s", "ours", "-m", "Merge", "topic")
    else:
        repo.git("merge", "-q", "--no-commit", "topic")
        repo.commit(topic=None)
    merge = repo.git("rev-parse", "HEAD")
    assert repo.git("log", "--format=%H", "-m", "--diff-filter=D", "--", EVENTS) == "", "git log hides it"
    changes = history(repo)
    assert told(changes) == [("topic", "removed", "1", None)]
    assert changes[0].commits == (merge,)


def test_a_merge_that_edits_what_both_sides_have_is_seen(repo: LedgerGit) -> None:
    two_branches(repo)
    repo.git("merge", "-q", "--no-commit", "topic")
    merge = repo.commit(a="2")
    changes = history(repo)
    assert told(changes) == [("a", "changed", "1", "2")]
    assert changes[0].commits == (merge,)


@pytest.mark.parametrize("merging", ["two-one-drop", "octopus"])
def test_an_octopus_merge_that_drops_or_edits_is_seen(repo: LedgerGit, merging: str) -> None:
    two_branches(repo)
    repo.branch("third", "main~")
    repo.commit(third="1")
    repo.checkout("main")
    repo.git("merge", "-q", "-m", "Octopus", "topic", "third")
    assert history(repo) == ()
    if merging == "octopus":
        repo.write("third.json", "2")
        repo.remove("topic.json")
        repo.write("a.json", "2")
        repo.git("add", "-A")
        repo.git("commit", "-q", "--amend", "-m", "Octopus")
        assert len(repo.git("rev-parse", "HEAD^@").split()) == 3
        expected = [("a", "changed", "1", "2"), ("third", "changed", "1", "2"), ("topic", "removed", "1", None)]
    else:
        repo.commit(third=None)
        expected = [("third", "removed", "1", None)]
    assert told(history(repo)) == expected


def test_of_two_originals_the_one_that_a_merge_did_not_keep_is_told(repo: LedgerGit) -> None:
    two_branches(repo)
    repo.commit(x="of main")
    repo.checkout("topic")
    repo.commit(x="of topic")
    repo.checkout("main")
    repo.git("merge", "-q", "-s", "recursive", "-X", "ours", "-m", "Merge", "topic")
    assert told(history(repo)) == [("x", "changed", "of topic", "of main")]
    # … even where the other one was kept elsewhere, and both were merged again.
    repo.checkout("topic")
    repo.git("merge", "-q", "-s", "ours", "-m", "Merge", "main~")
    repo.checkout("main")
    repo.git("merge", "-q", "-s", "ours", "-m", "Merge", "topic")
    assert told(history(repo)) == [("x", "changed", "of topic", "of main")]


def test_a_file_that_was_edited_put_back_and_edited_again_is_changed(repo: LedgerGit) -> None:
    for text in "1212":
        repo.commit(a=text)
    assert told(history(repo)) == [("a", "changed", "1", "2")]
    for mode in (0o755, 0o644, 0o755):
        repo.path("a.json").chmod(mode)
        repo.commit()
    assert [(change.kind.value, change.before_mode) for change in history(repo)] == [
        ("changed", "100644"),
        ("mode", "100644"),
    ]


def test_what_was_put_back_on_the_main_branch_is_restored_in_a_branch_that_merges_it(repo: LedgerGit) -> None:
    repo.commit(a="1")
    repo.commit(a="2")
    repo.branch("topic")
    repo.commit(topic="1")
    repo.checkout("main")
    repo.commit(a="1")
    repo.checkout("topic")
    repo.git("merge", "-q", "-m", "Merge", "main")
    assert history(repo) == ()


def test_an_original_that_another_branch_only_passed_through_is_told(repo: LedgerGit) -> None:
    two_branches(repo)
    for text in ("of main", "of topic", "of main"):
        repo.commit(x=text)
    repo.checkout("topic")
    repo.commit(x="of topic")
    repo.checkout("main")
    repo.git("merge", "-q", "-s", "recursive", "-X", "ours", "-m", "Merge", "topic")
    assert told(history(repo)) == [("x", "changed", "of topic", "of main")]


def test_a_merge_that_takes_a_change_over_is_not_what_made_it(repo: LedgerGit) -> None:
    two_branches(repo)
    repo.checkout("topic")
    made = repo.commit(a="2")
    repo.checkout("main")
    repo.git("merge", "-q", "-m", "Merge", "topic")
    changes = history(repo)
    assert told(changes) == [("a", "changed", "1", "2")]
    assert changes[0].commits == (made,)


def test_a_ledger_of_two_roots_is_followed_to_both(repo: LedgerGit) -> None:
    repo.commit(a="1")
    repo.git("checkout", "-q", "--orphan", "other")
    repo.git("rm", "-q", "-r", "--cached", ".")
    repo.remove("a.json")
    repo.commit(b="1")
    repo.commit(b="2")
    repo.checkout("main")
    repo.git("merge", "-q", "--allow-unrelated-histories", "-m", "Merge", "other")
    assert told(history(repo)) == [("b", "changed", "1", "2")]


def test_a_ledger_that_came_late(repo: LedgerGit) -> None:
    (repo.root / ".fabric").write_text("a file at first", encoding="utf-8")
    repo.commit()
    (repo.root / ".fabric").unlink()
    repo.commit(a="1")
    repo.commit(a="2")
    assert told(history(repo)) == [("a", "changed", "1", "2")]


def test_a_ledger_that_moved_is_followed_in_the_folders_it_had(repo: LedgerGit) -> None:
    repo.commit(a="1", b="1", c="1")
    repo.commit(c="2")
    (repo.root / EVENTS).rename(repo.root / "events")
    moved = LedgerGit(repo.root, "events")
    moved.commit(b=None, d="4")
    assert history(moved) == ()
    assert told(history(moved, folders=("events", EVENTS))) == [
        ("b", "removed", "1", None),
        ("c", "changed", "1", "2"),
    ]


def test_what_lies_deeper_or_is_no_event_file_does_not_count(repo: LedgerGit) -> None:
    repo.write("README.md", "1")
    repo.write("sub/x.json", "1")
    repo.commit(a="1")
    repo.remove("README.md")
    repo.remove("sub/x.json")
    repo.commit()
    assert history(repo) == ()


def test_a_submodule_in_the_ledger_folder_is_no_file(repo: LedgerGit, tmp_path: Path) -> None:
    part = ledger_git(tmp_path / "part")
    commit = part.commit(a="1")
    repo.commit(a="1")
    for step in (("--add", "--cacheinfo", f"160000,{commit},{EVENTS}/x.json"), ("--force-remove", f"{EVENTS}/x.json")):
        repo.git("update-index", *step)
        repo.git("commit", "-q", "-m", "Step")
    assert history(repo) == ()
    repo.git("rm", "-q", f"{EVENTS}/a.json")
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{commit},{EVENTS}/a.json")
    repo.git("commit", "-q", "-m", "Step")
    head = repo.git("rev-parse", "HEAD")
    assert told(history(repo, Revision(head))) == [("a", "removed", "1", None)]
    checkout = LedgerGit(tmp_path / "part")
    checkout.commit(a="2")
    assert told(history(checkout)) == [("a", "changed", "1", "2")]


@pytest.mark.parametrize("depth", [1, 2])
def test_a_shallow_clone_is_refused_with_the_fix(repo: LedgerGit, tmp_path: Path, depth: int) -> None:
    for text in "123":
        repo.commit(a=text)
    clone = repo.clone(tmp_path / "clone", f"--depth={depth}")
    with pytest.raises(CannotExamine) as caught:
        history(clone)
    assert caught.value.exit_code == 4
    for fix in ("fetch-depth: 0", "GIT_DEPTH: 0", "git fetch --unshallow"):
        assert fix in caught.value.hint
    git(clone.root, "fetch", "-q", "--unshallow")
    assert [row[2] for row in told(history(clone))] == ["1", "2"]


def test_a_clone_shallow_elsewhere_than_in_this_history_is_enough(repo: LedgerGit, tmp_path: Path) -> None:
    repo.commit(a="1")
    own = repo.commit(a="2")
    clone = repo.clone(tmp_path / "clone", "--branch=main")
    other = git(clone.root, "commit-tree", "-p", own, "-m", "Other", "HEAD^{tree}")
    (clone.root / ".git" / "shallow").write_text(f"{other}\n", encoding="ascii")
    assert Git(clone.root).is_shallow()
    assert told(history(clone)) == [("a", "changed", "1", "2")]


@pytest.mark.parametrize("kept", ["blob:none", "tree:0"])
def test_a_partial_clone_is_refused_with_the_fix(repo: LedgerGit, tmp_path: Path, kept: str) -> None:
    repo.commit(a="1")
    repo.commit(a="2")
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", f"--filter={kept}")
    with pytest.raises(CannotExamine) as caught:
        history(clone)
    assert "git fetch" in caught.value.hint


def test_grafts_and_replacements_of_this_clone_hide_nothing(repo: LedgerGit) -> None:
    start = repo.commit(a="1")
    for text in "23":
        repo.commit(a=text)
    expected = [("a", "changed", "1", "3"), ("a", "changed", "2", "3")]
    head = repo.git("rev-parse", "HEAD")
    grafts = repo.root / ".git" / "info" / "grafts"
    grafts.parent.mkdir(exist_ok=True)
    grafts.write_text(f"{head}\n", encoding="ascii")
    assert repo.git("rev-list", "HEAD") == head, "git itself follows the graft"
    assert told(history(repo)) == expected
    grafts.unlink()
    repo.git("replace", "--graft", head, start)
    assert told(history(repo)) == expected


def test_a_sha256_repository_has_its_history(tmp_path: Path) -> None:
    root = tmp_path / "long"
    root.mkdir()
    git(root, "init", "-q", "-b", "main", "--object-format=sha256")
    repo = LedgerGit(root)
    repo.commit(a="1")
    repo.commit(a="2")
    assert told(history(repo)) == [("a", "changed", "1", "2")]


def test_a_detached_head_and_a_linked_worktree_have_their_own_history(repo: LedgerGit, tmp_path: Path) -> None:
    repo.commit(a="1")
    middle = repo.commit(a="2")
    repo.commit(a="3")
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"), middle)
    linked = LedgerGit(tmp_path / "linked")
    assert told(history(linked)) == [("a", "changed", "1", "2")]


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_GRAFT_FILE"])
def test_variables_that_point_elsewhere_change_nothing(
    repo: LedgerGit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    repo.commit(a="1")
    repo.commit(a="2")
    monkeypatch.setenv(variable, str(tmp_path / "nowhere"))
    assert told(history(repo)) == [("a", "changed", "1", "2")]


def test_settings_of_a_person_change_nothing(repo: LedgerGit) -> None:
    repo.commit(a="same\n" * 20, b="1")
    repo.path("a.json").rename(repo.path("c.json"))
    repo.commit()
    expected = history(repo)
    assert [change.renamed_to for change in expected] == ["c.json"]
    for key, value in (
        ("diff.renames", "copies"),
        ("diff.noprefix", "true"),
        ("log.showSignature", "true"),
        ("diff.relative", "true"),
        ("core.quotePath", "true"),
        ("core.abbrev", "4"),
        ("diff.orderFile", "nowhere"),
    ):
        repo.git("config", key, value)
    assert history(repo) == expected


def test_odd_names_are_followed_as_they_are(tmp_path: Path) -> None:
    repo = ledger_git(tmp_path / "a repo 'with' \"quotes\" é", "a ledger/*é")
    names = ["two words.json", "quo\"te'.json", "é.json", "line\nbreak.json", "*.json", ":x.json", "b\udcff.json"]
    for text in ("1", "2"):
        for name in names:
            repo.write(name, text)
        repo.commit()
    changes = history(repo)
    assert [change.before.origin.name for change in changes] == sorted(
        names, key=lambda name: name.encode("utf-8", "surrogateescape")
    )
    assert {change.before.data for change in changes} == {b"1"}
    assert {change.kind for change in changes} == {ChangeKind.CHANGED}


def test_a_merge_of_a_long_branch_asks_for_no_more_bytes_than_changed(
    repo: LedgerGit, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit(**{f"m{number}": "1" for number in range(50)})
    repo.branch("topic")
    repo.commit(**{f"t{number}": str(number) for number in range(50)})
    repo.checkout("main")
    repo.commit(m0="2")
    repo.git("merge", "-q", "-m", "Merge", "topic")
    asked: list[str] = []
    blobs = Git.blobs

    def counted(self: Git, ids: Sequence[str], limit: int | None = None) -> object:
        asked.extend(ids)
        return blobs(self, ids, limit)

    monkeypatch.setattr(Git, "blobs", counted)
    assert told(history(repo)) == [("m0", "changed", "1", "2")]
    assert len(asked) == 1


@pytest.fixture(scope="module")
def playground(tmp_path_factory: pytest.TempPathFactory) -> LedgerGit:
    return ledger_git(tmp_path_factory.mktemp("play") / "repo")


@given(
    lines=st.lists(st.sampled_from([None, "1", "2", "3"]), min_size=1, max_size=6),
)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_is_told_only_where_the_first_version_is_there(playground: LedgerGit, lines: list[str | None]) -> None:
    """Whatever happens to one file: silence means that it is as it was first, or was never there."""
    playground.git("checkout", "-q", "--orphan", "again")
    playground.git("rm", "-q", "-r", "-f", "--ignore-unmatch", ".")
    for text in lines:
        path = playground.path("a.json")
        path.unlink(missing_ok=True)
        if text is not None:
            playground.write("a.json", text)
        playground.commit()
    head = playground.git("rev-parse", "HEAD")
    playground.git("checkout", "-q", "--detach")
    if "again" in playground.git("branch", "--list", "again"):
        playground.git("branch", "-q", "-D", "again")
    first = next((text for text in lines if text is not None), None)
    changes = history(playground, Revision(head), head)
    if changes == ():
        assert first == lines[-1]
    elif None not in lines:
        assert first != lines[-1]
    assert all(change.before.data.decode() in lines for change in changes)


CONTENTS = st.sampled_from([None, "1", "2"])


@st.composite
def graphs(draw: st.DrawFn) -> list[tuple[list[int], dict[str, str | None]]]:
    """Commits by number: their parents, and what they hold, which owes nothing to what the parents hold."""
    commits: list[tuple[list[int], dict[str, str | None]]] = []
    for number in range(draw(st.integers(1, 7))):
        parents = draw(st.lists(st.integers(0, number - 1), max_size=3, unique=True)) if number else []
        commits.append((parents, {"a.json": draw(CONTENTS), "b.json": draw(CONTENTS)}))
    return commits


A_VERSION_THAT_ALSO_BEGAN_ELSEWHERE = [
    ([], {"a.json": None, "b.json": "1"}),
    ([0], {"a.json": None, "b.json": "2"}),
    ([], {"a.json": None, "b.json": "2"}),
    ([2, 1], {"a.json": None, "b.json": "1"}),
]


@given(graph=graphs())
@example(graph=A_VERSION_THAT_ALSO_BEGAN_ELSEWHERE)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_version_of_any_graph_is_missed(
    playground: LedgerGit, graph: list[tuple[list[int], dict[str, str | None]]]
) -> None:
    """Each version of each commit that the last one reaches is there, is told, or came after what is there."""
    lines = []
    for number, (parents, files) in enumerate(graph):
        lines += ["commit refs/heads/graph", f"mark :{number + 1}", f"committer A <a@b> {number} +0000", "data 0", ""]
        lines += [f"{'from' if place == 0 else 'merge'} :{parent + 1}" for place, parent in enumerate(parents)]
        lines += ["deleteall"]
        for name, text in files.items():
            if text is not None:
                lines += [f"M 100644 inline {EVENTS}/{name}", "data 1", text]
        lines += ["", "reset refs/heads/graph"] if number + 1 < len(graph) and not graph[number + 1][0] else [""]
    Git(playground.root).run("fast-import", "--quiet", "--force", stdin="\n".join(lines).encode() + b"\n")
    head = playground.git("rev-parse", "refs/heads/graph")
    reached, waiting = set(), [len(graph) - 1]
    while waiting:
        number = waiting.pop()
        reached.add(number)
        waiting += graph[number][0]
    now = graph[-1][1]
    changes = {(row[0], row[2]) for row in told(history(playground, Revision(head), head))}
    for name in ("a", "b"):
        file = f"{name}.json"
        ever = {graph[number][1][file] for number in reached} - {None, now[file]}
        found = {text for named, text in changes if named == name}
        assert found <= ever
        for text in ever - found:
            # Not told: then it was made of what is there now, and no commit that it came from began with it.
            began = [
                number
                for number in reached
                if graph[number][1][file] == text and all(graph[parent][1][file] is None for parent in graph[number][0])
            ]
            assert now[file] is not None
            assert not began or all(graph[number][0] for number in began)


def test_following_a_history_writes_nothing(repo: LedgerGit) -> None:
    for text in "12":
        repo.commit(a=text)
    repo.write("a.json", "3")

    def snapshot() -> list[tuple[str, int, int]]:
        found = []
        for folder, _, names in os.walk(repo.root):
            for name in (".", *names):
                about = (Path(folder) / name).lstat()
                found.append((f"{folder}/{name}", about.st_mode, about.st_mtime_ns))
        return sorted(found)

    before = snapshot()
    assert len(history(repo)) == 2
    assert snapshot() == before


def test_the_same_bytes_in_a_submodule_do_not_stand_in_for_the_ledger(repo: LedgerGit, tmp_path: Path) -> None:
    part = ledger_git(tmp_path / "part", "ledger/events")
    part.commit(a="1")
    repo.commit(a="1")
    repo.git("rm", "-q", "-r", ".fabric")
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(part.root), ".fabric")
    assert told(history(repo)) == [("a", "removed", "1", None)]
    repo.git("commit", "-q", "-m", "Step")
    assert told(history(repo)) == [("a", "removed", "1", None)]
