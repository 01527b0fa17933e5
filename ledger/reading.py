"""What reading the stores gives: events, problems, and what could not be interpreted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..repository.source import Origin, StoreName
from .events import Event
from .passages import Suspect
from .problem import Problem


@dataclass(frozen=True, slots=True)
class Uninterpreted:
    """A file whose event is not used, with the ids that could still be told (by its content, else its name)."""

    origin: Origin
    event_id: str | None = None
    event_type: str | None = None
    record_id: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything the stores hold.

    ``events`` has each event once, in the order of the stores (tracked before shared) and of event id within
    one: a further copy with equal content is only in ``copies``; one with other content is in ``divergent``.
    In every event the credentials are masked (:mod:`.secrets`); whether copies are equal was judged before.
    ``suspects`` are the files with texts that rules about content have to read, in the order of stores and paths.
    """

    events: Sequence[Event]
    problems: Sequence[Problem]
    uninterpreted: Sequence[Uninterpreted]
    copies: Mapping[str, tuple[Origin, ...]]
    divergent: Mapping[str, tuple[Event, ...]]
    files: int
    stores: tuple[StoreName, ...]
    suspects: Sequence[Suspect] = ()

    @property
    def private_read(self) -> bool:
        """True if any store was read that git does not carry: live or shared records, or the runtime."""
        return any(name is not StoreName.LEDGER for name in self.stores)

    @property
    def runtime_read(self) -> bool:
        """True if threads, projections and receipts were looked for in a store that is there."""
        return any(name.is_runtime for name in self.stores)
