from collections.abc import Callable
from pathlib import Path

import pytest

from fingerpost.reporter.site.output_folder import MARKER, replace
from fingerpost.repository.errors import CannotExamine, UsageError


def write(name: str) -> Callable[[Path], None]:
    def fill(folder: Path) -> None:
        (folder / name).write_text(name)

    return fill


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
    with pytest.raises(UsageError, match="was not made by fingerpost build: mine"):
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


def test_what_somebody_put_beside_a_build_is_never_lost(tmp_path: Path) -> None:
    site = tmp_path / "site"
    replace(site, write("one"))
    (site / "CNAME").write_text("example.org")
    (site / "deep" / "er").mkdir(parents=True)
    with pytest.raises(UsageError, match="CNAME, deep/er"):
        replace(site, write("two"))
    assert (site / "CNAME").read_text() == "example.org"
    assert (site / "one").is_file()


@pytest.mark.parametrize("name", [".git", ".GIT", ".fabric"])
def test_a_folder_that_became_a_repository_is_left_alone(tmp_path: Path, name: str) -> None:
    site = tmp_path / "site"
    replace(site, write("one"))
    (site / name).mkdir()
    (site / name / "HEAD").write_text("ref")
    with pytest.raises(UsageError, match="HEAD"):
        replace(site, write("two"))
    (site / name / "HEAD").unlink()
    (site / name).rmdir()
    (site / name).write_text("gitdir: elsewhere")
    with pytest.raises(UsageError, match=name):
        replace(site, write("two"))


def test_a_marker_that_somebody_copied_deletes_nothing(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo" / MARKER).write_text("")
    (tmp_path / "repo" / "source.py").write_text("work")
    with pytest.raises(UsageError, match=r"source\.py"):
        replace(tmp_path / "repo", write("one"))


@pytest.mark.parametrize("where", ["repo", "."])
def test_the_repository_and_what_holds_it_are_never_replaced(tmp_path: Path, where: str) -> None:
    (tmp_path / "repo").mkdir()
    with pytest.raises(UsageError, match="the repository itself"):
        replace(tmp_path / where, write("one"), repository=tmp_path / "repo")


def test_the_current_folder_is_never_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="the current folder"):
        replace(Path(), write("one"))


def test_what_appears_while_the_build_runs_is_not_lost(tmp_path: Path) -> None:
    site = tmp_path / "site"
    replace(site, write("one"))

    def fill(folder: Path) -> None:
        (folder / "two").write_text("two")
        (site / "late").write_text("late")

    with pytest.raises(UsageError, match="late"):
        replace(site, fill)
    assert (site / "late").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_name_that_is_too_long_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotExamine, match="cannot be looked at"):
        replace(tmp_path / ("x" * 300), write("one"))


def test_an_interruption_in_the_swap_brings_the_old_one_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    replace(site, write("one"))
    rename = Path.rename

    def interrupted(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace(site, write("two"))
    assert (site / "one").is_file()
