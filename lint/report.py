"""What one run of lint found and what it looked at: all that a format may spell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..ledger.history import History
from ..ledger.reading import Reading
from .finding import Finding, Severity


@dataclass(frozen=True, slots=True)
class Examined:
    """How much was read. ``events`` counts each event once, with the ``unknown_events`` of types nobody here knows.

    ``uninterpreted`` counts files whose event is not used. ``git_history`` is ``full``, ``shallow`` or ``none``:
    how far older versions of the files were looked at.
    """

    files: int
    events: int
    records: int
    relations: int
    threads: int
    projections: int
    receipts: int
    unknown_events: int
    uninterpreted: int
    runtime_read: bool
    git_history: str = "none"


@dataclass(frozen=True, slots=True)
class Report:
    """One run. ``as_of`` is RFC 3339 text, ``ledger`` a path relative to the repository, ``findings`` are in order."""

    version: str
    as_of: str
    ledger: str
    examined: Examined
    findings: Sequence[Finding]
    revision: str | None = None
    base: str | None = None

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(finding.severity is severity for finding in self.findings)


def examined(reading: Reading, history: History, *, git_history: str = "none") -> Examined:
    """The counts of what was read."""
    return Examined(
        files=reading.files,
        events=len(reading.events),
        records=len(history.records),
        relations=len(history.relations),
        threads=len(history.threads),
        projections=len(history.projections),
        receipts=len(history.receipts),
        unknown_events=len(history.unknown),
        uninterpreted=len(reading.uninterpreted),
        runtime_read=reading.runtime_read,
        git_history=git_history,
    )


def introduced(findings: Iterable[Finding]) -> int | None:
    """How many findings are new since the base, or None where nothing was compared."""
    known = [finding.introduced for finding in findings if finding.introduced is not None]
    return sum(known) if known else None
