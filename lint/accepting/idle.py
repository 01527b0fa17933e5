"""A suppression or baseline entry that accepts nothing, and why: what FP002 reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Idle:
    """One of them: ``file`` (None outside the repository) and ``line`` are where it is written, ``message`` says why.

    ``detail`` tells it from every other, whatever line it stands on.
    """

    message: str
    file: str | None
    line: int | None
    detail: str
