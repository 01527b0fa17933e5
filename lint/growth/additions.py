"""What a change adds to the ledger, in a few words: "2 records, 1 promotion, 1 relation"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from ...ledger.events import Event, Projection, Receipt, Record, Relation, StateChange, Thread
from ...ledger.settlement import SETTLES
from ...ledger.wording import counted
from ...repository.source import StoreName

_ORDER = (
    *("record", "settlement", "promotion", "expiry", "state change", "relation", "thread event", "projection"),
    *("receipt", "event of unknown type", "file that is not interpreted"),
)
_PLURAL = {"expiry": "expiries", "event of unknown type": "events of unknown type"}
_PLURAL["file that is not interpreted"] = "files that are not interpreted"
_OTHERS = {Relation: "relation", Thread: "thread event", Projection: "projection", Receipt: "receipt"}


def additions(events: Iterable[Event], added: Collection[str]) -> tuple[str, ...]:
    """What the new files of the tracked ledger hold, by kind, as phrases; empty where nothing was added.

    ``added`` are the file names that the base does not have.
    """
    names = set(added)
    found = Counter[str]()
    for event in events:
        if event.origin.store is StoreName.LEDGER and event.origin.name in names:
            names.discard(event.origin.name)
            found[_kind(event)] += 1
    found["file that is not interpreted"] = len(names)
    return tuple(counted(found[kind], kind, _PLURAL.get(kind)) for kind in _ORDER if found[kind])


def _kind(event: Event) -> str:
    payload = event.payload
    if isinstance(payload, Record):
        return "settlement" if SETTLES in payload.extensions else "record"
    if isinstance(payload, StateChange):
        if payload.durability == "durable":
            return "promotion"
        return "expiry" if payload.status == "expired" else "state change"
    return _OTHERS.get(type(payload), "event of unknown type")
