"""What one run of lint found and what it looked at: all that a format may spell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..ledger.history import History
from ..ledger.reading import Reading
from ..repository.source import Store
from .finding import Finding, Severity
from .governing import Governing


@dataclass(frozen=True, slots=True)
class Examined:
    """How much was read. ``events`` counts each event once, with the ``unknown_events`` of types nobody here knows.

    ``uninterpreted`` counts files whose event is not used. ``runtime_read`` and ``private_read`` are those of
    :class:`fingerpost.ledger.reading.Reading`. ``git_history`` is ``full``, ``shallow`` or ``none``: how far older
    versions of the files were looked at.
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
    private_read: bool = False

    @property
    def beyond_the_ledger(self) -> str:
        """What was read besides the tracked ledger, as a phrase."""
        if self.runtime_read:
            return "runtime read"
        return "untracked store read, no threads or receipts there" if self.private_read else "runtime not read"


@dataclass(frozen=True, slots=True)
class StoreRead:
    """One folder of events that was read: where it lies, and how many of its files hold an event, used or not."""

    path: str
    files: int


@dataclass(frozen=True, slots=True)
class Report:
    """One run. ``as_of`` is RFC 3339 text, ``ledger`` a path relative to the repository, ``findings`` are in order.

    ``stores`` and ``as_of_from`` (what gave the time of judgement) are for who wants to know more; else empty.
    ``adds`` counts what the change adds, as phrases ("2 records", "1 promotion"), or is None where nothing was
    compared. ``governing`` is the direction in force for what the change touches, in order.
    """

    version: str
    as_of: str
    ledger: str
    examined: Examined
    findings: Sequence[Finding]
    revision: str | None = None
    base: str | None = None
    stores: Sequence[StoreRead] = ()
    as_of_from: str = ""
    adds: Sequence[str] | None = None
    governing: Sequence[Governing] = ()

    def count(self, severity: Severity) -> int:
        """How many findings have this severity and are not suppressed."""
        return sum(finding.severity is severity for finding in self.open)

    @property
    def open(self) -> list[Finding]:
        """The findings that nothing suppresses, in order."""
        return [finding for finding in self.findings if finding.suppressed is None]

    @property
    def suppressed(self) -> int:
        """How many findings the config or the baseline accepts."""
        return sum(finding.suppressed is not None for finding in self.findings)


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
        private_read=reading.private_read,
    )


def stores_read(stores: Iterable[Store], reading: Reading) -> tuple[StoreRead, ...]:
    """The folders that were read, in the order they were, with their numbers of files."""
    files = Counter(event.origin.store for event in reading.events if event.event_id not in reading.copies)
    files.update(origin.store for origins in reading.copies.values() for origin in origins)
    files.update(item.origin.store for item in reading.uninterpreted)
    return tuple(StoreRead(store.path, files[store.name]) for store in stores)


def introduced(findings: Iterable[Finding]) -> int | None:
    """How many findings are new since the base, or None where nothing was compared."""
    known = [finding.introduced for finding in findings if finding.introduced is not None]
    return sum(known) if known else None
