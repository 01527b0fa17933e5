"""The payload of an event as JSON again, for tables that keep it whole."""

from __future__ import annotations

from typing import Any

from ...ledger.ascii_json import storable_json
from ...ledger.events import Event, Projection, Receipt, Record, Relation, StateChange, Thread
from ...ledger.wire import record_value, relation_value, scope_value


def payload_text(event: Event) -> str:
    """The payload on one line, in the protocol's key order; credentials stay masked as they were on reading."""
    return storable_json(_value(event), indent=False)


def _value(event: Event) -> Any:
    payload = event.payload
    if isinstance(payload, Record):
        return {"record": record_value(payload)}
    if isinstance(payload, Relation):
        return {"relation": relation_value(payload)}
    if isinstance(payload, StateChange):
        fields = ("record_id", "status", "durability", "lifecycle_reason", "reviewed_at")
        return {name: value for name in fields if (value := getattr(payload, name)) is not None}
    if isinstance(payload, Thread):
        times = {"created_at": payload.created_at, "updated_at": payload.updated_at}
        return {"thread": {"thread_id": payload.thread_id, **times, "scope": scope_value(payload.scope)}}
    if isinstance(payload, Projection):
        return {"projection": _projection(payload)}
    if isinstance(payload, Receipt):
        return {"receipt": _receipt(payload)}
    return payload.value


def _projection(projection: Projection) -> dict[str, Any]:
    reasons = {
        record_id: [{"kind": each.kind, **({"value": each.value} if each.value is not None else {})} for each in found]
        for record_id, found in sorted(projection.reasons.items())
    }
    conflicts = [
        {
            "record_id": each.record_id,
            "parent_event_id": each.parent_event_id,
            "competing_event_ids": list(each.competing_event_ids),
            "message": each.message,
        }
        for each in projection.conflicts
    ]
    return {
        "projection_id": projection.projection_id,
        **({"thread_id": projection.thread_id} if projection.thread_id is not None else {}),
        "purpose": projection.purpose,
        "created_at": projection.created_at,
        "scope": scope_value(projection.scope),
        "event_ids": list(projection.event_ids),
        "record_ids": list(projection.record_ids),
        **({"reasons": reasons} if reasons else {}),
        **({"conflicts": conflicts} if conflicts else {}),
        "omitted": projection.omitted,
    }


def _receipt(receipt: Receipt) -> dict[str, Any]:
    return {
        "receipt_id": receipt.receipt_id,
        "projection_id": receipt.projection_id,
        "thread_id": receipt.thread_id,
        "state": receipt.state,
        "occurred_at": receipt.occurred_at,
        "event_ids": list(receipt.event_ids),
        "record_ids": list(receipt.record_ids),
        **({"provider": receipt.provider} if receipt.provider is not None else {}),
    }
