"""One pass over a range: what each commit touched and did to the ledger, against its first parent."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.coverage_histories import LEDGER, START, MadeHistory, config_text
from support.shared import git

from fingerpost.repository.configs.config import CONFIG_PATH
from fingerpost.repository.errors import CannotExamine, UsageError
from fingerpost.repository.git import Git
from fingerpost.repository.git_process import UnknownRevision
from fingerpost.repository.trees.config_versions import NO_CONFIGS, config_versions
from fingerpost.repository.trees.history_walk import HistoryWalk, LedgerStep, Span, WalkedCommit, walk_history
from fingerpost.repository.trees.spans import find_span


def walked(root: Path, text: str = "HEAD", **asked: str | bool | None) -> HistoryWalk:
    return walk_history(Git(root), find_span(Git(root), text, **asked))  # type: ignore[arg-type]


def by_id(walk: HistoryWalk) -> dict[str, WalkedCommit]:
    return {commit.id: commit for commit in walk.commits}


def blob(root: Path, commit: str, path: str) -> str:
    return git(root, "rev-parse", f"{commit}:{path}")


@pytest.fixture
def forked(tmp_path: Path) -> tuple[Path, list[str]]:
    """A root, one commit on each side of a fork, and a merge that brings the second side in."""
    made = MadeHistory()
    base = {"a": b"1\n", f"{LEDGER}/evt_1.json": b"{}\n", CONFIG_PATH: config_text({})}
    made.add(base, seconds=START)
    ours = base | {"a": b"2\n", f"{LEDGER}/evt_1.json": b"{ }\n"}
    made.add(ours, 0, seconds=START + 60, message="Ours\n\nFabric-Thread: t\nReviewed-by: Ines\n")
    theirs = base | {"ö\tb": b"3\n", f"{LEDGER}/evt_2.json": b"{}\n", "src/x.json": b"{}"}
    made.add(theirs, 0, seconds=START + 90)
    made.add(ours | theirs | {"a": b"2\n"}, 1, 2, seconds=START + 120, message="Merge\n")
    root = tmp_path / "repo"
    return root, made.write(root)


def test_every_commit_is_seen_from_its_first_parent(forked: tuple[Path, list[str]]) -> None:
    root, (first, ours, theirs, merge) = forked
    walk = walked(root)
    found = by_id(walk)
    assert walk.outer == ()
    assert not walk.cut
    assert found[first].parents == ()
    assert found[first].touched == (CONFIG_PATH, f"{LEDGER}/evt_1.json", "a")
    assert found[first].configs == ((CONFIG_PATH, blob(root, first, CONFIG_PATH)),)
    old, new = (blob(root, commit, f"{LEDGER}/evt_1.json") for commit in (first, ours))
    assert found[ours].ledger == (LedgerStep(LEDGER, "evt_1", old, new),)
    assert found[ours].trailers == (("Fabric-Thread", "t"), ("Reviewed-by", "Ines"))
    assert (found[ours].seconds, found[ours].subject) == (START + 60, "Ours")
    assert set(found[theirs].touched) == {"ö\tb", f"{LEDGER}/evt_2.json", "src/x.json"}
    assert found[merge].parents == (ours, theirs)
    assert "a" not in found[merge].touched
    assert {step.stem for step in found[merge].ledger} == {"evt_1", "evt_2", "x"}


def test_the_configuration_of_this_machine_changes_nothing(forked: tuple[Path, list[str]]) -> None:
    root, _ = forked
    before = walked(root)
    for key, value in (
        ("log.showRoot", "false"),
        ("log.diffMerges", "combined"),
        ("diff.renames", "copies"),
        ("diff.relative", "true"),
        ("diff.orderFile", "/nonexistent"),
        ("trailer.separators", "%"),
        ("trailer.thread.key", "Fabric-Thread: "),
        ("trailer.reviewed.key", "Fabric-Implements"),
        ("core.commentChar", "F"),
        ("log.showSignature", "true"),
        ("core.quotePath", "true"),
        ("color.ui", "always"),
    ):
        git(root, "config", key, value)
    assert walked(root) == before


def test_trees_outside_of_the_range_are_told_one_from_the_other(forked: tuple[Path, list[str]]) -> None:
    root, (_first, ours, theirs, merge) = forked
    walk = walk_history(Git(root), Span(merge, (ours, theirs)))
    assert [commit.id for commit in walk.commits] == [merge]
    assert [outer.id for outer in walk.outer] == [ours]
    assert {(step.folder, step.stem) for step in walk.outer[0].ledger} == {(LEDGER, "evt_1")}
    assert walk.outer[0].configs == ((CONFIG_PATH, blob(root, ours, CONFIG_PATH)),)


def test_several_outer_trees_are_a_chain(tmp_path: Path) -> None:
    made = MadeHistory()
    made.add({"a": b"1"}, seconds=START)
    made.add({"a": b"1", f"{LEDGER}/evt_1.json": b"1"}, 0, seconds=START + 1)
    made.add({"a": b"1", f"{LEDGER}/evt_1.json": b"1", "b": b""}, 1, seconds=START + 2)  # the same ledger
    made.add({"a": b"2"}, 0, seconds=START + 3)
    made.add({"a": b"2", f"{LEDGER}/evt_1.json": b"1"}, 1, seconds=START + 4)
    made.add({"a": b"3", f"{LEDGER}/evt_1.json": b"1"}, 2, seconds=START + 5)
    made.add({"a": b"3", f"{LEDGER}/evt_1.json": b"1"}, 5, 4, 3, seconds=START + 6)
    ids = made.write(tmp_path / "repo")
    walk = walk_history(Git(tmp_path / "repo"), Span(ids[6], (ids[2],)))
    held: dict[tuple[str, str], str] = {}
    trees = {}
    for outer in walk.outer:
        for step in outer.ledger:
            if step.after is None:
                del held[step.folder, step.stem]
            else:
                held[step.folder, step.stem] = step.after
        trees[outer.id] = set(held)
    ledger = {(LEDGER, "evt_1")}
    assert trees == {ids[0]: set(), ids[1]: ledger, ids[2]: ledger}


def test_by_first_parents_only(forked: tuple[Path, list[str]]) -> None:
    root, (first, ours, _, merge) = forked
    assert set(by_id(walked(root, mainline=True))) == {first, ours, merge}


def test_a_start_leaves_out_what_lies_behind_it(forked: tuple[Path, list[str]]) -> None:
    root, (_, ours, theirs, merge) = forked
    walk = walked(root, start=ours)
    assert set(by_id(walk)) == {ours, theirs, merge}


def test_a_start_that_is_no_ancestor_is_refused(forked: tuple[Path, list[str]]) -> None:
    root, (_, ours, theirs, _) = forked
    with pytest.raises(CannotExamine, match="is not in the history"):
        find_span(Git(root), ours, start=theirs)


@pytest.mark.parametrize("text", ["main...main", "a..b..c", "..", "", "a...b...c"])
def test_other_forms_are_refused(forked: tuple[Path, list[str]], text: str) -> None:
    with pytest.raises(UsageError, match="range") as caught:
        find_span(Git(forked[0]), text)
    assert caught.value.hint


@pytest.mark.parametrize("text", ["v9..HEAD", "HEAD..v9", "v9"])
def test_a_missing_end_is_told(forked: tuple[Path, list[str]], text: str) -> None:
    with pytest.raises(UnknownRevision, match="v9"):
        find_span(Git(forked[0]), text)


def test_a_side_left_out_is_head(forked: tuple[Path, list[str]]) -> None:
    root, (first, _, _, merge) = forked
    assert find_span(Git(root), f"{first}..") == Span(merge, (first,))
    assert find_span(Git(root), f"..{first}") == Span(first, (merge,))


def test_where_history_is_cut_off(forked: tuple[Path, list[str]], tmp_path: Path) -> None:
    root, (_, ours, theirs, merge) = forked
    place = tmp_path / "shallow"
    git(root, "clone", "-q", "--depth=2", root.as_uri(), str(place))
    walk = walked(place)
    found = by_id(walk)
    assert walk.cut
    assert [found[commit].cut for commit in (ours, theirs, merge)] == [True, True, False]
    assert found[ours].touched == ()
    assert {step.stem for step in found[ours].ledger} == {"evt_1"}  # all that its tree holds
    assert not walked(place, f"{ours}..{merge}", mainline=True).cut


def test_what_the_beginning_may_have_behind_it_is_doubted(tmp_path: Path) -> None:
    """Of the main line only the last commits are here, but its root too, by way of the branch that was merged."""
    made = MadeHistory()
    files = {"a": b"0"}
    made.add(files, seconds=START)
    side = made.add(files | {"side": b"1"}, 0, seconds=START + 1)
    for number in range(3):
        made.add(files | {"main": b"%d" % number}, *(0 if number == 0 else number + 1,), seconds=START + 2 + number)
    made.add(files | {"main": b"2", "side": b"1"}, 4, side, seconds=START + 9, message="Merge\n")
    ids = made.write(tmp_path / "repo")
    place = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth=4", (tmp_path / "repo").as_uri(), str(place))
    span = f"{ids[4]}..HEAD"
    assert set(by_id(walked(tmp_path / "repo", span))) == {ids[1], ids[5]}
    assert not walked(tmp_path / "repo", span).doubted
    walk = walked(place, span)
    assert set(by_id(walk)) == {ids[0], ids[1], ids[5]}
    assert walk.doubted == {ids[0], ids[1]}  # nobody can say that the one and not the other is behind it
    assert walked(place, f"{ids[3]}..HEAD", mainline=True).doubted == frozenset()
    assert walked(place, start=ids[2]).doubted == {ids[0], ids[1]}
    assert walked(place, "HEAD").doubted == frozenset()


def test_a_partial_clone_without_trees_is_told_as_one(forked: tuple[Path, list[str]], tmp_path: Path) -> None:
    root, _ = forked
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=tree:0", root.as_uri(), "partial")
    with pytest.raises(CannotExamine, match="left out of this partial clone"):
        walked(tmp_path / "partial")


def test_a_link_is_no_event(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    git(tmp_path, "init", "-q", "-b", "main", str(root))
    (root / LEDGER).mkdir(parents=True)
    (root / LEDGER / "evt_1.json").symlink_to("elsewhere")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Link")
    [commit] = walked(root).commits
    assert commit.ledger == (LedgerStep(LEDGER, "evt_1", None, None),)


def test_configs_say_where_each_tree_has_its_ledger(tmp_path: Path) -> None:
    made = MadeHistory()
    made.add({CONFIG_PATH: config_text({"core": ["src/**"]}, "old/events")}, seconds=START)
    own = {"pyproject.toml": b"[tool.fingerpost]\nledger = 'new/events'\n"}
    made.add(own | {CONFIG_PATH: config_text({}, "old/events")}, 0, seconds=START + 60)
    ids = made.write(tmp_path / "repo")
    walk = by_id(walked(tmp_path / "repo"))
    blobs = [blob for commit in walk.values() for _, blob in commit.configs]
    read = config_versions(Git(tmp_path / "repo"), blobs, folder="usual/events", fixed=False)
    assert read.folders() == {"usual/events", "old/events", "new/events"}
    assert read.of(NO_CONFIGS).folder == "usual/events"
    first = dict(walk[ids[0]].configs)
    config = read.of(("", "", first[CONFIG_PATH]))
    assert (config.folder, dict(config.areas)) == ("old/events", {"core": ("src/**",)})
    second = dict(walk[ids[1]].configs)
    assert read.of(("", second["pyproject.toml"], second[CONFIG_PATH])).folder == "new/events"
    fixed = config_versions(Git(tmp_path / "repo"), blobs, folder="asked/events", fixed=True)
    assert fixed.of(("", second["pyproject.toml"], second[CONFIG_PATH])).folder == "asked/events"
    assert fixed.folders() == {"asked/events"}
