"""What a merge with the base's tip gives: the three-way formula beside git's own, and the store that reads it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import created, ident
from support.shared import git, make_repository

from fingerpost.ledger.load import load
from fingerpost.repository.git import Git, Withheld
from fingerpost.repository.growth.ledger_state import LedgerState
from fingerpost.repository.growth.merged_store import (
    BaseName,
    Merged,
    MergedStore,
    merge_files,
    merged_paths,
    merged_store,
)
from fingerpost.repository.index_store import read_index
from fingerpost.repository.locate import find_repository
from fingerpost.repository.source import Obstacle, Origin, Reader, Source, Store, StoreName, Unread
from fingerpost.repository.stores import open_stores

LEDGER = ".fabric/ledger/events"

entries = st.tuples(st.sampled_from(["100644", "100644", "100755", "120000"]), st.sampled_from(["x", "y", "z"]))
names = st.sampled_from(["a.json", "b.json", "é.json", "\U0001f600.json", "d e.json"])
states = st.dictionaries(names, entries)
regular = st.dictionaries(names, entries.filter(lambda entry: entry[0] == "100644"))


def test_each_way_a_file_can_go() -> None:
    one, two, three = ("100644", "1"), ("100644", "2"), ("100644", "3")
    base = dict.fromkeys(("same", "ours", "tip", "alike", "both", "gone", "lost", "cut", "left"), one)
    ours = {
        "same": one,
        "ours": two,
        "tip": one,
        "alike": two,
        "both": two,
        "lost": one,
        "left": two,
        "new": one,
        "new-alike": one,
        "new-both": one,
    }
    tip = {
        "same": one,
        "ours": one,
        "tip": two,
        "alike": two,
        "both": three,
        "gone": one,
        "cut": two,
        "added": one,
        "new-alike": one,
        "new-both": two,
    }
    assert merge_files(ours, tip, base) == {
        "ours": Merged.OURS,
        "gone": Merged.OURS,
        "new": Merged.OURS,
        "tip": Merged.TIP,
        "lost": Merged.TIP,
        "added": Merged.TIP,
        "both": Merged.CONFLICT,
        "cut": Merged.CONFLICT,
        "left": Merged.CONFLICT,
        "new-both": Merged.CONFLICT,
    }


def test_whether_a_file_may_be_executed_is_no_change_of_its_events() -> None:
    plain, executable, edited = {"a": ("100644", "1")}, {"a": ("100755", "1")}, {"a": ("100644", "2")}
    assert merge_files(executable, plain, edited) == {"a": Merged.OURS}
    assert merge_files(executable, edited, plain) == {"a": Merged.TIP}
    assert merge_files(edited, executable, plain) == {"a": Merged.OURS}
    assert merge_files({"a": ("120000", "1")}, edited, plain) == {"a": Merged.CONFLICT}


@settings(max_examples=200, deadline=None)
@given(ours=states, tip=states, base=states)
def test_neither_side_is_preferred(ours: LedgerState, tip: LedgerState, base: LedgerState) -> None:
    swapped = {Merged.OURS: Merged.TIP, Merged.TIP: Merged.OURS, Merged.CONFLICT: Merged.CONFLICT}
    here, there = merge_files(ours, tip, base), merge_files(tip, ours, base)
    assert here.keys() == there.keys() == {name for name in {*ours, *tip} if ours.get(name) != tip.get(name)}
    for name, outcome in here.items():
        alike = name in ours and name in tip and {ours[name][0], tip[name][0]} == {"100644", "100755"}
        if not (alike and ours[name][1] == tip[name][1]):
            assert there[name] is swapped[outcome]


@settings(max_examples=200, deadline=None)
@given(ours=states, base=states)
def test_a_side_that_did_nothing_gives_way(ours: LedgerState, base: LedgerState) -> None:
    assert merge_files(ours, ours, base) == {}
    assert set(merge_files(ours, base, base).values()) <= {Merged.OURS}
    assert Merged.CONFLICT not in merge_files(base, ours, base).values()
    assert set(merge_files(ours, {}, {}).values()) <= {Merged.OURS}
    assert set(merge_files({}, ours, {}).values()) <= {Merged.TIP}


@settings(max_examples=200, deadline=None)
@given(ours=regular, tip=regular, base=regular)
def test_the_paths_are_those_of_the_merged_files(ours: LedgerState, tip: LedgerState, base: LedgerState) -> None:
    present = {name for name in ours if tip.get(name) == ours[name]}
    removed_and_changed = set()
    for name, outcome in merge_files(ours, tip, base).items():
        sides = {Merged.OURS: (ours,), Merged.TIP: (tip,), Merged.CONFLICT: (ours, tip)}[outcome]
        if any(name in side for side in sides):
            present.add(name)
        if outcome is Merged.CONFLICT and not (name in ours and name in tip):
            removed_and_changed.add(name)
    paths = merged_paths(ours.keys(), tip.keys(), base.keys())
    assert paths | removed_and_changed == present
    assert paths == merged_paths(tip.keys(), ours.keys(), base.keys())


def imported(root: Path, **commits: LedgerState) -> None:
    """Make a branch of each of these folders: ``base``, then the others from it. A blob's id is its text."""
    lines = []
    for branch, state in commits.items():
        lines += [f"commit refs/heads/{branch}", "committer Mara Lind <mara@example.invalid> 1772442000 +0000"]
        lines += ["data 0", *([] if branch == "base" else ["from refs/heads/base"]), "deleteall"]
        for name, (mode, text) in state.items():
            lines += [f"M {mode} inline {LEDGER}/{name}", f"data {len(text)}", text]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    stream = "\n".join([*lines, "done", ""]).encode()
    command = ["git", "fast-import", "--quiet", "--done", "--force"]
    subprocess.run(command, cwd=root, env=environment, input=stream, check=True)


def merged_by_git(root: Path) -> tuple[dict[str, tuple[str, str]], set[str]]:
    """The folder that git's own merge of the branches gives, and what it calls conflicted."""
    command = ["git", "merge-tree", "--write-tree", "--name-only", "-z", "ours", "tip"]
    done = subprocess.run(command, cwd=root, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    tree, _, rest = done.stdout.decode().partition("\0")
    conflicted = rest.split("\0\0")[0].split("\0") if done.returncode else []
    return state_of(root, tree), {path.removeprefix(f"{LEDGER}/") for path in conflicted}


def state_of(root: Path, revision: str) -> dict[str, tuple[str, str]]:
    found = {}
    for row in git(root, "ls-tree", "-r", "-z", "--full-tree", revision).split("\0"):
        if row:
            about, _, path = row.partition("\t")
            mode, _, blob = about.split(" ")
            found[path.removeprefix(f"{LEDGER}/")] = (mode, blob)
    return found


def unlike(state: LedgerState) -> LedgerState:
    """The same state with bytes that no two names share, nor a file and a link: nothing looks renamed or retyped."""
    return {
        name: (mode, hashlib.sha256(f"{name} {mode[:3]} {text}".encode()).hexdigest())
        for name, (mode, text) in state.items()
    }


@settings(max_examples=20, deadline=None)
@given(ours=states, tip=states, base=states)
def test_the_formula_says_what_git_merges(
    tmp_path_factory: pytest.TempPathFactory, ours: LedgerState, tip: LedgerState, base: LedgerState
) -> None:
    root = tmp_path_factory.mktemp("merge")
    git(root, "init", "-q")
    imported(root, base=unlike(base), ours=unlike(ours), tip=unlike(tip))
    merged, conflicted = merged_by_git(root)
    here, there, before = (state_of(root, branch) for branch in ("ours", "tip", "base"))
    outcomes = merge_files(here, there, before)
    assert {name for name, outcome in outcomes.items() if outcome is Merged.CONFLICT} <= conflicted
    for name in {*here, *there, *before} - conflicted:
        chosen = (there if outcomes.get(name) is Merged.TIP else here).get(name)
        assert (None if chosen is None else chosen[1]) == (merged[name][1] if name in merged else None)


@dataclass(frozen=True)
class Branches:
    """A repository with three states of a ledger: the branches base, tip, and ours, which is checked out."""

    root: Path

    def opened(self, kind: str = "revision") -> MergedStore:
        repository = find_repository(self.root)
        assert repository.git is not None
        revision, staged = None, None
        if kind == "revision":
            revision = "ours"
        elif kind == "index":
            staged = read_index(repository, {})
        (store,) = open_stores(repository, ledger=LEDGER, revision=revision, runtime=False, staged=staged)
        return self.merge(store, repository.git)

    def merge(self, store: Store, repository: Git) -> MergedStore:
        ours, tip, base = (
            {name: entry for name, entry in state_of(self.root, branch).items() if name.endswith(".json")}
            for branch in ("ours", "tip", "base")
        )
        return merged_store(store, repository, ours=ours, tip=tip, merge_base=base)


def branches(root: Path, **states: Mapping[str, str | tuple[str, str]]) -> Branches:
    make_repository(root)
    whole = {
        branch: {name: entry if isinstance(entry, tuple) else ("100644", entry) for name, entry in state.items()}
        for branch, state in states.items()
    }
    imported(root, **whole)
    git(root, "checkout", "-qf", "ours")
    return Branches(root)


def seen(store: Store) -> list[tuple[str, bytes | Obstacle]]:
    return [
        (entry.origin.path.removeprefix(f"{LEDGER}/"), entry.data if isinstance(entry, Source) else entry.obstacle)
        for entry in store.scan()
    ]


@pytest.fixture
def merging(tmp_path: Path) -> Branches:
    same = {f"{letter}.json": "1" for letter in "bdfhjl"}
    return branches(
        tmp_path / "repo",
        base=same | {"left.json": "1", "README.md": "ours"},
        ours={
            **same,
            "d.json": "our edit",
            "h.json": "ours",
            "j.json": "both",
            "n.json": "new",
            "README.md": "ours",
            "c.json": "added here",
            "left.json": "1",
            "ü.json": "ours",
        },
        tip={
            **same,
            "f.json": "tip's edit",
            "h.json": "tip's",
            "j.json": "both",
            "n.json": "new too",
            "README.md": "tip",
            "a.json": "first",
            "e.json": "added",
            "z.json": ("120000", "b.json"),
            "ü.json": "tip's",
            "\U0001f600.json": "last",
            "run.json": ("100755", "run"),
        },
    )


MERGED: list[tuple[str, bytes | Obstacle]] = [
    ("README.md", Obstacle.STRAY),
    ("a.json", b"first"),
    ("b.json", b"1"),
    ("c.json", b"added here"),
    ("d.json", b"our edit"),
    ("e.json", b"added"),
    ("f.json", b"tip's edit"),
    ("h.json", b"ours"),
    ("base:.fabric/ledger/events/h.json", b"tip's"),
    ("j.json", b"both"),
    ("l.json", b"1"),
    ("n.json", b"new"),
    ("base:.fabric/ledger/events/n.json", b"new too"),
    ("run.json", b"run"),
    ("z.json", Obstacle.SYMLINK),
    ("ü.json", b"ours"),
    ("base:.fabric/ledger/events/ü.json", b"tip's"),
    ("\U0001f600.json", b"last"),
]


@pytest.mark.parametrize("kind", ["worktree", "index", "revision"])
def test_the_merged_ledger_whatever_is_examined(merging: Branches, kind: str) -> None:
    store = merging.opened(kind)
    told = [entry for entry in seen(store) if entry[0] != "README.md"]
    assert told == MERGED[1:]
    assert (store.name, store.path) == (StoreName.LEDGER, LEDGER)
    found = {entry.origin for entry in store.scan()}
    assert store.from_base <= found
    assert {origin.path.removeprefix(f"{LEDGER}/") for origin in store.from_base} == {
        *("a.json", "e.json", "f.json", "run.json", "z.json", "\U0001f600.json"),
        *(f"base:{LEDGER}/{name}.json" for name in "hnü"),
    }


@pytest.mark.parametrize("kind", ["worktree", "index", "revision"])
def test_every_file_is_read_again_as_it_was_read(merging: Branches, kind: str) -> None:
    store = merging.opened(kind)
    with store.reader() as read:
        for entry in store.scan():
            if isinstance(entry, Source):
                assert read(entry.origin.name) == entry.data
        assert read("z.json") is None  # a symlink
        # Our copy is meant where nothing says otherwise, and what the merge removes is gone.
        assert read("h.json") == b"ours"
        assert read(BaseName("h.json")) == b"tip's"
        assert read(BaseName("b.json")) is None
        assert read("left.json") is None
        assert read("never.json") is None


def test_only_what_the_tip_adds_is_read_from_git(merging: Branches, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    told = Git.blobs

    def counting(self: Git, ids: Iterable[str], limit: int | None = None) -> Iterator[bytes | Withheld]:
        asked.extend(ids)
        return told(self, asked, limit)

    monkeypatch.setattr(Git, "blobs", counting)
    store = merging.opened("worktree")
    seen(store)
    assert len(asked) == len(store.from_base) - 1  # a symlink is not read


def test_a_tip_that_adds_nothing_asks_git_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    same = {"a.json": "1", "b.json": "2"}
    merging = branches(tmp_path / "repo", base=same, ours=same | {"c.json": "3"}, tip=same)
    store = merging.opened("worktree")

    def refused(self: Git, limit: int | None = None) -> AbstractContextManager[Reader]:
        raise AssertionError((self, limit))

    monkeypatch.setattr(Git, "blob_reader", refused)
    assert seen(store) == [("a.json", b"1"), ("b.json", b"2"), ("c.json", b"3")]
    assert store.from_base == frozenset()
    with store.reader() as read:
        assert read("c.json") == b"3"


def test_what_one_side_removed_and_the_other_changed_is_kept(tmp_path: Path) -> None:
    merging = branches(
        tmp_path / "repo",
        base={"a.json": "1", "b.json": "1", "c.json": "1"},
        ours={"b.json": "2", "c.json": "1"},
        tip={"a.json": "2", "c.json": "1"},
    )
    store = merging.opened("worktree")
    assert seen(store) == [("a.json", b"2"), ("b.json", b"2"), ("c.json", b"1")]
    assert {origin.path for origin in store.from_base} == {f"{LEDGER}/a.json"}


def test_a_folder_that_cannot_be_listed_is_told_beside_what_the_tip_has(tmp_path: Path) -> None:
    merging = branches(tmp_path / "repo", base={}, ours={"a.json": "1"}, tip={"b.json": "2"})
    folder = merging.root / LEDGER
    (folder / "a.json").unlink()
    folder.rmdir()
    folder.write_text("a file", encoding="utf-8")
    assert seen(merging.opened("worktree")) == [(LEDGER, Obstacle.NOT_A_FOLDER), ("b.json", b"2")]


def test_a_directory_in_the_place_of_the_tips_file_stays_beside_it(tmp_path: Path) -> None:
    merging = branches(tmp_path / "repo", base={}, ours={"b.json": "1"}, tip={"a.json": "2"})
    (merging.root / LEDGER / "a.json").mkdir()
    told = list(merging.opened("worktree").scan())
    assert [type(entry) for entry in told] == [Unread, Source, Source]


def test_two_contents_of_one_event_are_divergent_copies(tmp_path: Path) -> None:
    event_id = ident("evt", 1)
    name = f"{event_id}.json"
    here, there = (json.dumps(created(1, text=text)) for text in ("Ours", "The base's"))
    merging = branches(tmp_path / "repo", base={}, ours={name: here}, tip={name: there})
    reading = load([merging.opened("worktree")])
    assert not reading.problems
    assert reading.divergent.keys() == {event_id}
    versions = reading.divergent[event_id]
    assert [version.origin.path for version in versions] == [f"{LEDGER}/{name}", f"base:{LEDGER}/{name}"]
    assert versions[1].origin in merging.opened("worktree").from_base
    assert versions[1].origin == Origin(StoreName.LEDGER, f"base:{LEDGER}/{name}", name)


class ReadInOrder:
    """A store of which nothing is known but what every store can do."""

    def __init__(self, store: Store) -> None:
        self.name, self.path, self.scan, self.reader = store.name, store.path, store.scan, store.reader


def test_a_merged_folder_is_read_alike_in_order_and_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def files(numbers: Iterable[int], text: str) -> dict[str, str]:
        return {f"{ident('evt', number)}.json": json.dumps(created(number, text=text)) for number in numbers}

    base = files(range(1, 40), "Base") | {"note.txt": "a", "größe.json": "{}"}
    ours = {**base, **files((1, 2, 3, 50), "Ours"), "note.txt": "b"}
    tip = {**base, **files((2, 4, 60), "Tip")}
    del tip[f"{ident('evt', 5)}.json"], tip["größe.json"]
    merging = branches(tmp_path / "repo", base=base, ours=ours, tip=tip)
    in_order = load([ReadInOrder(merging.opened("worktree"))])
    assert in_order.divergent
    assert ident("evt", 5) not in {event.event_id for event in in_order.events}
    assert load([merging.opened("worktree")]) == in_order
    monkeypatch.setattr("fingerpost.ledger.load.WORTH_SHARING", 1)
    monkeypatch.setattr("fingerpost.ledger.blocks._SIZE", 2)
    assert load([merging.opened("worktree")], processes=2) == in_order
