"""A trace as the JSON that the contract fixes (``schemas/trace.schema.json``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...ledger.ascii_json import ascii_json
from ...ledger.display import storable
from ...ledger.events import Node
from ...ledger.wire import actor_value, node_value, trust_value
from ..claims.claim import UNKNOWN, Cause, Claim, Delivery, ReceiptEntry
from ..graph.edges import Edge
from .trace import Trace

Json = dict[str, Any]


def render_json(trace: Trace) -> str:
    """The answer as one JSON object in pure ASCII, free of lone surrogates that parsers refuse; ends with a newline."""
    return ascii_json(_storable(trace_json(trace))) + "\n"


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return {name: _storable(item) for name, item in value.items()}
    return value


def trace_json(trace: Trace) -> Json:
    """The answer as plain JSON values; ledger text stands in it as it was written."""
    resolutions = trace.resolutions
    return {
        "version": 1,
        "as_of": trace.as_of.text,
        "root": node_json(trace.root, resolutions),
        "threads": [
            {"thread_id": thread.thread_id, "basis": thread.basis, "event_id": thread.event_id}
            for thread in trace.threads
        ],
        "truncated": trace.truncated,
        "claims": [_claim(claim, resolutions) for claim in trace.claims],
        "not_listed": {"none": 0},
        "lineage": [relation_json(edge, resolutions) for edge in trace.lineage],
        "nodes": [node_json(node, resolutions) for node in trace.nodes],
        "relations": [relation_json(edge, resolutions) for edge in trace.relations],
        "problems": list(trace.problems),
    }


def node_json(node: Node, resolutions: Mapping[str, str]) -> Json:
    """A NODE of the contract; a commit's with how its id resolved in git."""
    value = node_value(node)
    if node.kind == "commit" and node.id in resolutions:
        value["resolution"] = resolutions[node.id]
    return value


def relation_json(edge: Edge, resolutions: Mapping[str, str]) -> Json:
    """A RELATION of the contract."""
    return {
        "relation_id": edge.relation_id,
        "type": edge.type,
        "class": edge.edge_class.value,
        "from": node_json(edge.source, resolutions),
        "to": node_json(edge.target, resolutions),
        "reason": edge.reason,
        "event_id": edge.event_id,
        "receipt_id": edge.receipt_id,
        "actor": actor_value(edge.actor),
        "trust": trust_value(edge.trust),
        "asserted_at": edge.asserted_at,
    }


def _claim(claim: Claim, resolutions: Mapping[str, str]) -> Json:
    return {
        "record_id": claim.record_id,
        "causality": [_cause(cause) for cause in claim.causality],
        "availability": {
            "existed": {"value": UNKNOWN, "basis": None, "event_id": None},
            "in_scope": {"value": UNKNOWN, "basis": None, "reasons": []},
            "delivered": _delivery(claim.delivered, resolutions),
            "exposed": _delivery(claim.exposed, resolutions),
            "level": claim.level.value,
        },
        "state_then": UNKNOWN,
        "state_now": claim.state_now,
        "verdict": claim.verdict.value,
    }


def _cause(cause: Cause) -> Json:
    edge = cause.edge
    return {
        "type": edge.type,
        "event_id": edge.event_id,
        "relation_id": edge.relation_id,
        "trailer": None,
        "actor": actor_value(edge.actor),
        "trust": trust_value(edge.trust),
        "reason": edge.reason,
        "asserted_at": edge.asserted_at,
        "disputed_by": list(cause.disputed_by),
    }


def _delivery(delivery: Delivery, resolutions: Mapping[str, str]) -> Json:
    return {
        "value": "yes" if delivery.shown else UNKNOWN,
        "receipts": [_receipt(entry) for entry in delivery.receipts],
        "after": [_receipt(entry) for entry in delivery.after],
        "claimed": [relation_json(edge, resolutions) for edge in delivery.claimed],
    }


def _receipt(entry: ReceiptEntry) -> Json:
    return {
        "receipt_id": entry.receipt_id,
        "event_id": entry.event_id,
        "thread_id": entry.thread_id,
        "projection_id": entry.projection_id,
        "state": entry.state,
        "occurred_at": entry.occurred_at,
        "revisions": list(entry.revisions),
        "older_revision": entry.older_revision,
    }
