"""Problems of a file that quote from it, such as a key that stands twice, without the credentials in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..repository.source import Source
from .decode import decode
from .problem import Problem
from .secrets import masked, masked_bytes


def without_quoted_secrets(problems: Sequence[Problem], source: Source) -> list[Problem]:
    """The problems of a file with no credential in what they quote; lines and columns are still the file's.

    A quotation may end within a credential, which then looks like none: so the file is read again without any.
    """
    shown = masked_bytes(source.data)
    if shown is source.data:
        return list(problems)
    again: Sequence[Problem] = decode(Source(source.origin, shown)).problems
    if [problem.code for problem in again] != [problem.code for problem in problems]:
        again = problems
    return [
        replace(
            problem,
            message=masked(other.message),
            detail=masked(other.detail),
            event_id=None if other.event_id is None else masked(other.event_id),
            pointer=None if other.pointer is None else masked(other.pointer),
        )
        for problem, other in zip(problems, again, strict=True)
    ]
