"""What stops a command before it can answer: what happened, where, and what to do about it."""

from __future__ import annotations

from typing import ClassVar

MAKE_ROOM = "The copy goes to a temporary folder: make room there, or name another one in TMPDIR."
"""What to do where git's files could not be copied for git to read them."""


class FingerpostError(Exception):
    """An error a person can act on.

    ``message`` says what and where in one line; ``hint`` says what to do, or is empty. ``exit_code`` is what the
    process ends with (contract, *Exit codes*), ``code`` the protocol's word for it in the envelope.
    """

    exit_code: ClassVar[int] = 4
    code: ClassVar[str] = "unreadable"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(FingerpostError):
    """The command was used wrongly, or Fingerpost's own config cannot be read."""

    exit_code = 2
    code = "invalid_argument"


class NoLedger(FingerpostError):  # noqa: N818 (the absence is the condition callers name)
    """There is no ledger where one was looked for."""

    exit_code = 3
    code = "not_found"


class CannotExamine(FingerpostError):  # noqa: N818
    """What should be examined cannot be: git refused, a revision is unknown, an object is not in this clone."""

    exit_code = 4
