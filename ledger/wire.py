"""Typed objects back in the protocol's own JSON shape, for machine answers and exports."""

from __future__ import annotations

from typing import Any

from .events import Actor, Evidence, Node, Record, RecordSource, Relation, Scope, Trust
from .history import Conflict, RecordHistory

Wire = dict[str, Any]


def _kept(**fields: Any) -> Wire:
    """The fields that hold something, in the order given."""
    return {key: value for key, value in fields.items() if value not in (None, (), [], {})}


def actor_value(actor: Actor) -> Wire:
    """An actor as the wire has it."""
    return _kept(kind=actor.kind, id=actor.id, provider=actor.provider)


def trust_value(trust: Trust) -> Wire:
    """A trust claim as the wire has it."""
    return _kept(level=trust.level, basis=trust.basis)


def scope_value(scope: Scope) -> Wire:
    """A scope as the wire has it."""
    value = _kept(repo=scope.repo, issue=scope.issue, pr=scope.pr, areas=list(scope.areas), paths=list(scope.paths))
    return {**value, "global": True} if scope.is_global else value


def node_value(node: Node) -> Wire:
    """A node as the wire has it."""
    return _kept(kind=node.kind, id=node.id, provider=node.provider, url=node.url)


def relation_value(relation: Relation) -> Wire:
    """A relation as the wire has it."""
    return _kept(
        relation_id=relation.relation_id,
        type=relation.type,
        **{"from": node_value(relation.source), "to": node_value(relation.target)},
        created_at=relation.created_at,
        reason=relation.reason,
    )


def _source_value(source: RecordSource) -> Wire:
    return _kept(type=source.type, thread_id=source.thread_id, pr=source.pr, url=source.url)


def _evidence_value(item: Evidence) -> Wire:
    return _kept(type=item.type, url=item.url, author=item.author, text=item.text)


def record_value(record: Record) -> Wire:
    """A record as its creation wrote it, in the protocol's key order."""
    return _kept(
        record_id=record.record_id,
        kind=record.kind,
        created_at=record.created_at,
        scope=scope_value(record.scope),
        source=_source_value(record.source),
        text=record.text,
        confidence=record.confidence,
        ttl=record.ttl,
        status=record.status,
        durability=record.durability,
        review_type=record.review_type,
        reason=record.reason,
        rejected_paths=list(record.rejected_paths),
        preferred_paths=list(record.preferred_paths),
        evidence=[_evidence_value(item) for item in record.evidence],
        lifecycle_reason=record.lifecycle_reason,
        reviewed_at=record.reviewed_at,
        extensions=dict(record.extensions),
    )


def standing_value(history: RecordHistory) -> Wire:
    """A record as it now stands: its creation with the head's state.

    Where no version is chosen (created twice, tracked copies of the creation that differ) only the id is known.
    """
    if not history.text_known:
        return {"record_id": history.record_id}
    value = record_value(history.record)
    state = _kept(
        status=history.status,
        durability=history.durability,
        lifecycle_reason=history.lifecycle_reason,
        reviewed_at=history.reviewed_at,
    )
    extensions = value.pop("extensions", None)
    value.update(state)
    return {**value, "extensions": extensions} if extensions else value


def conflict_value(conflict: Conflict) -> Wire:
    """A conflict as ``list`` shows it (contract, *The client's JSON*)."""
    return {
        "kind": str(conflict.kind),
        "record_id": conflict.record_id,
        "parent_event_id": conflict.parent_event_id,
        "competing_event_ids": list(conflict.competing_event_ids),
        "message": conflict.message,
        "settled_by": conflict.settled_by,
    }


def listed_value(history: RecordHistory) -> Wire:
    """One entry of ``list``'s data. Where no version is chosen nobody's word and no head is shown for the record."""
    creation = history.creation if history.text_known else None
    head = history.head if history.text_known else None
    return {
        "record": standing_value(history),
        "head_event_id": head.event_id if head else None,
        "actor": actor_value(creation.actor) if creation else None,
        "trust": trust_value(creation.trust) if creation else None,
        "head_actor": actor_value(head.actor) if head else None,
        "head_trust": trust_value(head.trust) if head else None,
        "conflict": conflict_value(history.conflict) if history.conflict else None,
    }
