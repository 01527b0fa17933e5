"""A trace as the JSON that the contract fixes (``schemas/trace.schema.json``)."""

from __future__ import annotations

from typing import Any

from ...ledger.ascii_json import storable_json
from ...ledger.events import Actor, Node
from ...ledger.wire import actor_value, node_value, trust_value
from ..claims.claim import UNKNOWN, Cause, Claim, Delivery, Existed, InScope, ReceiptEntry
from ..graph.edges import Edge
from .trace import Trace

Json = dict[str, Any]


def render_json(trace: Trace) -> str:
    """The answer as one JSON object in pure ASCII, free of lone surrogates that parsers refuse; ends with a newline."""
    return storable_json(trace_json(trace)) + "\n"


def trace_json(trace: Trace) -> Json:
    """The answer as plain JSON values; ledger text stands in it as it was written."""
    return {
        "version": 1,
        "as_of": trace.as_of.text,
        "root": node_json(trace, trace.root),
        "threads": [
            {"thread_id": thread.thread_id, "basis": thread.basis, "event_id": thread.event_id}
            for thread in trace.threads
        ],
        "truncated": trace.truncated,
        "claims": _claims(trace),
        "not_listed": {"none": trace.none_not_listed},
        "lineage": [relation_json(trace, edge) for edge in trace.lineage],
        "nodes": [node_json(trace, node) for node in trace.nodes],
        "relations": [relation_json(trace, edge) for edge in trace.relations],
        "problems": list(trace.problems),
    }


def node_json(trace: Trace, node: Node) -> Json:
    """A NODE of the contract; a commit's with how its id resolved in git, and what may be the same work elsewhere."""
    value = node_value(node)
    if node.kind == "commit" and node.id in trace.resolutions:
        value["resolution"] = trace.resolutions[node.id]
        candidates = trace.candidates.get(node.id, ())
        if candidates:
            value["candidates"] = list(candidates)
    return value


def relation_json(trace: Trace, edge: Edge) -> Json:
    """A RELATION of the contract; what a commit declares by a trailer has no event, no id and no claim of trust."""
    return {
        "relation_id": edge.relation_id,
        "type": edge.type,
        "class": edge.edge_class.value,
        "from": node_json(trace, edge.source),
        "to": node_json(trace, edge.target),
        "reason": edge.reason,
        "event_id": edge.event_id,
        "receipt_id": edge.receipt_id,
        "trailer": edge.trailer,
        "actor": _actor(edge.actor),
        "trust": trust_value(edge.trust) if edge.trust is not None else None,
        "asserted_at": edge.asserted_at or None,
    }


def _actor(actor: Actor | None) -> Json:
    """An actor; an empty object where the ledger names nobody."""
    return actor_value(actor) if actor is not None else {}


def _claims(trace: Trace) -> list[Json]:
    """Every claim. What many of them share, a scope that was judged or no delivery, is put into values once."""
    known: dict[int, Json] = {}
    return [_claim(trace, claim, known) for claim in trace.claims]


def _claim(trace: Trace, claim: Claim, known: dict[int, Json]) -> Json:
    steps = (claim.in_scope, claim.delivered, claim.exposed)
    for step in steps:
        if id(step) not in known:  # the claims keep it, so that no other has its id
            known[id(step)] = _in_scope(step) if isinstance(step, InScope) else _delivery(trace, step)
    in_scope, delivered, exposed = (known[id(step)] for step in steps)
    return {
        "record_id": claim.record_id,
        "causality": [_cause(cause) for cause in claim.causality],
        "availability": {
            "existed": _existed(claim.existed),
            "in_scope": in_scope,
            "delivered": delivered,
            "exposed": exposed,
            "level": claim.level.value,
        },
        "state_then": claim.state_then,
        "state_now": claim.state_now,
        "verdict": claim.verdict.value,
    }


def _existed(step: Existed) -> Json:
    return {"value": step.value.value, "basis": step.basis, "event_id": step.event_id}


def _in_scope(step: InScope) -> Json:
    reasons = [{"kind": reason.kind, "value": reason.value} for reason in step.reasons]
    return {"value": step.value.value, "basis": step.basis, "reasons": reasons}


def _cause(cause: Cause) -> Json:
    edge = cause.edge
    return {
        "type": edge.type,
        "event_id": edge.event_id,
        "relation_id": edge.relation_id,
        "trailer": edge.trailer,
        "actor": _actor(edge.actor),
        "trust": trust_value(edge.trust) if edge.trust is not None else None,
        "reason": edge.reason,
        "asserted_at": edge.asserted_at or None,
        "disputed_by": list(cause.disputed_by),
    }


def _delivery(trace: Trace, delivery: Delivery) -> Json:
    return {
        "value": "yes" if delivery.shown else UNKNOWN,
        "receipts": [_receipt(entry) for entry in delivery.receipts],
        "after": [_receipt(entry) for entry in delivery.after],
        "claimed": [relation_json(trace, edge) for edge in delivery.claimed],
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
