"""The events of the story as a client writes them: ids, times, key order, JSON."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from .changes import CHANGES
from .people import AREAS, OUTSIDE, VOICES
from .records import RECORDS
from .relations import RELATIONS
from .runtime import PROJECTIONS, RECEIPTS, THREADS
from .shapes import Change, Projection, Receipt, Record, Relation, Thread, Wire

REPO = "billing"

# The client writes these as escapes inside strings; they occur nowhere else in JSON.
ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}

_DIRECTION = {item.name: item for item in (*RECORDS, *CHANGES, *RELATIONS)}
_RECORD = {record.name: record for record in RECORDS}
_PROJECTION = {projection.name: projection for projection in PROJECTIONS}
_THREAD = {thread.name: thread for thread in THREADS}
_STARTED = {thread.thread: thread.at for thread in THREADS if not thread.changed}


def _digest(name: str) -> bytes:
    return hashlib.sha256(f"billing example: {name}".encode()).digest()


def _nanoseconds(name: str) -> int:
    """The part of a second at which a thing happened: any, but always the same."""
    return int.from_bytes(_digest(name)[24:], "big") % 1_000_000_000


def make_id(prefix: str, name: str, at: str, moment: str) -> str:
    """A UUIDv7 whose milliseconds are those of ``at`` in the second's part of ``moment``, the rest from the name."""
    seconds = int(datetime.fromisoformat(at).astimezone(UTC).timestamp())
    milliseconds = seconds * 1000 + _nanoseconds(moment) // 1_000_000
    body = bytearray(milliseconds.to_bytes(6, "big") + _digest(f"{prefix} {name}")[:10])
    body[6] = 0x70 | body[6] & 0x0F
    body[8] = 0x80 | body[8] & 0x3F
    return f"{prefix}_{uuid.UUID(bytes=bytes(body))}"


def _at(item: Any) -> str:
    """The time with its fraction, trailing zeros cut, before the offset that was written."""
    text: str = item.at
    cut = len("2026-01-01T00:00:00")
    return f"{text[:cut]}.{_nanoseconds(item.name):09d}".rstrip("0").rstrip(".") + text[cut:]


def event_id(item: Any) -> str:
    """The id of the event that tells this item."""
    return make_id("evt", item.name, item.at, item.name)


def object_ids() -> dict[str, str]:
    """Every id of the ledger and the runtime by name: ``event/…``, ``record/…``, ``thread/…``, and so on."""
    ids: dict[str, str] = {}
    for prefix, kind, items in (
        ("rec", "record", RECORDS),
        ("rel", "relation", RELATIONS),
        ("prj", "projection", PROJECTIONS),
        ("rcp", "receipt", RECEIPTS),
    ):
        things: Iterable[Any] = items
        ids.update((f"{kind}/{item.name}", make_id(prefix, item.name, item.at, item.name)) for item in things)
    for thread in THREADS:
        if not thread.changed:
            ids[f"thread/{thread.thread}"] = make_id("thr", thread.thread, thread.at, thread.name)
    everything: tuple[Iterable[Any], ...] = (RECORDS, CHANGES, RELATIONS, THREADS, PROJECTIONS, RECEIPTS)
    ids.update((f"event/{item.name}", event_id(item)) for items in everything for item in items)
    return ids


def config_text() -> str:
    """The ledger's ``config.yaml``, laid out as the reference client reads it."""
    lines = [f"repo: {REPO}", 'protocol_version: "fabric/1.0"', "areas:"]
    for area, paths in AREAS.items():
        lines += [f"  {area}:", "    paths:", *(f"      - {path}" for path in paths)]
    return "\n".join(lines) + "\n"


def encode(event: Wire) -> bytes:
    """The file's content: two spaces of indent, HTML characters escaped, one newline."""
    text = json.dumps(event, indent=2, ensure_ascii=False)
    for character, escape in ESCAPES.items():
        text = text.replace(character, escape)
    return f"{text}\n".encode()


def _present(value: Wire) -> Wire:
    return {key: item for key, item in value.items() if item not in (None, [], {})}


def _scope(scope: Wire) -> Wire:
    return {"repo": REPO, **scope}


def _matches(pattern: str, path: str) -> bool:
    return path.startswith(pattern[:-2]) if pattern.endswith("/**") else path == pattern


def _paths(scope: Wire) -> list[str]:
    return list(dict.fromkeys([*scope.get("paths", ()), *(p for a in scope.get("areas", ()) for p in AREAS[a])]))


def match_reasons(record: Wire, context: Wire) -> list[Wire]:
    """Why a record's scope meets a thread's scope, in the protocol's order (conflicts come before these)."""
    reasons = [{"kind": "global"}] if record.get("global") else []
    reasons += [
        {"kind": key, "value": record[key]}
        for key in ("pr", "issue")
        if record.get(key) and record.get(key) == context.get(key)
    ]
    for own in _paths(record):
        reasons += [
            {"kind": "path", "value": path} for path in _paths(context) if _matches(own, path) or _matches(path, own)
        ]
    shared = [area for area in record.get("areas", ()) if area in context.get("areas", ())]
    return reasons + [{"kind": "area", "value": area} for area in shared]


class Writer:
    """Turns items into events; ``ids`` are those of :func:`object_ids` and, as they come to be, ``commit/…``."""

    def __init__(self, ids: dict[str, str]) -> None:
        self.ids = ids

    def thread_names(self, text: str) -> str:
        """A text in which ``thread:<name>`` stands for an id, as it is written."""
        kind, _, name = text.partition(":")
        return self.ids[f"thread/{name}"] if kind == "thread" else text

    def node(self, spelled: str) -> Wire:
        """One end of a relation."""
        kind, _, name = spelled.partition(":")
        return OUTSIDE.get(spelled) or {"kind": kind, "id": self.ids[f"{kind}/{name}"]}

    def _envelope(self, item: Any, event_type: str, who: tuple[Wire, str, str], payload: Wire, **fields: Any) -> Wire:
        actor, level, basis = who
        if "id" in actor:
            actor = {**actor, "id": self.thread_names(actor["id"])}
        head = {
            "schema_version": "fabric/1.0",
            "event_id": event_id(item),
            "event_type": event_type,
            "occurred_at": _at(item),
            "actor": actor,
            "trust": {"level": level, "basis": basis},
        }
        return _present({**head, **fields, "payload": payload})

    def _voiced(self, item: Any, event_type: str, payload: Wire, **fields: Any) -> Wire:
        voice = VOICES[item.voice]
        return self._envelope(item, event_type, (voice.actor, voice.level, voice.basis), payload, **fields)

    def direction(self, name: str) -> Wire:
        """The record, state change or relation called ``name``; a relation needs the id of the commit it names."""
        item = _DIRECTION[name]
        if isinstance(item, Record):
            return self.record(item)
        return self.change(item) if isinstance(item, Change) else self.relation(item)

    def record(self, item: Record) -> Wire:
        """The creation of a record."""
        source = {key: self.thread_names(value) for key, value in item.source.items()}
        extensions = {"fabric.direction.challenges": self.ids[f"record/{item.challenges}"]} if item.challenges else {}
        value = {
            "record_id": self.ids[f"record/{item.name}"],
            "kind": item.kind,
            "created_at": item.at,
            "scope": _scope(item.scope),
            "source": source,
            "text": item.text,
            "confidence": VOICES[item.voice].level,
            "ttl": item.ttl,
            "status": item.status,
            "durability": item.durability,
            "review_type": item.review_type,
            "reason": item.reason,
            "rejected_paths": list(item.rejects),
            "preferred_paths": list(item.prefers),
            "evidence": list(item.evidence),
            "reviewed_at": item.reviewed_at,
            "extensions": extensions,
        }
        return self._voiced(item, "record.created", {"record": _present(value)})

    def change(self, item: Change) -> Wire:
        """A state change."""
        payload = {"record_id": self.ids[f"record/{item.record}"], **item.fields}
        return self._voiced(item, "record.state_changed", payload, parent_event_id=self.ids[f"event/{item.parent}"])

    def relation(self, item: Relation) -> Wire:
        """A declared relation."""
        value = {
            "relation_id": self.ids[f"relation/{item.name}"],
            "type": item.type,
            "from": self.node(item.source),
            "to": self.node(item.target),
            "created_at": _at(item),
            "reason": item.reason,
        }
        correlation = self.thread_names(item.correlation) if item.correlation else None
        return self._voiced(item, "relation.created", {"relation": _present(value)}, correlation_id=correlation)

    def thread(self, item: Thread) -> Wire:
        """The start of a thread, or its new scope."""
        thread_id = self.ids[f"thread/{item.thread}"]
        value = {
            "thread_id": thread_id,
            "created_at": _STARTED[item.thread],
            "updated_at": item.at,
            "scope": _scope(item.scope),
        }
        who = ({"kind": "agent", "id": thread_id}, "agent_asserted", "local thread runtime")
        event_type = "thread.scope_changed" if item.changed else "thread.started"
        return self._envelope(item, event_type, who, {"thread": value})

    def projection(self, item: Projection) -> Wire:
        """A selection, with the reasons that the scopes give."""
        thread = _THREAD[item.scope_from]
        reasons: dict[str, list[Wire]] = {}
        conflicts: list[Wire] = []
        for name, revisions in item.records.items():
            record_id = self.ids[f"record/{name}"]
            reasons[record_id] = match_reasons(_RECORD[name].scope, thread.scope)
            if name in item.conflict_parent:
                parent = self.ids[f"event/{item.conflict_parent[name]}"]
                reasons[record_id].insert(0, {"kind": "conflict", "value": parent})
                conflicts.append(
                    {
                        "record_id": record_id,
                        "parent_event_id": parent,
                        "competing_event_ids": sorted(self.ids[f"event/{revision}"] for revision in revisions),
                        "message": "competing revisions of one parent",
                    }
                )
        value = {
            "projection_id": self.ids[f"projection/{item.name}"],
            "thread_id": self.ids[f"thread/{thread.thread}"],
            "purpose": item.purpose,
            "created_at": _at(item),
            "scope": _scope(thread.scope),
            **self._members(item, tuple(item.records)),
            "reasons": dict(sorted(reasons.items())),
            "conflicts": conflicts,
            "omitted": item.omitted,
        }
        return self._voiced_by_tool(item, {"projection": _present(value)})

    def _voiced_by_tool(self, item: Projection, payload: Wire) -> Wire:
        voice = VOICES["projector"]
        return self._envelope(item, "projection.created", (voice.actor, voice.level, voice.basis), payload)

    def _members(self, item: Projection, records: tuple[str, ...]) -> Wire:
        revisions = [revision for name in records for revision in item.records[name]]
        return {
            "event_ids": [self.ids[f"event/{revision}"] for revision in revisions],
            "record_ids": [self.ids[f"record/{name}"] for name in records],
        }

    def receipt(self, item: Receipt) -> Wire:
        """The acknowledgement of a projection."""
        projection = _PROJECTION[item.projection]
        thread_id = self.ids[f"thread/{_THREAD[projection.scope_from].thread}"]
        value = {
            "receipt_id": self.ids[f"receipt/{item.name}"],
            "projection_id": self.ids[f"projection/{item.projection}"],
            "thread_id": thread_id,
            "state": item.state,
            "occurred_at": _at(item),
            **self._members(projection, item.only or tuple(projection.records)),
            "provider": item.provider,
        }
        actor = {"kind": "agent", "id": thread_id, "provider": item.provider}
        who = (actor, "agent_asserted", f"{item.state} acknowledgement")
        return self._envelope(item, "receipt.recorded", who, {"receipt": value})
