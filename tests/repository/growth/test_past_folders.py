"""The folders that a ledger had, from every version of its config."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.ledger_git import EVENTS, LedgerGit, ledger_git

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git
from fingerpost.repository.growth.past_folders import past_folders


@pytest.fixture
def repo(tmp_path: Path) -> LedgerGit:
    return ledger_git(tmp_path / "repo")


def configure(repo: LedgerGit, text: str) -> None:
    config = repo.root / ".fabric" / "config.yaml"
    config.parent.mkdir(exist_ok=True)
    config.write_text(text, encoding="utf-8")
    repo.commit()


def folders(repo: LedgerGit, now: str = EVENTS) -> tuple[str, ...]:
    return past_folders(Git(repo.root), "HEAD", now=now, default=EVENTS)


def test_a_ledger_without_a_config_lies_where_the_protocol_says(repo: LedgerGit) -> None:
    assert folders(repo) == (EVENTS,)
    repo.commit(a="1")
    assert folders(repo) == (EVENTS,)


def test_every_folder_that_a_config_ever_named_is_found(repo: LedgerGit) -> None:
    configure(repo, "storage:\n  events: first\n")
    repo.branch("side")
    configure(repo, "storage:\n  events: on/the/side\n")
    repo.checkout("main")
    configure(repo, "storage:\n  events: ./last/\n")
    repo.git("merge", "-q", "-s", "ours", "-m", "Merge", "side")
    assert folders(repo, "last") == ("last", EVENTS, "first", "on/the/side")


@pytest.mark.parametrize("text", ["storage: 5\n", "a: [", "storage:\n  events: ../out\n", "{}\n"])
def test_a_config_that_names_no_folder_adds_none(repo: LedgerGit, text: str) -> None:
    configure(repo, text)
    assert folders(repo) == (EVENTS,)


def test_a_config_that_is_no_file_adds_no_folder(repo: LedgerGit) -> None:
    repo.commit(a="1")
    (repo.root / ".fabric" / "config.yaml").symlink_to("elsewhere")
    repo.commit()
    assert folders(repo) == (EVENTS,)


def test_clones_that_lack_a_part_are_refused_with_the_fix(repo: LedgerGit, tmp_path: Path) -> None:
    configure(repo, "storage:\n  events: first\n")
    configure(repo, "storage:\n  events: second\n")
    shallow = repo.clone(tmp_path / "shallow", "--depth=1")
    with pytest.raises(CannotExamine) as caught:
        folders(shallow)
    assert "fetch-depth: 0" in caught.value.hint
    repo.git("config", "uploadpack.allowFilter", "true")
    partial = repo.clone(tmp_path / "partial", "--filter=blob:none")
    with pytest.raises(CannotExamine) as caught:
        folders(partial)
    assert "git fetch" in caught.value.hint


def test_the_folders_that_fingerposts_own_config_named_are_found(repo: LedgerGit) -> None:
    for name, text in (
        ("fingerpost.toml", 'ledger = "first"\n'),
        ("fingerpost.toml", 'ledger = "./second/"\n'),
        ("fingerpost.toml", "ledger = [\n"),
        ("pyproject.toml", '[tool.fingerpost]\nledger = "third"\n'),
        ("pyproject.toml", '[tool.other]\nledger = "another program\'s"\n'),
        ("pyproject.toml", "[project]\n"),
    ):
        (repo.root / name).write_text(text, encoding="utf-8")
        repo.commit()
    assert folders(repo, "second") == ("second", EVENTS, "first", "third")


@pytest.mark.parametrize("name", ["fingerpost.toml", "pyproject.toml"])
def test_a_version_of_a_config_that_a_partial_clone_lacks_is_refused(
    repo: LedgerGit, tmp_path: Path, name: str
) -> None:
    for text in ("# one\n", "# two\n"):
        (repo.root / name).write_text(text, encoding="utf-8")
        repo.commit()
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none")
    with pytest.raises(CannotExamine, match=name) as caught:
        folders(clone)
    assert "--no-filter" in caught.value.hint
