"""Being told to stop: what a command began is cleaned up, as at any error."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_MOMENT = 0.01  # seconds


class Ended(BaseException):
    """The process was told to end by ``signal``; no handler of errors is meant to catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = number


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """While this lasts SIGTERM and SIGHUP raise :class:`Ended`, so that every ``with`` on the way is left properly.

    A continuous-integration job is cancelled by SIGTERM; left to itself, it would leave a half-written folder beside
    the output. What the caller chose to ignore (``nohup``) stays ignored. Python drops what is raised inside a callback
    of its own, such as that of an import's lock; there this and KeyboardInterrupt are raised once more, a moment later.
    """
    dropped: list[BaseException] = []
    told = sys.unraisablehook

    def drop(what: sys.UnraisableHookArgs) -> None:
        if isinstance(what.exc_value, Ended | KeyboardInterrupt):
            dropped.append(what.exc_value)
            signal.setitimer(signal.ITIMER_REAL, _MOMENT)
        else:
            told(what)

    def once_more(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 (the form a handler has)
        raise dropped[-1]

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 (the form a handler has)
        raise Ended(number)

    before = {signal.SIGALRM: signal.signal(signal.SIGALRM, once_more)}
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is signal.SIG_DFL:
            before[each] = signal.signal(each, end)
    sys.unraisablehook = drop
    try:
        yield
    finally:
        sys.unraisablehook = told
        signal.setitimer(signal.ITIMER_REAL, 0)
        for each, handler in before.items():
            signal.signal(each, handler)
