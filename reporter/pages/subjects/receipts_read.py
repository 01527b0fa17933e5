"""What receipts that were read say of one subject: how many there are, and how many came too late to count."""

from __future__ import annotations

from collections.abc import Sequence

from ....ledger.wording import counted
from ...claims.threads import SubjectThread
from ..blocks import Line
from ..survey import Survey
from ..words import why_no_receipt
from .judgements import Judged


def moment_of(kind: str) -> str:
    """The moment that a subject is asked about: a thread's is its start."""
    return "its start" if kind == "thread" else f"the {kind}"


def why_not_delivered(survey: Survey, kind: str, judged: Judged, threads: Sequence[SubjectThread]) -> Line:
    """Why it is unknown what a subject had been given: no receipts, none of its threads, or none in time."""
    if not survey.runtime_read:
        return (*why_no_receipt(survey), ".")
    whose = _whose(kind, threads)
    if whose is None:
        return ("neither a trailer nor a relation ties it to a thread.",)
    number = judged.receipts
    if not number:
        return (f"no receipt of {whose} was read.",)
    there = f"{counted(number, 'receipt')} of {whose} {'was' if number == 1 else 'were'} read"
    above = ", and stands above" if number == 1 else ", and stand above"
    listed = above if kind == "thread" else ""
    if judged.time is None:
        when = "it began" if kind == "thread" else f"this {kind} was"
        return (f"{there}{listed}. Nothing that was read says when {when}, so none can be told to come before that.",)
    if judged.later == number:
        late = "it" if number == 1 else "all of them"
        if kind == "thread":
            say = "says" if number == 1 else "say"
            return (f"{there}{listed}: {late} came after its start, and {say} nothing of what it had then.",)
        return (f"{there}: {late} came after {moment_of(kind)} and {_do(number)} not count.",)
    early = "one is" if number - judged.later == 1 else f"{number - judged.later:,} are"
    return (f"{there}{listed}. Only {early} as early as {moment_of(kind)}, with no record that was read.",)


def too_late(kind: str, judged: Judged, threads: Sequence[SubjectThread]) -> str:
    """How many of the receipts came after the subject, each counted once; empty where none did."""
    whose = _whose(kind, threads)
    if not judged.later or whose is None:
        return ""
    of_all = f"Of {counted(judged.receipts, 'receipt')} of {whose}, {judged.later:,}"
    return f"{of_all} came after {moment_of(kind)} and {_do(judged.later)} not count."


def _whose(kind: str, threads: Sequence[SubjectThread]) -> str | None:
    if kind == "thread":
        return "this thread"
    return None if not threads else "its threads" if len(threads) > 1 else "its thread"


def _do(number: int) -> str:
    return "does" if number == 1 else "do"
