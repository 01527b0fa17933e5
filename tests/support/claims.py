"""Claims and traces made by hand, for asking how they are spelled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from support.events import Wire, ident
from support.traces import provenance_of, trace_of

from fingerpost.ledger.events import MatchReason, Node
from fingerpost.ledger.history import History
from fingerpost.reporter.claims.claim import Claim, Delivery, Existed, InScope, ReceiptEntry, Value
from fingerpost.reporter.graph.edges import Edge
from fingerpost.reporter.traces.trace import Trace

TREE = Existed(Value.YES, "tree", ident("evt", 1))
ABSENT = Existed(Value.NO)
BY_PATHS = InScope(Value.YES, "paths", (MatchReason("path", "services/billing/x.py"),))


def claim(number: int, **fields: Any) -> Claim:
    """A claim about the record of this number; all of it unknown, but for ``fields``."""
    values: dict[str, Any] = {
        "causality": (),
        "existed": Existed(),
        "in_scope": InScope(),
        "delivered": Delivery(),
        "exposed": Delivery(),
        "state_then": "unknown",
        "state_now": "active",
        "tier": "durable",
    }
    return Claim(ident("rec", number), **{**values, **fields})


def received(occurred_at: str, **fields: Any) -> Delivery:
    """A step that one receipt states."""
    values: dict[str, Any] = {
        "receipt_id": ident("rcp", 1),
        "event_id": ident("evt", 90),
        "thread_id": "t1",
        "projection_id": ident("prj", 1),
        "state": "delivered",
        "occurred_at": occurred_at,
        "revisions": (ident("evt", 1),),
        "older_revision": False,
    }
    return Delivery((ReceiptEntry(**{**values, **fields}),))


def by_trailer(commit: str, number: int, kind: str = "implements") -> Edge:
    """What a commit declares by a trailer of its own."""
    line = f"Fabric-Implements: {ident('rec', number)}"
    ends = (Node("commit", commit), Node("record", ident("rec", number)))
    return Edge(kind, *ends, None, None, None, "2026-03-02T14:00:00Z", trailer=line)


def spelled(node: str, *events: Wire, given: dict[str, Any] | None = None, **fields: Any) -> tuple[Trace, History]:
    """The trace of a node among these events with these ``fields`` of it replaced, and its history."""
    trace = replace(trace_of(node, *events, **(given or {})), **fields)
    return trace, provenance_of(*events).history
