from pathlib import Path

import pytest

from fingerpost.reporter.output_folder import MARKER, replace
from fingerpost.repository.errors import UsageError


def write(name: str):
    return lambda folder: (folder / name).write_text(name)


def test_a_new_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    replace(tmp_path / "a" / "site", write("one"))
    assert sorted(path.name for path in (tmp_path / "a" / "site").iterdir()) == [MARKER, "one"]


def test_an_earlier_build_is_replaced_as_a_whole(tmp_path: Path) -> None:
    replace(tmp_path / "site", write("one"))
    replace(tmp_path / "site", write("two"))
    assert sorted(path.name for path in (tmp_path / "site").iterdir()) == [MARKER, "two"]
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_an_empty_folder_may_be_filled(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    replace(tmp_path / "site", write("one"))
    assert (tmp_path / "site" / "one").is_file()


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "mine").write_text("mine")
    with pytest.raises(UsageError, match="was not made by fingerpost"):
        replace(tmp_path / "site", write("one"))
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["mine"]


def test_a_file_or_a_link_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path)
    for name in ("file", "link"):
        with pytest.raises(UsageError, match="no folder"):
            replace(tmp_path / name, write("one"))


@pytest.mark.parametrize("inside", [".git", ".fabric", ".git/x/site", ".fabric/ledger/site"])
def test_never_inside_the_ledger_or_git(tmp_path: Path, inside: str) -> None:
    with pytest.raises(UsageError, match="never written into"):
        replace(tmp_path / inside, write("one"))


def test_never_inside_by_way_of_a_link(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / ".git")
    with pytest.raises(UsageError, match="never written into"):
        replace(tmp_path / "out" / "site", write("one"))


def test_a_failure_leaves_the_old_one(tmp_path: Path) -> None:
    replace(tmp_path / "site", write("one"))

    def fail(folder: Path) -> None:
        (folder / "half").write_text("half")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        replace(tmp_path / "site", fail)
    assert sorted(path.name for path in (tmp_path / "site").iterdir()) == [MARKER, "one"]
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
