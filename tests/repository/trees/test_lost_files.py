"""Event files that were removed on the way to a commit."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from support.coverage_histories import START, MadeHistory, config_text
from support.ledger_git import EVENTS, LedgerGit, ledger_git

from fingerpost.repository.git import Git
from fingerpost.repository.trees.ever_held import Sought, ever_held
from fingerpost.repository.trees.lost_files import begun_search
from fingerpost.repository.trees.tree_config import TreeLedger, tree_ledgers


@pytest.fixture
def repo(tmp_path: Path) -> LedgerGit:
    return ledger_git(tmp_path / "repo")


def lost(repo: LedgerGit, commit: str = "HEAD", *, fixed: bool = False) -> set[str] | None:
    full, git = repo.git("rev-parse", commit), Git(repo.root)
    ledgers = tree_ledgers(git, [full], folder=EVENTS, fixed=fixed)
    with ExitStack() as running:
        stems = begun_search(git, full, ledgers, None if fixed else EVENTS, running).stems()
        return None if stems is None else set(stems)


def test_removed_files_are_found_up_to_the_commit_and_not_after_it(repo: LedgerGit) -> None:
    repo.commit(one="1", two="2")
    repo.commit(one=None)
    repo.commit(three="3")
    repo.commit(two=None)
    assert [lost(repo, f"HEAD~{back}") for back in (3, 2, 1, 0)] == [set(), {"one"}, {"one"}, {"one", "two"}]


def test_what_a_branch_or_a_merge_removed_is_found(repo: LedgerGit) -> None:
    repo.commit(one="1")
    repo.branch("side")
    repo.commit(two="2")
    repo.commit(three="3")
    repo.commit(three=None)
    repo.checkout("main")
    repo.commit(four="4")
    repo.git("merge", "-q", "-s", "ours", "side", "-m", "Merge")
    assert lost(repo, "HEAD^") == set()
    assert lost(repo, "HEAD^2") == {"three"}
    assert lost(repo) == {"two", "three"}


def test_a_file_that_became_a_link_is_removed_and_one_that_was_edited_is_not(repo: LedgerGit) -> None:
    repo.commit(one="1", two="2")
    repo.remove("one.json")
    repo.path("one.json").symlink_to("two.json")
    repo.commit(two="changed")
    assert lost(repo) == {"one"}


def test_every_folder_that_the_ledger_had_is_looked_through(repo: LedgerGit) -> None:
    config = repo.root / ".fabric/config.yaml"
    config.parent.mkdir()
    config.write_text("storage: {events: 'for mer'}\n", encoding="utf-8")
    former = LedgerGit(repo.root, "for mer")
    former.commit(one="1", two="2")
    former.commit(one=None)
    config.write_text("storage: {events: later}\n", encoding="utf-8")
    repo.git("mv", "for mer", "later")
    repo.commit()
    assert lost(repo) == {"one", "two"}  # the second only moved, and the commit holds it
    assert lost(repo, fixed=True) == set()


def test_a_history_that_is_not_all_here_tells_nothing(repo: LedgerGit, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    for number in range(4):
        repo.commit(**{f"n{number}": "x", **({} if number == 0 else {f"n{number - 1}": None})})
    assert lost(repo) == {"n0", "n1", "n2"}
    assert lost(repo.clone(tmp_path / "shallow", "--depth=2")) is None
    assert lost(repo.clone(tmp_path / "blobs", "--filter=blob:none")) == {"n0", "n1", "n2"}
    assert lost(repo.clone(tmp_path / "trees", "--filter=tree:0")) is None
    # A part that is cut off elsewhere is no matter.
    shallow = tmp_path / "shallow"
    other = ledger_git(tmp_path / "other")
    other.commit(x="1")
    LedgerGit(shallow).git("fetch", "-q", other.root.as_uri(), "main:other")
    assert lost(LedgerGit(shallow), "other") == set()


def test_this_machines_configuration_changes_nothing(repo: LedgerGit) -> None:
    repo.commit(one="1")
    repo.branch("side")
    repo.commit(two="same")
    repo.checkout("main")
    repo.git("merge", "-q", "--no-ff", "-s", "ours", "side", "-m", "Merge")
    repo.commit(one=None, moved="1")
    for key, value in {
        "log.diffMerges": "first-parent",
        "log.follow": "true",
        "log.showSignature": "true",
        "diff.renames": "copies",
        "diff.orderFile": "nowhere",
        "color.ui": "always",
        "format.pretty": "fuller",
    }.items():
        repo.git("config", key, value)
    assert lost(repo) == {"one", "two"}


def test_a_file_that_stayed_behind_when_the_ledger_moved_is_lost(repo: LedgerGit) -> None:
    repo.commit(one="1", two="2")
    assert lost(repo) == set()
    config = repo.root / ".fabric/config.yaml"
    config.write_text("storage: {events: later}\n", encoding="utf-8")
    repo.git("mv", f"{EVENTS}/two.json", "two.txt")
    repo.commit()
    repo.commit()
    assert lost(repo) == {"one", "two"}
    assert lost(repo, fixed=True) == {"two"}


def test_a_config_that_another_overrules_today_said_where_the_ledger_lay_before(repo: LedgerGit) -> None:
    (repo.root / "pyproject.toml").write_text("[tool.fingerpost]\nledger = 'former'\n", encoding="utf-8")
    former = LedgerGit(repo.root, "former")
    former.commit(one="1", two="2")
    (repo.root / "fingerpost.toml").write_text("ledger = 'later'\n", encoding="utf-8")
    former.commit(one=None)
    former.commit()
    assert lost(repo) == {"one", "two"}


FOLDERS = (EVENTS, "a", "b", "b/deep")
NAMES = tuple(f"n{number}" for number in range(6))


def random_files(draw: Random, before: dict[str, bytes]) -> dict[str, bytes]:
    """The tree of a next commit: events come, go and move, and so do the configs that say where they lie."""
    files = dict(before)
    for _ in range(draw.randrange(1, 4)):
        kind, folder = draw.randrange(8), draw.choice(FOLDERS)
        if kind < 4:
            files[f"{folder}/{draw.choice(NAMES)}.json"] = b"%d" % draw.randrange(2)
        elif kind == 4 and files:
            del files[draw.choice(sorted(files))]
        elif kind == 5:
            files[".fabric/config.yaml"] = config_text({}, folder)
        elif kind == 6:
            files["pyproject.toml"] = f"[tool.fingerpost]\nledger = '{folder}'\n".encode()
        else:
            files["fingerpost.toml"] = f"ledger = '{folder}'\n".encode()
    return files


def stems_in(git: Git, commit: str, ledger: TreeLedger) -> set[str]:
    """The stems of a tree's own ledger, as git lists them."""
    listed = git.run("ls-tree", "--name-only", f"{commit}:{ledger.folder}") if ledger.tree else b""
    return {name.removesuffix(".json") for name in listed.decode().splitlines() if name.endswith(".json")}


@pytest.mark.parametrize("seed", range(8))
def test_one_commit_is_told_as_many_are_and_as_all_their_trees_say(seed: int, tmp_path: Path) -> None:
    draw, made = Random(seed), MadeHistory()
    for number in range(14):
        parents = sorted(draw.sample(range(number), min(number, draw.choice((1, 1, 1, 2)))), reverse=True)
        before = made.commits[parents[0]].files if parents else {}
        made.add(random_files(draw, before), *parents, seconds=START + number)
    ids = made.write(tmp_path / "repo")
    repo, git = LedgerGit(tmp_path / "repo"), Git(tmp_path / "repo")
    ledgers = dict(zip(ids, tree_ledgers(git, ids, folder=EVENTS, fixed=False), strict=True))
    held = {commit: stems_in(git, commit, ledger) for commit, ledger in ledgers.items()}
    sought = {
        commit: Sought(frozenset(NAMES) - held[commit], frozenset({ledger.folder}))
        for commit, ledger in ledgers.items()
    }
    together = ever_held(git, sought, EVENTS)
    for commit in ids:
        alone = lost(repo, commit)
        assert alone is not None
        assert sought[commit].stems & alone == together[commit], commit
        behind = set().union(*(held[each] for each in repo.git("rev-list", commit).splitlines()))
        assert behind <= alone | held[commit], commit
