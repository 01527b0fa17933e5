from __future__ import annotations

import os
from pathlib import Path

import pytest

from fingerpost.repository.errors import UsageError
from fingerpost.repository.processes import VARIABLE, usable_processes


@pytest.fixture
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)


@pytest.mark.parametrize(("said", "expected"), [("1", 1), ("2", 2), (" 2 ", 2), ("16", 2), ("9" * 5000, 2)])
def test_the_variable_says_how_many(said: str, expected: int) -> None:
    assert usable_processes({VARIABLE: said}) == expected


@pytest.mark.parametrize("said", ["0", "-1", "two", "1.5", "²", "0x2", "000"])
def test_anything_but_a_number_from_one_on_is_refused(said: str) -> None:
    with pytest.raises(UsageError, match=VARIABLE):
        usable_processes({VARIABLE: said})


@pytest.mark.usefixtures("two_processors")
@pytest.mark.parametrize(
    ("quota", "expected"),
    [("max 100000\n", 2), ("400000 100000\n", 2), ("199999 100000\n", 1), ("50000 100000\n", 1), ("", 2), ("0 0", 2)],
)
def test_a_container_with_less_than_two_processors_gets_one_process(tmp_path: Path, quota: str, expected: int) -> None:
    file = tmp_path / "cpu.max"
    file.write_text(quota)
    assert usable_processes({}, file) == expected


@pytest.mark.usefixtures("two_processors")
def test_without_a_quota_the_processors_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert usable_processes({VARIABLE: ""}, tmp_path / "absent") == 2
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3}, raising=False)
    assert usable_processes({}, tmp_path / "absent") == 1
