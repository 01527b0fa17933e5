from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from fingerpost.cli.streams import OutputLost, guard


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """``sys.stdout`` and ``sys.stderr`` as they were, afterwards."""
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    return monkeypatch


def test_what_is_printed_arrives(streams: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="ascii") as out:
        streams.setattr(sys, "stdout", out)
        guard()
        print("one → two")
        sys.stdout.flush()
    assert (tmp_path / "out").read_text("ascii") == "one \\u2192 two\n"


def test_a_reader_that_has_gone_is_not_told(streams: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as out:
        streams.setattr(sys, "stdout", out)
        guard()
        for _ in range(3):
            print("x" * 100_000)
            sys.stdout.flush()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_once_and_only_of_the_output(streams: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w") as out, Path("/dev/full").open("w") as err:
        streams.setattr(sys, "stdout", out)
        streams.setattr(sys, "stderr", err)
        guard()
        print("x")
        with pytest.raises(OutputLost, match="No space left on device"):
            sys.stdout.flush()
        print("x", flush=True)
        print("x", file=sys.stderr, flush=True)


def test_a_stream_that_is_closed_takes_everything(streams: pytest.MonkeyPatch) -> None:
    streams.setattr(sys, "stdout", None)
    guard()
    print("x", flush=True)
    assert not sys.stdout.isatty()
