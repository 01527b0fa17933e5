"""Where the ledger lay in a revision, by that revision's own configs."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.ledger_git import EVENTS, LedgerGit, ledger_git

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.files import MAX_BYTES
from fingerpost.repository.git import Git
from fingerpost.repository.growth.base_folder import folder_in

CONFIG = ".fabric/config.yaml"


def write(repo: LedgerGit, path: str, text: str) -> str:
    place = repo.root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return repo.commit()


def test_each_revision_says_it_for_itself(tmp_path: Path) -> None:
    repo = ledger_git(tmp_path / "repo")
    commits = [
        repo.commit(one="1"),
        write(repo, CONFIG, "storage: {events: yaml}\n"),
        write(repo, "pyproject.toml", '[tool.fingerpost]\nledger = "pyproject"\n'),
        write(repo, "fingerpost.toml", 'ledger = "own"\n'),
        write(repo, "fingerpost.toml", "broken"),
        write(repo, "fingerpost.toml", "#" * (MAX_BYTES + 1)),
    ]
    git = Git(repo.root)
    assert [folder_in(git, each, EVENTS) for each in commits] == [EVENTS, "yaml", "pyproject", "own", "yaml", "yaml"]


def test_a_version_that_a_partial_clone_left_out_is_no_answer(tmp_path: Path) -> None:
    repo = ledger_git(tmp_path / "repo", uploadpack_allowFilter="true")
    old = write(repo, "fingerpost.toml", 'ledger = "one"\n')
    write(repo, "fingerpost.toml", 'ledger = "two"\n')
    part = repo.clone(tmp_path / "part", "--filter=blob:none")
    with pytest.raises(CannotExamine, match=r"fingerpost\.toml: this version of the config was left out"):
        folder_in(Git(part.root), old, EVENTS)
    assert folder_in(Git(part.root), "HEAD", EVENTS) == "two"
