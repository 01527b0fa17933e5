"""Counts of a ledger: how many records stand where, what is in dispute, and where nothing could be counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..repository.source import StoreName
from .history import ConflictKind, History, RecordHistory
from .problem import Problem
from .reading import Reading
from .selection import Wanted, select_records


@dataclass(frozen=True, slots=True)
class Counts:
    """How many records there are by state and durability; forks, open and settled.

    ``contested`` and ``settled`` count as states. A record of which no version is chosen has no durability that
    could be told: it counts as ``contested`` there too, so that both sums are the number of records.
    ``in_force_or_in_dispute`` is how many a plain ``list`` shows: see :func:`in_force_or_in_dispute`.
    """

    records: int
    by_state: dict[str, int]
    by_durability: dict[str, int]
    forks: int
    settled: int
    contested: int
    unplaced: int
    in_force_or_in_dispute: int


def counts_of(history: History) -> Counts:
    """The counts of a history, keys sorted."""
    records = list(history.records.values())
    conflicts = [conflict for record in records for conflict in record.conflicts]
    forks = [conflict for conflict in conflicts if conflict.kind is ConflictKind.COMPETING_CHILDREN]
    settled = sum(conflict.settled_by is not None for conflict in forks)
    return Counts(
        records=len(records),
        by_state=dict(sorted(Counter(record.state for record in records).items())),
        by_durability=dict(sorted(Counter(map(_durability, records)).items())),
        forks=len(forks) - settled,
        settled=settled,
        contested=sum(record.contested for record in records),
        unplaced=len(history.unplaced),
        in_force_or_in_dispute=len(in_force_or_in_dispute(history)),
    )


def in_force_or_in_dispute(history: History) -> list[RecordHistory]:
    """Direction that somebody could act on, what is in dispute included; by creation time, then id.

    Every command and page that says "in force or in dispute" means these. A resolution of a challenge, and a
    challenge that one answers, are not among them.
    """
    return select_records(history, Wanted(), {})[0]


def unlisted_stores(reading: Reading, ledger: str) -> dict[StoreName, Problem]:
    """The stores whose folder itself could not be read (FP101), so that whatever they hold is unknown.

    ``ledger`` is the folder of the tracked events, written as in the origins of its files.
    """
    found = (problem for problem in reading.problems if problem.code == "FP101")
    return {problem.origin.store: problem for problem in found if _is_folder(problem, ledger)}


def _is_folder(problem: Problem, ledger: str) -> bool:
    if problem.origin.store is StoreName.LEDGER:
        return problem.origin.path == ledger
    return not problem.origin.name.endswith(".json")  # as all files are named that are not merely strays


def _durability(record: RecordHistory) -> str:
    return record.durability if record.text_known else "contested"
