"""A temporary folder is gone in the end, whenever a signal comes."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from fingerpost.repository.errors import CannotExamine
from fingerpost.repository.temporary import ENDING, temporary_folder

ROOT = Path(__file__).resolve().parents[2]


class EndedError(Exception):
    """What the handler of these tests raises."""


@pytest.fixture(params=["alone", "beside another thread"])
def ending(request: pytest.FixtureRequest) -> Iterator[None]:
    """While a test lasts every signal that ends a process raises in place of that."""
    over = threading.Event()
    if request.param != "alone":  # the system may give a signal to whichever thread takes it
        threading.Thread(target=over.wait, daemon=True).start()

    def end(number: int, frame: FrameType | None) -> None:
        raise EndedError

    before = {each: signal.signal(each, end) for each in ENDING}
    yield
    over.set()
    for each, handler in before.items():
        signal.signal(each, handler)


def test_it_is_removed_with_all_it_holds(tmp_path: Path) -> None:
    with temporary_folder("some-", tmp_path) as folder:
        assert folder.parent == tmp_path
        assert folder.name.startswith("some-")
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "deep").mkdir()
        (folder / "deep" / "file").write_text("x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", ENDING)
@pytest.mark.usefixtures("ending")
def test_a_signal_in_the_instant_it_is_made_leaves_nothing(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, make = [], os.mkdir

    def made_and_told(path: str, *args: Any, **more: Any) -> None:
        make(path, *args, **more)
        made.append(path)
        os.kill(os.getpid(), number)

    monkeypatch.setattr(os, "mkdir", made_and_told)
    with pytest.raises(EndedError), temporary_folder(beside=tmp_path):
        pytest.fail("was not told")
    assert len(made) == 1
    assert list(tmp_path.iterdir()) == []
    assert len({signal.getsignal(each) for each in ENDING}) == 1


@pytest.mark.parametrize("number", ENDING)
@pytest.mark.usefixtures("ending")
def test_a_signal_while_it_is_removed_leaves_nothing(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove, told = os.rmdir, []

    def told_and_removed(path: Any, *args: Any, **more: Any) -> None:
        os.kill(os.getpid(), number)
        told.append(path)
        remove(path, *args, **more)

    def fill(folder: Path) -> None:
        (folder / "deep").mkdir()
        monkeypatch.setattr(os, "rmdir", told_and_removed)

    with pytest.raises(EndedError), temporary_folder(beside=tmp_path) as folder:
        fill(folder)
    assert len(told) == 2
    assert list(tmp_path.iterdir()) == []
    assert len({signal.getsignal(each) for each in ENDING}) == 1


def test_an_error_inside_is_passed_on_as_it_is() -> None:
    with pytest.raises(FileNotFoundError), temporary_folder() as folder:
        (folder / "nothing").read_bytes()
    assert not folder.exists()


def test_where_none_can_be_made_people_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(CannotExamine, match="a temporary folder cannot be made: No such file"), temporary_folder():
        pytest.fail("was made")
    with pytest.raises(FileNotFoundError), temporary_folder(beside=tmp_path / "gone"):
        pytest.fail("was made")


def test_nothing_else_in_the_package_makes_one() -> None:
    makers = {
        str(path.relative_to(ROOT))
        for folder in ("repository", "ledger", "lint", "reporter", "cli")
        for path in (ROOT / folder).rglob("*.py")
        if any(
            word in path.read_text("utf-8") for word in ("TemporaryDirectory", "NamedTemporary", "mkdtemp", "mkstemp")
        )
    }
    assert makers == {"repository/temporary.py"}
