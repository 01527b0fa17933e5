"""Event files read by their rows: what each kind of row becomes, and what a partial clone has left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.shared import git, make_repository

from fingerpost.repository.blob_rows import placed, reader_of_rows, scan_rows
from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.git import Git, TreeEntry
from fingerpost.repository.source import Obstacle, Origin, Source, StoreName, Unread


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "repo")
    (root / "a.json").write_text("a1", encoding="utf-8")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    return root


def blob(root: Path) -> str:
    return git(root, "rev-parse", "HEAD:a.json")


def test_each_kind_of_row_has_its_place(root: Path) -> None:
    file = blob(root)
    rows = [
        TreeEntry("100755", "blob", file, "a\nb.json"),
        TreeEntry("120000", "blob", file, "link.json"),
        TreeEntry("040000", "tree", "", "folder.json"),
        TreeEntry("160000", "commit", file, "module.json"),
        TreeEntry("100644", "blob", file, "README"),
        TreeEntry("040000", "tree", "", "folder"),
        TreeEntry("120000", "blob", file, "link"),
        TreeEntry("100644", "blob", "0" * 40, "gone.json"),
    ]
    found = list(scan_rows(Git(root), placed(StoreName.LEDGER, "é\x07", rows)))
    assert found[0] == Source(Origin(StoreName.LEDGER, "é\\x07/a\\x0ab.json", "a\nb.json"), b"a1")
    assert [(each.origin.name, each.obstacle, each.detail) for each in found[1:] if isinstance(each, Unread)] == [
        ("link.json", Obstacle.SYMLINK, ""),
        ("folder.json", Obstacle.DIRECTORY, ""),
        ("module.json", Obstacle.DIRECTORY, "submodule"),
        ("README", Obstacle.STRAY, "file"),
        ("folder", Obstacle.STRAY, "folder"),
        ("link", Obstacle.STRAY, "symlink"),
        ("gone.json", Obstacle.IO_ERROR, "git does not have the object, or cannot read it"),
    ]
    with reader_of_rows(Git(root), rows) as read:
        assert [read(row.name) for row in rows] == [b"a1", None, None, None, None, None, None, None]
        assert read("never.json") is None


def test_what_a_partial_clone_left_out_cannot_be_examined(root: Path, tmp_path: Path) -> None:
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", root.as_uri(), "partial")
    row = TreeEntry("100644", "blob", blob(root), "a.json")
    with pytest.raises(CannotExamine, match="left out of this partial clone"):
        list(scan_rows(Git(tmp_path / "partial"), placed(StoreName.LEDGER, "events", [row])))
