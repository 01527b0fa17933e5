"""Counts of a ledger: how many records stand where, and what is in dispute."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from .history import ConflictKind, History, RecordHistory


@dataclass(frozen=True, slots=True)
class Counts:
    """How many records there are by state and durability; forks, open and settled.

    ``contested`` and ``settled`` count as states. A record of which no version is chosen has no durability that
    could be told: it counts as ``contested`` there too, so that both sums are the number of records.
    """

    records: int
    by_state: dict[str, int]
    by_durability: dict[str, int]
    forks: int
    settled: int
    contested: int
    unplaced: int


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
    )


def _durability(record: RecordHistory) -> str:
    return record.durability if record.text_known else "contested"
