"""What the trees of a commit held: facts of real histories, told from the checkout, a revision and other clones."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from support.events import Wire, as_bytes, created, ident
from support.ledger_git import EVENTS, LedgerGit, ledger_git
from support.shared import git, make_repository

from fingerpost.cli.commit_facts import commit_facts, looking_at
from fingerpost.cli.commit_then import commit_then
from fingerpost.cli.reading import find_place, read_ledger
from fingerpost.cli.reading_options import ReadingOptions
from fingerpost.ledger.events import Record
from fingerpost.reporter.claims.facts import CommitThen

LATER = {"occurred_at": "2026-03-05T00:00:00Z"}
EARLIER = {"occurred_at": "2026-03-01T00:00:00Z"}


def evt(*numbers: int) -> frozenset[str]:
    return frozenset(ident("evt", number) for number in numbers)


def add(repo: LedgerGit, *events: Wire) -> str:
    """Commit these events, each in its own file, and whatever else lies there."""
    return repo.commit(**{event["event_id"]: as_bytes(event).decode() for event in events})


def then_of(root: Path, commit: str, **options: Any) -> CommitThen | None:
    asked = ReadingOptions(**options)
    place = find_place(root, asked)
    with looking_at(place, commit, asked) as taken:
        ledger = read_ledger(place, place.stores(), asked)
        trees = taken()
        assert place.repository.git is not None
        if trees is None:
            return None
        fact = commit_facts(place.repository.git, [commit])[commit]
        return commit_then(place.repository.git, trees, fact.time, ledger.history)


def told(root: Path, commit: str, **options: Any) -> CommitThen:
    then = then_of(root, commit, **options)
    assert then is not None
    return then


def present(then: CommitThen) -> tuple[Collection[str] | None, Collection[str]]:
    return None if then.first_parent is None else then.first_parent.present, then.own.present


@pytest.fixture(params=["sha1", "sha256"])
def repo(tmp_path: Path, request: pytest.FixtureRequest) -> LedgerGit:
    root = tmp_path / "a repo é"
    root.mkdir()
    git(root, "init", "-q", "-b", "main", f"--object-format={request.param}")
    return LedgerGit(root)


def test_a_commit_has_what_its_parent_had_and_what_it_adds(repo: LedgerGit) -> None:
    first = add(repo, created(1))
    second = add(repo, created(2))
    add(repo, created(3))
    for options in ({}, {"revision": "HEAD"}, {"revision": second}):
        assert present(told(repo.root, second, **options)) == (evt(1), evt(1, 2))
        root = told(repo.root, first, **options)
        assert present(root) == (None, evt(1))
        assert root.touched == (f"{EVENTS}/{ident('evt', 1)}.json",)
        assert (root.own.altered, root.lost) == ({}, frozenset())


def test_touched_paths_are_those_that_differ_from_the_first_parent(repo: LedgerGit) -> None:
    names = ["a b.txt", 'quo"te.txt', "größe.txt", "new\nline.txt", os.fsdecode(b"no\xffutf8.txt"), "deep/er/x"]
    add(repo, created(1))
    for name in names:
        place = Path(os.fsdecode(os.fsencode(f"{repo.root}/{name}")))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("x\n", encoding="utf-8")
    assert told(repo.root, repo.commit()).touched == tuple(sorted(names))
    (repo.root / "a b.txt").rename(repo.root / "c.txt")
    moved = repo.commit()
    assert told(repo.root, moved).touched == ("a b.txt", "c.txt")
    repo.branch("side", "HEAD~1")
    (repo.root / "side.txt").write_text("side\n", encoding="utf-8")
    add(repo, created(2))
    repo.checkout("main")
    repo.git("merge", "-q", "--no-ff", "side", "-m", "Merge")
    merge = told(repo.root, repo.git("rev-parse", "HEAD"))
    assert merge.touched == (f"{EVENTS}/{ident('evt', 2)}.json", "side.txt")
    assert present(merge) == (evt(1), evt(1, 2))


def test_the_commits_of_a_merged_branch_have_their_own_trees(repo: LedgerGit) -> None:
    add(repo, created(1))
    repo.branch("side")
    created_there = add(repo, created(2))
    after = repo.commit(README="on the branch\n")
    repo.checkout("main")
    meanwhile = add(repo, created(3))
    repo.git("merge", "-q", "--no-ff", "side", "-m", "Merge")
    merge = repo.git("rev-parse", "HEAD")
    assert present(told(repo.root, created_there)) == (evt(1), evt(1, 2))
    assert present(told(repo.root, after))[0] == evt(1, 2)
    assert present(told(repo.root, meanwhile)) == (evt(1), evt(1, 3))
    assert present(told(repo.root, merge)) == (evt(1, 3), evt(1, 2, 3))


def test_rebased_squashed_amended_and_picked_commits_each_have_their_own_trees(repo: LedgerGit) -> None:
    base = add(repo, created(1))
    repo.branch("work")
    pair = [add(repo, created(2)), add(repo, created(3))]
    repo.checkout("main")
    add(repo, created(4))
    repo.git("checkout", "-q", "work")
    repo.git("rebase", "-q", "main")
    rebased = repo.git("rev-parse", "HEAD~1")
    repo.git("commit", "-q", "--amend", "-m", "Other words")
    repo.git("checkout", "-q", "-b", "picked", base)
    repo.git("cherry-pick", pair[1])
    picked = repo.git("rev-parse", "HEAD")
    repo.checkout("main")
    repo.git("merge", "-q", "--squash", "work")
    squashed = repo.commit()
    repo.git("branch", "-q", "-D", "work")
    assert present(told(repo.root, pair[0])) == (evt(1), evt(1, 2))
    assert present(told(repo.root, rebased)) == (evt(1, 4), evt(1, 2, 4))
    assert present(told(repo.root, picked)) == (evt(1), evt(1, 3))
    assert present(told(repo.root, squashed)) == (evt(1, 4), evt(1, 2, 3, 4))
    facts = commit_facts(find_place(repo.root, ReadingOptions()).repository.git, [*pair, rebased, squashed, picked])
    assert [facts[each].resolution for each in (*pair, rebased, squashed, picked)] == [
        *("unreachable", "unreachable", "unreachable", "exact", "exact")
    ]
    assert facts[pair[1]].candidates == (picked,)  # the same patch
    assert facts[pair[0]].candidates == facts[squashed].candidates == ()


def test_candidates_by_patch_come_before_those_by_tree_and_reachable_ones_have_none(repo: LedgerGit) -> None:
    add(repo, created(1))
    repo.branch("work")
    add(repo, created(2))
    tip = add(repo, created(3))
    repo.checkout("main")
    repo.git("cherry-pick", tip)
    picked = repo.git("rev-parse", "HEAD")
    repo.git("checkout", "-q", "-b", "squashed", "HEAD~1")
    repo.git("merge", "-q", "--squash", "work")
    squashed = repo.commit()
    repo.git("branch", "-q", "-D", "work")
    facts = commit_facts(find_place(repo.root, ReadingOptions()).repository.git, [tip, tip[:9], picked])
    assert facts[tip].candidates == facts[tip[:9]].candidates == (picked, squashed)
    assert facts[picked].candidates == ()


def test_an_event_that_was_edited_since_is_given_as_it_was(repo: LedgerGit) -> None:
    first = add(repo, created(1, text="As it was"), created(2))
    second = add(repo, created(1, text="As it became"))
    add(repo, created(3))
    for options in ({}, {"revision": "HEAD"}):
        then = told(repo.root, first, **options)
        assert then.own.altered.keys() == evt(1)
        [event] = then.own.altered.values()
        assert event is not None
        assert isinstance(event.payload, Record)
        assert event.payload.text == "As it was"
        later = told(repo.root, second, **options)
        assert later.first_parent is not None
        assert later.first_parent.altered == then.own.altered
        assert later.own.altered == {}
    assert told(repo.root, second, revision=first).own.altered.keys() == evt(1)


def test_what_lies_changed_or_removed_in_the_checkout_is_told_too(repo: LedgerGit) -> None:
    only = add(repo, created(1), created(2), created(3), created(4))
    path = repo.path(f"{ident('evt', 1)}.json")
    times = path.stat()
    text = path.read_bytes()
    path.write_bytes(text.replace(b"number 1", b"NUMBER 1"))
    repo.remove(f"{ident('evt', 2)}.json")
    repo.git("rm", "-q", "--cached", f"{EVENTS}/{ident('evt', 3)}.json")
    then = told(repo.root, only)
    assert present(then) == (None, evt(1, 2, 3, 4))
    assert then.own.altered.keys() == evt(1, 2)
    assert all(event is not None for event in then.own.altered.values())
    path.write_bytes(text)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 5_000_000_000))
    assert told(repo.root, only).own.altered.keys() == evt(2)
    assert told(repo.root, only, revision="HEAD").own.altered == {}


@pytest.mark.parametrize("how", ["split", "sparse", "no index"])
def test_an_unusual_index_hides_nothing(repo: LedgerGit, how: str) -> None:
    only = add(repo, created(1), created(2))
    if how == "split":
        repo.git("update-index", "--split-index")
    elif how == "sparse":
        repo.git("sparse-checkout", "set", ".fabric")
    else:
        (repo.root / ".git/index").unlink()
    path = repo.path(f"{ident('evt', 1)}.json")
    path.write_bytes(path.read_bytes().replace(b"number 1", b"NUMBER 1"))
    assert told(repo.root, only).own.altered.keys() == evt(1)


def test_a_removed_event_is_given_as_it_was_and_a_broken_one_as_none(repo: LedgerGit) -> None:
    first = repo.commit(**{ident("evt", 1): as_bytes(created(1)).decode(), ident("evt", 2): "{broken"})
    second = repo.commit(**{ident("evt", 1): None, ident("evt", 2): None, ident("evt", 3): "{broken too"})
    then = told(repo.root, second)
    assert present(then) == (evt(1, 2), evt(3))
    assert then.first_parent is not None
    assert then.first_parent.altered[ident("evt", 1)] is not None
    assert then.first_parent.altered[ident("evt", 2)] is None
    assert then.own.altered == {ident("evt", 3): None}
    assert told(repo.root, first).own.altered == then.first_parent.altered


def test_symlinks_and_strays_are_no_events_and_odd_names_are_read(repo: LedgerGit) -> None:
    repo.path("x").parent.mkdir(parents=True)
    repo.path(f"{ident('evt', 7)}.json").symlink_to("elsewhere")
    (repo.path("deeper")).mkdir()
    repo.write("deeper/deep.json", as_bytes(created(8)).decode())
    repo.write("README.md", "no event\n")
    repo.write(os.fsdecode(b"bad\xff.json"), "{}")
    repo.write("note.json", as_bytes(created(5)).decode())
    only = add(repo, created(1))
    then = told(repo.root, only)
    assert present(then)[1] == evt(1, 5)
    assert then.own.altered.keys() == evt(5)


def test_events_that_were_lost_on_the_way_are_told_where_they_are_dated_later(repo: LedgerGit) -> None:
    add(repo, created(1, event=LATER), created(2, event=EARLIER))
    repo.commit(**{ident("evt", 1): None, ident("evt", 2): None})
    third = repo.commit(README="x\n")
    add(repo, created(1, event=LATER), created(2, event=EARLIER), created(3, event=LATER))
    then = told(repo.root, third)
    assert present(then) == (frozenset(), frozenset())
    assert then.lost == evt(1)
    assert told(repo.root, third, revision="HEAD").lost == evt(1)


def test_what_a_merge_dropped_is_lost_too(repo: LedgerGit) -> None:
    add(repo, created(1))
    repo.branch("side")
    add(repo, created(2, event=LATER))
    repo.checkout("main")
    repo.commit(README="x\n")
    repo.git("merge", "-q", "-s", "ours", "side", "-m", "Dropped")
    merge = repo.git("rev-parse", "HEAD")
    after = repo.commit(README="y\n")
    add(repo, created(2, event=LATER))
    assert told(repo.root, merge).lost == told(repo.root, after).lost == evt(2)


def config(repo: LedgerGit, text: str) -> None:
    place = repo.root / ".fabric/config.yaml"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def test_areas_and_folder_are_those_of_each_trees_own_config(repo: LedgerGit) -> None:
    config(repo, "repo: billing\nareas:\n  one: {paths: [a/**]}\n")
    first = add(repo, created(1), created(2, event=LATER))
    repo.commit(**{ident("evt", 2): None})
    config(repo, "repo: billing\nstorage: {events: led ger}\nareas:\n  two: {paths: [b/**]}\n")
    repo.git("mv", EVENTS, "led ger")
    moved = repo.commit()
    elsewhere = LedgerGit(repo.root, "led ger")
    last = add(elsewhere, created(3), created(2, event=LATER))
    then = told(repo.root, moved)
    assert present(then) == (evt(1), evt(1))
    assert then.first_parent is not None
    assert then.first_parent.areas == {"one": ("a/**",)}
    assert then.own.areas == {"two": ("b/**",)}
    assert then.own.altered == then.first_parent.altered == {}
    assert then.lost == evt(2)
    assert present(told(repo.root, first, revision=last))[1] == evt(1, 2)
    assert then_of(repo.root, first, ledger="led ger") is None  # its own ledger lies elsewhere
    assert present(told(repo.root, last, ledger="led ger"))[1] == evt(1, 2, 3)


def test_the_folder_of_our_own_config_comes_first_unless_the_config_is_another_file(repo: LedgerGit) -> None:
    (repo.root / "fingerpost.toml").write_text('ledger = "log"\n', encoding="utf-8")
    other = LedgerGit(repo.root, "log")
    only = add(other, created(1))
    assert present(told(repo.root, only)) == (None, evt(1))
    away = repo.root.parent / "own.toml"
    away.write_text('ledger = "log"\n', encoding="utf-8")
    (repo.root / "fingerpost.toml").unlink()
    bare = repo.commit()
    assert present(told(repo.root, bare, config=away)) == (evt(1), evt(1))


def test_a_commit_before_the_ledger_has_none_of_it(repo: LedgerGit) -> None:
    (repo.root / "code").write_text("x\n", encoding="utf-8")
    before = repo.commit()
    first = add(repo, created(1, event=LATER))
    then = told(repo.root, before)
    assert present(then) == (None, frozenset())
    assert (then.touched, then.lost) == (("code",), frozenset())
    assert present(told(repo.root, first)) == (frozenset(), evt(1))
    repo.git("rm", "-q", "-r", EVENTS)
    gone = repo.commit()
    repo.git("revert", "--no-edit", gone)
    assert present(told(repo.root, gone)) == (evt(1), frozenset())


def test_a_shallow_clone_says_what_it_has(tmp_path: Path) -> None:
    repo = ledger_git(tmp_path / "full")
    commits = [add(repo, created(number)) for number in (1, 2, 3)]
    add(repo, created(4, event=LATER))
    cut = repo.clone(tmp_path / "cut", "--depth=3")
    assert then_of(cut.root, commits[1]) is None  # the cut is at it
    then = told(cut.root, commits[2])  # the cut is below it
    assert present(then) == (evt(1, 2), evt(1, 2, 3))
    assert then.lost == evt(4)  # nobody can say that no ancestor held it
    facts = commit_facts(find_place(cut.root, ReadingOptions()).repository.git, commits)
    assert [facts[each].resolution for each in commits] == ["unknown", "exact", "exact"]  # the cut is above the first
    assert told(repo.root, commits[2]).lost == frozenset()


@pytest.mark.parametrize("kind", ["blob:none", "tree:0"])
def test_a_partial_clone_says_what_it_has_and_fetches_nothing(tmp_path: Path, kind: str) -> None:
    repo = ledger_git(tmp_path / "full", uploadpack_allowFilter="true")
    config(repo, "repo: billing\nareas:\n  one: {paths: [a/**]}\n")
    first = add(repo, created(1), created(2))
    second = add(repo, created(1, text="Other words"))
    last = add(repo, created(3))
    part = repo.clone(tmp_path / "part", f"--filter={kind}")
    before = objects(part.root)
    if kind == "tree:0":
        assert then_of(part.root, first) is None
        assert then_of(part.root, second) is None
    else:
        then = told(part.root, second)
        assert present(then) == (evt(1, 2), evt(1, 2))
        assert then.first_parent is not None
        assert then.first_parent.altered == {ident("evt", 1): None}  # its bytes were left out
        assert (then.own.altered, then.own.areas) == ({}, {"one": ("a/**",)})
        assert present(told(part.root, last)) == (evt(1, 2), evt(1, 2, 3))
    assert objects(part.root) == before


def objects(root: Path) -> str:
    return git(root, "cat-file", "--batch-all-objects", "--batch-check")


def test_a_config_that_a_partial_clone_left_out_says_that_nobody_knows(tmp_path: Path) -> None:
    repo = ledger_git(tmp_path / "full", uploadpack_allowFilter="true")
    config(repo, "repo: billing\n")
    first = add(repo, created(1))
    config(repo, "repo: billing\nareas: {}\n")
    add(repo, created(2))
    part = repo.clone(tmp_path / "part", "--filter=blob:none")
    assert then_of(part.root, first) is None
    assert told(repo.root, first).own.areas == {}


def test_linked_worktrees_tell_the_same_of_one_commit(tmp_path: Path) -> None:
    repo = ledger_git(tmp_path / "main")
    first = add(repo, created(1))
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    linked = LedgerGit(tmp_path / "linked")
    second = add(linked, created(2))
    for root in (repo.root, linked.root):
        assert present(told(root, second)) == (evt(1), evt(1, 2))
        assert present(told(root, first)) == (None, evt(1))
    # Where the event does not lie it is read from the tree; where it does, its id is enough.
    assert told(repo.root, second).own.altered.keys() == evt(2)
    assert told(linked.root, second).own.altered == {}


def test_unborn_branches_and_unreachable_commits_are_told_by_their_trees(repo: LedgerGit) -> None:
    lost = add(repo, created(1))
    repo.git("checkout", "-q", "--orphan", "new")
    assert present(told(repo.root, lost)) == (None, evt(1))
    repo.git("branch", "-q", "-D", "main")
    assert told(repo.root, lost).own.altered == {}
    repo.path(f"{ident('evt', 1)}.json").write_bytes(b"{")
    assert told(repo.root, lost).own.altered.keys() == evt(1)


def test_a_parent_that_was_pruned_makes_the_commit_unknown(tmp_path: Path) -> None:
    repo = ledger_git(tmp_path / "r")
    first = add(repo, created(1))
    second = add(repo, created(2))
    (repo.root / f".git/objects/{first[:2]}/{first[2:]}").unlink()
    assert then_of(repo.root, second, as_of="2026-03-03T00:00:00Z") is None


def test_looking_at_trees_leaves_the_git_folder_as_it_was(repo: LedgerGit) -> None:
    first = add(repo, created(1, text="Was"), created(2))
    add(repo, created(1))
    path = repo.path(f"{ident('evt', 2)}.json")
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 5_000_000_000))  # git would like to refresh the index
    before = state(repo.root / ".git")
    assert told(repo.root, first).own.altered.keys() == evt(1)
    assert state(repo.root / ".git") == before


def state(folder: Path) -> dict[str, tuple[int, str]]:
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mtime_ns,
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
        )
        for path in sorted(folder.rglob("*"))
    }


def test_without_git_nothing_is_looked_at(tmp_path: Path) -> None:
    root = tmp_path / "plain"
    (root / EVENTS).mkdir(parents=True)
    asked = ReadingOptions()
    place = find_place(root, asked)
    with looking_at(place, "5d" * 20, asked) as taken:
        assert taken() is None
    make_repository(tmp_path / "empty")
    with looking_at(find_place(tmp_path / "empty", asked), None, asked) as taken:
        assert taken() is None
    with looking_at(find_place(tmp_path / "empty", asked), "5d" * 20, asked) as taken:
        assert taken() is None
