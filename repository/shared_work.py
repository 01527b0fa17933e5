"""Many like pieces of work, done by this process and a second one: whoever is free takes the next piece.

What the second process does can be lost, never wrong: a piece whose answer does not come, because that process could
not be started or has died, is left to this one.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import struct
import threading
from collections.abc import Callable, Generator, Iterator
from typing import NoReturn

from .temporary import ENDING

Piece = tuple[int, bytes | None]
"""The number of a piece of work, and the second process's answer, or None where it is to be done here."""

MOST = 8192
"""Pieces that work may be divided into: their numbers lie ready in a pipe, which must hold them all."""

_NUMBER = struct.Struct("<I")
_HEAD = struct.Struct("<II")  # number of the piece, length of the answer
_ROOM = 1 << 20  # bytes that may wait in the pipe of answers, where the system lets a pipe grow


def shared(count: int, answer: Callable[[int], bytes]) -> Generator[Piece, None, None]:
    """Every number below ``count`` once, in any order, each with the answer of the second process or with None.

    ``answer`` is what that process does for a number. It is a copy of this one as it is now: what it changes is not
    seen here. It is gone when the iterator is closed, which the caller sees to (``contextlib.closing``) where it may
    stop halfway. Raises ValueError for more than :data:`MOST` pieces.
    """
    if count > MOST:
        raise ValueError(f"{count} pieces of work are more than {MOST}")
    queue, filling = os.pipe()
    os.write(filling, b"".join(map(_NUMBER.pack, range(count))))
    os.close(filling)
    left = set(range(count))
    try:
        with _second(queue, answer) as answers:
            while True:
                found = answers.waiting() if answers is not None else None
                if found is not None:
                    left.discard(found[0])
                    yield found
                    continue
                taken = os.read(queue, _NUMBER.size)
                if not taken:
                    break
                (number,) = _NUMBER.unpack(taken)
                left.discard(number)
                yield number, None
            while answers is not None and left:
                found = answers.next()
                if found is None:
                    break
                left.discard(found[0])
                yield found
    finally:
        os.close(queue)
    for number in sorted(left):  # taken by a process that did not live to answer
        yield number, None


class _Answers:
    """The answers of a second process, as they come through a pipe."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._poll = select.poll()
        self._poll.register(pipe, select.POLLIN)
        self._ended = False

    def waiting(self) -> tuple[int, bytes] | None:
        """The next answer, if one has at least begun to come."""
        return self.next() if not self._ended and self._poll.poll(0) else None

    def next(self) -> tuple[int, bytes] | None:
        """The next answer, waited for; None if there are no more. One that breaks off is none."""
        head = self._read(_HEAD.size)
        if head is None:
            return None
        number, length = _HEAD.unpack(head)
        body = self._read(length)
        return None if body is None else (number, body)

    def _read(self, length: int) -> bytes | None:
        data = bytearray()
        while len(data) < length:
            found = os.read(self._pipe, length - len(data))
            if not found:
                self._ended = True
                return None
            data += found
        return bytes(data)


@contextlib.contextmanager
def _second(queue: int, answer: Callable[[int], bytes]) -> Iterator[_Answers | None]:
    """A second process that takes numbers from the queue and answers them; None where there can be none.

    A process with threads is not copied: what they hold would stay held for ever in the copy.
    """
    if threading.active_count() > 1:
        yield None
        return
    reading, writing = os.pipe()
    # Until it is clear who is who, nobody may be told to end: the copy would clean up what is not its own.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        child = os.fork()
    except OSError:
        child = None
    if child == 0:
        _answer_all(queue, reading, writing, answer, before)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    os.close(writing)
    try:
        yield _Answers(reading) if child is not None else None
    finally:
        os.close(reading)
        if child is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _answer_all(
    queue: int, reading: int, writing: int, answer: Callable[[int], bytes], mask: set[signal.Signals | int]
) -> NoReturn:
    """What the second process does, and nothing else: it never comes back.

    Nor does it write to what it inherited: what waits in the buffers of the standard streams is the first process's.
    """
    try:
        for each in ENDING:
            signal.signal(each, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        os.close(reading)  # so that writing fails once the first process is gone, and this one ends too
        _grow(writing)
        while taken := os.read(queue, _NUMBER.size):
            (number,) = _NUMBER.unpack(taken)
            body = answer(number)
            _write(writing, _HEAD.pack(number, len(body)) + body)
    finally:
        os._exit(0)


def _grow(pipe: int) -> None:
    """Room for some answers, so that whoever is ahead need not wait at once."""
    import fcntl

    grow = getattr(fcntl, "F_SETPIPE_SZ", None)  # Linux only
    if grow is not None:
        with contextlib.suppress(OSError):  # more than this user may have
            fcntl.fcntl(pipe, grow, _ROOM)


def _write(pipe: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(pipe, view) :]
