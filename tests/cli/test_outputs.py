from __future__ import annotations

import os
import stat
import threading
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.shared import make_repository

from fingerpost.cli.outputs import (
    FORMATS,
    Output,
    OutputCommand,
    check_outputs,
    output_options,
    paired,
    write_outputs,
)
from fingerpost.repository.errors import CannotExamine, UsageError


@click.command("lint", cls=OutputCommand)
@click.argument("repo", required=False)
@output_options
@click.option("--quiet", "-q", is_flag=True)
@click.option("--select", default="")
def command(outputs: tuple[Output, ...], **values: Any) -> tuple[Output, ...]:
    """A command's help is kept."""
    return outputs


def asked(*args: str) -> list[tuple[str, str | None]]:
    outputs = command.main(list(args), standalone_mode=False)
    return [(each.format, None if each.path is None else str(each.path)) for each in outputs]


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ([], [("text", None)]),
        (["--json"], [("json", None)]),
        (["--format", "sarif"], [("sarif", None)]),
        (["--json", "--format", "json"], [("json", None)]),
        (["--format", "text", "--format", "sarif", "--output", "f.sarif"], [("text", None), ("sarif", "f.sarif")]),
        (["--format", "sarif", "--output", "f.sarif", "--format", "text"], [("sarif", "f.sarif"), ("text", None)]),
        (["--format=sarif", "--output=f.sarif", "--json"], [("sarif", "f.sarif"), ("json", None)]),
        (["--json", "--output", "a", "--format", "gitlab", "--output", "b"], [("json", "a"), ("gitlab", "b")]),
        (["--json", "--output", "a", "--json", "--output", "b"], [("json", "a"), ("json", "b")]),
        (["--format", "junit", "--output", "-"], [("junit", None)]),
        (["-q", "--format", "github", "where", "--output", "x y", "--select", "FP4"], [("github", "x y")]),
        (["--format", "sarif", "--output", "--json"], [("sarif", "--json")]),
    ],
)
def test_each_file_belongs_to_the_format_before_it(args: list[str], expected: list[tuple[str, str | None]]) -> None:
    assert asked(*args) == expected
    assert command.help == "A command's help is kept."


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--output", "f"], "no --format stands before it"),
        (["--output", "f", "--format", "sarif"], "no --format stands before it"),
        (["--format", "sarif", "--output", "a", "--output", "b"], "has a file already"),
        (["--format", "sarif", "--output", ""], "names no file"),
        (["--format", "sarif", "--format", "text"], "sarif and text would both go to standard output"),
        (["--json", "--format", "text", "--output", "-"], "would both go to standard output"),
        (["--format", "text", "--output", "f", "--format", "json", "--output", "./f"], "named as an output twice"),
    ],
)
def test_what_makes_no_pairs(args: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=said) as refused:
        asked(*args)
    assert refused.value.hint


def test_one_file_under_two_names(tmp_path: Path) -> None:
    Path("real").write_text("x")
    Path("link").symlink_to("real")
    Path("hard").hardlink_to("real")
    for other in ("link", "hard"):
        with pytest.raises(UsageError, match="twice"):
            asked("--format", "text", "--output", "real", "--format", "json", "--output", other)


@pytest.mark.parametrize("args", [["--format", "yaml"], ["--format"], ["--json", "--output"], ["--nonsense"]])
def test_clicks_own_refusals_stay(args: list[str]) -> None:
    with pytest.raises(click.UsageError):
        asked(*args)


@given(st.lists(st.tuples(st.sampled_from(["form", "output"]), st.sampled_from([*FORMATS, "-", "a", "b/c"]))))
@settings(max_examples=200, deadline=None)
def test_any_order_makes_pairs_or_is_refused(given: list[tuple[str, str]]) -> None:
    try:
        outputs = paired(given)
    except UsageError:
        return
    assert len({each.format for each in outputs if each.path is None}) <= 1
    named = [str(each.path) for each in outputs if each.path is not None]
    assert sorted(named) == sorted(value for name, value in given if name == "output" and value != "-")
    assert len(set(named)) == len(named)


def spelled(output: Output) -> str:
    return f"{output.format} é\n"


def test_files_are_written_and_the_rest_is_returned() -> None:
    outputs = (Output("text"), Output("sarif", Path("a.sarif")), Output("junit", Path("b.xml")))
    assert write_outputs(outputs, spelled) == "text é\n"
    assert Path("a.sarif").read_bytes() == "sarif é\n".encode()
    assert Path("b.xml").read_text(encoding="utf-8") == "junit é\n"
    assert sorted(os.listdir()) == ["a.sarif", "b.xml"]  # noqa: PTH208
    assert write_outputs((Output("json", Path("a.sarif")),), spelled) == ""
    assert Path("a.sarif").read_text(encoding="utf-8") == "json é\n"


def test_nothing_is_written_when_one_cannot_be_spelled() -> None:
    Path("a").write_text("before")

    def spoiled(output: Output) -> str:
        if output.format == "json":
            raise RuntimeError
        return "x"

    with pytest.raises(RuntimeError):
        write_outputs((Output("text", Path("a")), Output("json", Path("b"))), spoiled)
    assert Path("a").read_text() == "before"
    assert os.listdir() == ["a"]  # noqa: PTH208


@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_modes_are_as_the_umask_has_them(umask: int) -> None:
    before = os.umask(umask)
    try:
        write_outputs((Output("text", Path("a")),), spelled)
    finally:
        os.umask(before)
    assert stat.S_IMODE(Path("a").stat().st_mode) == 0o666 & ~umask


def test_a_link_stays_a_link() -> None:
    Path("folder").mkdir()
    Path("folder/real").write_text("x")
    Path("link").symlink_to("folder/real")
    write_outputs((Output("text", Path("link")),), spelled)
    assert Path("link").is_symlink()
    assert Path("folder/real").read_text(encoding="utf-8") == "text é\n"


def test_a_pipe_and_a_device_are_written_into() -> None:
    os.mkfifo("pipe")
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe").read_text(encoding="utf-8")))
    reader.start()
    write_outputs((Output("text", Path("pipe")), Output("json", Path(os.devnull))), spelled)
    reader.join(10)
    assert got == ["text é\n"]
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_where_no_report_is_written(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "repo")
    (root / "way-in").symlink_to(".git")
    Path("folder").mkdir()
    Path("file").write_text("x")
    for path, said in {
        "folder": "is a folder",
        "missing/f": "there is no folder missing",
        "file/f": "there is no folder file",
        "repo/.git/f": "never written into .git",
        "repo/.GIT/f": "never written into .GIT",
        "repo/way-in/config": "never written into .git",
        "repo/.fabric/ledger/f": "never written into .fabric",
    }.items():
        with pytest.raises(UsageError, match=said):
            check_outputs((Output("text", Path(path)),))
        with pytest.raises(UsageError, match=said):
            write_outputs((Output("text", Path(path)),), spelled)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written() -> None:
    Path("shut").mkdir(mode=0o500)
    with pytest.raises(CannotExamine, match="could not be written"):
        write_outputs((Output("text", Path("shut/f")),), spelled)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_place_without_room() -> None:
    with pytest.raises(CannotExamine, match="/dev/full could not be written: No space left"):
        write_outputs((Output("text", Path("/dev/full")),), spelled)


def test_a_name_that_is_too_long() -> None:
    with pytest.raises(CannotExamine, match="could not be"):
        write_outputs((Output("text", Path("x" * 300)),), spelled)
    assert os.listdir() == []  # noqa: PTH208
