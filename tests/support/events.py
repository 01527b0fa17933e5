"""Events made for tests: plain wire values with fixed ids and times, and ledgers built of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fingerpost.repository.source import Obstacle, Origin, Reader, Source, StoreName, Unread

Wire = dict[str, Any]

HUMAN = {"kind": "human", "id": "mara"}
AGENT = {"kind": "agent", "id": "thread-1"}
HUMAN_CONFIRMED = {"level": "human_confirmed", "basis": "flag"}
REVIEWER = {"kind": "reviewer", "id": "ines"}
REVIEWER_CONFIRMED = {"level": "reviewer_confirmed", "basis": "review"}
AGENT_ASSERTED = {"level": "agent_asserted", "basis": "note"}


def ident(prefix: str, number: int) -> str:
    """A valid id (prefix and UUIDv7) that is the same in every run."""
    return f"{prefix}_{number:08x}-0000-7000-8000-{number:012x}"


def at(minute: int) -> str:
    """A time on one fixed day, ``minute`` minutes after nine o'clock."""
    return f"2026-03-02T{9 + minute // 60:02d}:{minute % 60:02d}:00Z"


def envelope(number: int, event_type: str, payload: Wire, **fields: Any) -> Wire:
    """An event around a payload; ``fields`` replace or add envelope fields, None removes one."""
    event: Wire = {
        "schema_version": "fabric/1.0",
        "event_id": ident("evt", number),
        "event_type": event_type,
        "occurred_at": at(number % 600),
        "actor": HUMAN,
        "trust": HUMAN_CONFIRMED,
        "payload": payload,
    }
    event.update(fields)
    return {key: value for key, value in event.items() if value is not None}


def record(number: int, **fields: Any) -> Wire:
    """A record's wire value; ``fields`` replace or add record fields, None removes one."""
    value: Wire = {
        "record_id": ident("rec", number),
        "kind": "decision",
        "created_at": at(number % 600),
        "scope": {"repo": "billing", "issue": "BILL-1"},
        "source": {"type": "human"},
        "text": f"Direction number {number}",
        "confidence": "human_confirmed",
        "ttl": "until_issue_closed",
        "status": "active",
        "durability": "candidate",
        "reason": "It keeps one place for the rule.",
    }
    value.update(fields)
    return {key: item for key, item in value.items() if item is not None}


def created(number: int, rec: int | None = None, event: Wire | None = None, **fields: Any) -> Wire:
    """A record.created event; ``event`` holds envelope fields, the rest are record fields."""
    return envelope(number, "record.created", {"record": record(rec or number, **fields)}, **(event or {}))


def changed(number: int, rec: int, parent: int, event: Wire | None = None, **fields: Any) -> Wire:
    """A record.state_changed event of record ``rec`` under the event ``parent``."""
    payload = {"record_id": ident("rec", rec), **(fields or {"status": "expired"})}
    return envelope(
        number, "record.state_changed", payload, **{"parent_event_id": ident("evt", parent), **(event or {})}
    )


def relation(number: int, kind: str, source: Wire, target: Wire, event: Wire | None = None, **fields: Any) -> Wire:
    """A relation.created event; ends are node values such as ``{"kind": "commit", "id": "…"}``."""
    value = {
        "relation_id": ident("rel", number),
        "type": kind,
        "from": source,
        "to": target,
        "created_at": at(number % 600),
        **fields,
    }
    return envelope(number, "relation.created", {"relation": value}, **(event or {}))


def record_node(number: int) -> Wire:
    """The node of a record."""
    return {"kind": "record", "id": ident("rec", number)}


def thread(number: int, thread_id: str, event_type: str = "thread.started", **fields: Any) -> Wire:
    """A thread event."""
    value = {
        "thread_id": thread_id,
        "created_at": at(number % 600),
        "updated_at": at(number % 600),
        "scope": {"repo": "billing", "issue": "BILL-1"},
        **fields,
    }
    return envelope(number, event_type, {"thread": value}, actor=AGENT, trust=AGENT_ASSERTED)


def projection(number: int, thread_id: str | None, events: list[str], records: list[str], **fields: Any) -> Wire:
    """A projection.created event."""
    value: Wire = {
        "projection_id": ident("prj", number),
        "thread_id": thread_id,
        "purpose": "sync",
        "created_at": at(number % 600),
        "scope": {"repo": "billing", "issue": "BILL-1"},
        "event_ids": events,
        "record_ids": records,
        "omitted": False,
        **fields,
    }
    payload = {"projection": {key: item for key, item in value.items() if item is not None}}
    actor, trust = {"kind": "tool", "id": "fingerpost"}, {"level": "tool_verified", "basis": "projection"}
    return envelope(number, "projection.created", payload, actor=actor, trust=trust)


def receipt(
    number: int, prj: int, thread_id: str, events: list[str], records: list[str], state: str = "delivered"
) -> Wire:
    """A receipt.recorded event for the projection ``prj``."""
    value = {
        "receipt_id": ident("rcp", number),
        "projection_id": ident("prj", prj),
        "thread_id": thread_id,
        "state": state,
        "occurred_at": at(number % 600),
        "event_ids": events,
        "record_ids": records,
    }
    return envelope(number, "receipt.recorded", {"receipt": value}, actor=AGENT, trust=AGENT_ASSERTED)


def as_bytes(event: Wire) -> bytes:
    """The file content every client writes: two spaces of indent and one newline."""
    return (json.dumps(event, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")


class MemoryStore:
    """A store that holds its files in memory; entries keep the order they were given in."""

    def __init__(self, name: StoreName = StoreName.LEDGER, path: str = ".fabric/ledger/events") -> None:
        self.name = name
        self.path = path
        self.files: dict[str, bytes | Obstacle] = {}

    def add(self, *events: Wire) -> MemoryStore:
        """Add events, each in the file that carries its id."""
        for event in events:
            self.files[f"{event['event_id']}.json"] = as_bytes(event)
        return self

    def origin(self, name: str) -> Origin:
        """Where a file of this store lies."""
        return Origin(self.name, f"{self.path}/{name}", name)

    def scan(self) -> Iterator[Source | Unread]:
        """Every entry."""
        for name, data in self.files.items():
            if isinstance(data, Obstacle):
                yield Unread(self.origin(name), data)
            else:
                yield Source(self.origin(name), data)

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """Single files again."""

        def read(name: str) -> bytes | None:
            data = self.files.get(name)
            return data if isinstance(data, bytes) else None

        yield read


def store_of(event: Wire) -> StoreName:
    """The store an event belongs into when everything is read, live records aside."""
    kind = event["event_type"].split(".")[0]
    return {
        "thread": StoreName.THREADS,
        "projection": StoreName.PROJECTIONS,
        "receipt": StoreName.RECEIPTS,
    }.get(kind, StoreName.LEDGER)


PATHS = {
    StoreName.LEDGER: ".fabric/ledger/events",
    StoreName.ACTIVE: ".fabric/active/events",
    StoreName.SHARED: "git-common:fabric/events",
    StoreName.THREADS: "git-common:fabric/runtime/threads",
    StoreName.PROJECTIONS: "git-common:fabric/runtime/projections",
    StoreName.RECEIPTS: "git-common:fabric/runtime/receipts",
}


def stores_of(*events: Wire) -> list[MemoryStore]:
    """Memory stores for these events, each event in the store that is for it."""
    stores = {name: MemoryStore(name, path) for name, path in PATHS.items()}
    for event in events:
        stores[store_of(event)].add(event)
    return list(stores.values())


def write_ledger(root: Path, *events: Wire, config: str | None = "repo: billing\nareas: {}\n") -> Path:
    """Write events into ``root`` as a client would (tracked ledger, and runtime under ``.git/fabric``)."""
    folders = {
        StoreName.LEDGER: root / ".fabric/ledger/events",
        StoreName.THREADS: root / ".git/fabric/runtime/threads",
        StoreName.PROJECTIONS: root / ".git/fabric/runtime/projections",
        StoreName.RECEIPTS: root / ".git/fabric/runtime/receipts",
    }
    folders[StoreName.LEDGER].mkdir(parents=True, exist_ok=True)
    for event in events:
        folder = folders[store_of(event)]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{event['event_id']}.json").write_bytes(as_bytes(event))
    if config is not None:
        (root / ".fabric/config.yaml").write_text(config, encoding="utf-8")
    return root
