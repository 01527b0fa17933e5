"""One version of an event file, read on its own: what it says, and whether clients could read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from ...ledger.canonical import canonical
from ...ledger.decode import MISSING, decode
from ...ledger.events import EVENT_TYPES, Event
from ...ledger.identifiers import is_id
from ...ledger.load import load
from ...ledger.nulls import normalise
from ...ledger.problem import Problem
from ...repository.files import MAX_BYTES
from ...repository.source import Reader, Source, StoreName

# The faults of reading (FP1, FP2) that are no errors by default; a client reads the file all the same.
MILD = frozenset({"FP106", "FP108", "FP109", "FP203", "FP208"})
MISNAMED = "FP207"


@dataclass(frozen=True, slots=True)
class Version:
    """What one version of a file says.

    ``faults`` are the codes of the FP1 and FP2 errors that kept clients from reading it, sorted; ``misnamed`` is true
    where the file's name is not its event's id (FP207), which keeps nobody from reading it. ``content`` is its
    canonical content and ``value`` what it was made of, None where no value could be read.
    """

    event: Event | None
    event_id: str | None
    faults: tuple[str, ...]
    misnamed: bool
    value: Any = None
    content: bytes | None = None

    @property
    def readable(self) -> bool:
        """True if clients could read the event, whatever its file is called."""
        return self.event is not None and not self.faults

    @property
    def sound(self) -> bool:
        """True if clients could read the event and find it under its name."""
        return self.readable and not self.misnamed


def read_version(source: Source, mode: str) -> Version:
    """Read one version by its bytes; a mode that is not that of a regular file (``100…``) holds no event."""
    if not mode.startswith("100"):
        return _without_value(source, ("FP101",))
    if len(source.data) > MAX_BYTES:
        return _without_value(source, ("FP107",))
    reading = load([_OneFile(source)])
    faults = {problem.code for problem in reading.problems if _is_error(problem, reading.events)}
    value = decode(source).value
    if value is MISSING:
        return _without_value(source, tuple(sorted(faults)))
    value = normalise(value)[0]
    stated = value.get("event_id") if isinstance(value, dict) else None
    return Version(
        event=reading.events[0] if reading.events else None,
        event_id=stated if is_id("evt", stated) else _named(source),
        faults=tuple(sorted(faults - {MISNAMED})),
        misnamed=MISNAMED in faults,
        value=value,
        content=canonical(value),
    )


def unread_version(source: Source, mode: str) -> Version:
    """A version whose bytes were not taken: over the limit (FP107), or no file that may be read (FP101)."""
    return _without_value(source, ("FP107",) if mode.startswith("100") else ("FP101",))


def _without_value(source: Source, faults: tuple[str, ...]) -> Version:
    return Version(None, _named(source), faults, misnamed=False)


def _named(source: Source) -> str | None:
    """The event id that a file is named after, if it is."""
    stem = source.origin.name.removesuffix(".json")
    return stem if is_id("evt", stem) else None


def _is_error(problem: Problem, events: Sequence[Event]) -> bool:
    if problem.code == "FP203":
        # A known type in other letter case is an error: some clients would read it as that type, and others not.
        return any(event.event_type.lower() in EVENT_TYPES for event in events)
    return problem.code not in MILD


def said_by(event: Event) -> bytes:
    """What an event says, wherever it lies: equal for equal content."""
    said = asdict(event)
    del said["origin"]
    return canonical(said)


class _OneFile:
    """A store that holds one file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.name = StoreName.LEDGER
        self.path = source.origin.path.rpartition("/")[0]

    def scan(self) -> Iterator[Source]:
        """The file."""
        yield self._source

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """The file again."""
        yield {self._source.origin.name: self._source.data}.get
