"""What reading the stores gives: events, problems, and what could not be interpreted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..repository.source import Origin, StoreName
from .events import Event
from .passages import Suspect
from .problem import Problem

_ORDER = {store: place for place, store in enumerate(StoreName)}


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
    ``unproven`` are the ids of the events that the gate of the content did not pass: of all others it is known that
    they hold nothing of what it looks for (:mod:`.content_gate`).
    """

    events: Sequence[Event]
    problems: Sequence[Problem]
    uninterpreted: Sequence[Uninterpreted]
    copies: Mapping[str, tuple[Origin, ...]]
    divergent: Mapping[str, tuple[Event, ...]]
    files: int
    stores: tuple[StoreName, ...]
    suspects: Sequence[Suspect] = ()
    unproven: frozenset[str] = field(default=frozenset(), compare=False)

    def events_in(self, store: StoreName) -> Sequence[Event]:
        """The events that come from one store."""
        place = _ORDER[store]
        low, high = (
            bisect_left(self.events, each, key=lambda event: _ORDER[event.origin.store]) for each in (place, place + 1)
        )
        return self.events[low:high]

    @property
    def private_read(self) -> bool:
        """True if any store was read that git does not carry: live or shared records, or the runtime."""
        return any(name is not StoreName.LEDGER for name in self.stores)

    @property
    def runtime_read(self) -> bool:
        """True if threads, projections and receipts were looked for in a store that is there."""
        return any(name.is_runtime for name in self.stores)
