"""Where the ledger lies in a tree, by that tree's own configs."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.ledger_git import EVENTS, LedgerGit, ledger_git

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git
from fingerpost.repository.trees.tree_config import folder_tree, tree_ledgers

CONFIG = ".fabric/config.yaml"


@pytest.fixture
def repo(tmp_path: Path) -> LedgerGit:
    return ledger_git(tmp_path / "repo")


def write(repo: LedgerGit, **files: str) -> str:
    for path, text in files.items():
        place = repo.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return repo.commit()


def folders(repo: LedgerGit, *commits: str, fixed: bool = False) -> list[str]:
    return [each.folder for each in tree_ledgers(Git(repo.root), commits, folder=EVENTS, fixed=fixed)]


def test_our_own_config_comes_first_then_that_of_the_ledger_then_the_usual_folder(repo: LedgerGit) -> None:
    commits = [
        write(repo, a="x"),
        write(repo, **{CONFIG: "storage: {events: yaml}\n"}),
        write(repo, **{"pyproject.toml": '[tool.fingerpost]\nledger = "pyproject"\n'}),
        write(repo, **{"fingerpost.toml": 'ledger = "own"\n'}),
        write(repo, **{"fingerpost.toml": 'fail-on = "error"\n'}),
        write(repo, **{"fingerpost.toml": "broken"}),
    ]
    assert folders(repo, *commits) == [EVENTS, "yaml", "pyproject", "own", "yaml", "yaml"]
    assert set(folders(repo, *commits, fixed=True)) == {EVENTS}


def test_a_folder_has_a_tree_and_whatever_else_stands_there_has_none(repo: LedgerGit) -> None:
    first = repo.commit(one="1")
    git = Git(repo.root)
    tree = repo.git("rev-parse", f"HEAD:{EVENTS}")
    assert folder_tree(git, first, EVENTS) == tree
    assert folder_tree(git, first, "nowhere") is None
    assert folder_tree(git, first, f"{EVENTS}/one.json") is None
    [told] = tree_ledgers(git, [first], folder=EVENTS, fixed=False)
    assert (told.tree, told.areas, told.configs) == (tree, {}, {})


def test_a_ledger_around_its_own_config_is_found(repo: LedgerGit) -> None:
    only = write(repo, **{CONFIG: "storage: {events: .fabric}\n", ".fabric/one.json": "1"})
    [told] = tree_ledgers(Git(repo.root), [only], folder=".fabric", fixed=False)
    assert told.tree == repo.git("rev-parse", "HEAD:.fabric")


def test_a_config_that_is_a_link_or_is_broken_says_nothing(repo: LedgerGit) -> None:
    place = repo.root / CONFIG
    place.parent.mkdir()
    place.symlink_to("elsewhere")
    first = repo.commit()
    place.unlink()
    second = write(repo, **{CONFIG: "areas: [\n"})
    third = write(repo, **{CONFIG: "repo: r\nareas: {one: {paths: [a/**]}}\n"})
    told = tree_ledgers(Git(repo.root), [first, second, third], folder=EVENTS, fixed=False)
    assert [each.areas for each in told] == [{}, {}, {"one": ("a/**",)}]


def test_a_version_that_is_not_here_is_no_answer(repo: LedgerGit, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    first = write(repo, **{CONFIG: "repo: one\n"})
    write(repo, **{CONFIG: "repo: two\n"})
    part = repo.clone(tmp_path / "part", "--filter=blob:none")
    with pytest.raises(CannotExamine, match="not in this clone"):
        folders(part, first)


def test_a_folder_that_was_asked_for_and_is_not_there_tells_nothing_of_a_ledger_that_is_elsewhere(
    repo: LedgerGit,
) -> None:
    commits = [
        write(repo, a="x"),
        repo.commit(one="1"),
        write(repo, **{"asked/one.json": "1"}),
        write(repo, **{"fingerpost.toml": 'ledger = "own"\n'}),
        write(repo, **{"asked/one.json": "2", "own/one.json": "1"}),
    ]
    repo.git("rm", "-rq", "asked")
    commits.append(repo.commit())
    repo.git("rm", "-rq", "own")
    commits.append(repo.commit())
    told = tree_ledgers(Git(repo.root), commits, folder="asked", fixed=True)
    assert [each.elsewhere for each in told] == [False, True, False, False, False, True, False]
    assert not any(each.elsewhere for each in tree_ledgers(Git(repo.root), commits, folder="asked", fixed=False))
