"""Being told to stop: what a command began is cleaned up, as at any error."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Ended(BaseException):
    """The process was told to end by ``signal``; no handler of errors is meant to catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = number


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """While this lasts SIGTERM and SIGHUP raise :class:`Ended`, so that every ``with`` on the way is left properly.

    A continuous-integration job is cancelled by SIGTERM; left to itself, it would leave a half-written folder beside
    the output. What the caller chose to ignore (``nohup``) stays ignored.
    """

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 (the form a handler has)
        raise Ended(number)

    before = {}
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is signal.SIG_DFL:
            before[each] = signal.signal(each, end)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
