"""Work shared with a second process: every piece once, whatever becomes of that process, and nothing of it left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.repository import shared_work
from fingerpost.repository.shared_work import MOST, shared

CHECKOUT = Path(__file__).resolve().parents[2]


def square(number: int) -> bytes:
    return str(number * number).encode()


def children() -> list[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())], capture_output=True, text=True, check=False
    ).stdout
    return [int(line.split()[0]) for line in found.splitlines() if "ps" not in line.split()[1:]]


def slowly_here(count: int, answer: Callable[[int], bytes], seconds: float = 0.002) -> dict[int, bytes | None]:
    """All pieces, with so much time spent on each piece that is done here that the second process gets some."""
    found: dict[int, bytes | None] = {}
    with closing(shared(count, answer)) as pieces:
        for number, told in pieces:
            assert number not in found
            found[number] = told
            if told is None:
                time.sleep(seconds)
    return found


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 300))
def test_every_piece_comes_once_and_each_answer_is_that_of_its_piece(count: int) -> None:
    found = dict(shared(count, square))
    assert sorted(found) == list(range(count))
    assert all(told in (None, square(number)) for number, told in found.items())


def test_the_second_process_does_its_share() -> None:
    found = slowly_here(100, square)
    assert any(found.values())
    assert not children()


def test_answers_larger_than_any_pipe_come_whole() -> None:
    found = slowly_here(6, lambda number: bytes([number]) * 5_000_000, seconds=0.2)
    told = {number: answer for number, answer in found.items() if answer is not None}
    assert told
    assert all(answer == bytes([number]) * 5_000_000 for number, answer in told.items())


def test_what_a_process_that_dies_had_taken_is_done_here() -> None:
    def dying(number: int) -> bytes:
        if number > 10:
            os.kill(os.getpid(), signal.SIGKILL)
        return square(number)

    found = slowly_here(60, dying)
    assert sorted(found) == list(range(60))
    assert all(told in (None, square(number)) for number, told in found.items())
    assert not children()


def test_an_answer_that_breaks_off_is_none() -> None:
    parent = os.getpid()

    def cut_short(number: int) -> bytes:
        if os.getpid() != parent:
            threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGKILL)).start()
        return bytes(50_000_000)

    found = slowly_here(5, cut_short, seconds=0.1)
    assert sorted(found) == list(range(5))
    assert all(told in (None, bytes(50_000_000)) for told in found.values())


def test_a_fault_in_the_second_process_costs_only_its_help(capfd: pytest.CaptureFixture[str]) -> None:
    def failing(number: int) -> bytes:
        raise RuntimeError("unheard")

    assert slowly_here(20, failing) == dict.fromkeys(range(20))
    assert capfd.readouterr() == ("", "")


def test_nothing_is_left_of_it_when_the_caller_stops_halfway() -> None:
    def stopping() -> None:
        with closing(shared(1000, square)) as pieces:
            for number, _ in pieces:
                if number > 3:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopping()
    assert not children()


def test_without_a_second_process_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(os, "fork", refuse)
    assert dict(shared(9, square)) == dict.fromkeys(range(9))


def test_a_process_with_threads_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("copied"))
    done = threading.Event()
    waiting = threading.Thread(target=done.wait)
    waiting.start()
    try:
        assert dict(shared(9, square)) == dict.fromkeys(range(9))
    finally:
        done.set()
        waiting.join()


def test_what_was_printed_is_not_printed_twice() -> None:
    script = """
import sys
from fingerpost.repository.shared_work import shared
sys.stdout.write("once")
print(len(dict(shared(50, lambda number: b"x" * number))))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=CHECKOUT)
    assert (done.stdout, done.stderr) == ("once50\n", "")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_first_process_that_is_stopped_leaves_no_second_one(how: signal.Signals) -> None:
    script = """
import os, time
from fingerpost.repository.shared_work import shared
def slow(number):
    time.sleep(0.01)
    return str(os.getpid()).encode()
for number, told in shared(8000, slow):
    if told:
        print(told.decode(), flush=True)
    else:
        time.sleep(0.01)
"""
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # Tests that are run as a job of a script would hand on that an interrupt is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as first:
        assert first.stdout is not None
        second = int(first.stdout.readline())
        first.send_signal(how)
        first.wait(timeout=20)
    for _ in range(200):
        if not Path(f"/proc/{second}").exists() and not _alive(second):
            break
        time.sleep(0.05)
    assert not _alive(second)


def _alive(process: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return state.stdout.strip()[:1] not in ("", "Z")


def test_more_pieces_than_a_pipe_holds_are_refused() -> None:
    assert len(dict(shared(MOST, square))) == MOST
    with pytest.raises(ValueError, match="pieces of work"):
        next(shared(MOST + 1, square))


def test_signals_are_let_through_again() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    dict(shared(5, square))
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
    assert shared_work.MOST * 4 <= 65536
