"""Nodes and edges as the API tells them: what was declared, and what receipts state; one never proves the other."""

from __future__ import annotations

from typing import Any

from ...ledger.events import Node
from ...ledger.wire import actor_value, node_value, trust_value
from ..exports.dataset import Dataset
from ..graph.disputes import dispute_mark, disputes_of
from ..graph.edges import Edge
from ..graph.provenance import NodeKey
from ..pages.survey import Survey
from ..pages.words import node_label

Json = dict[str, Any]


def graph_value(survey: Survey) -> Json:
    """Every node, sorted by kind, provider and id, and every edge; ``from`` and ``to`` are places in ``nodes``."""
    data = Dataset(
        repository=survey.name,
        revision=survey.revision,
        ledger=survey.ledger,
        as_of=survey.as_of,
        runtime=survey.runtime_read,
        version=survey.version,
        history=survey.history,
        trailers=survey.provenance.declared,
        subjects=(),
        findings=(),
    )
    nodes = list(data.nodes())
    places = {node.key: place for place, node in enumerate(nodes)}
    return {
        "nodes": [_node(survey, node) for node in nodes],
        "edges": [_edge(survey, edge, places) for edge in data.relations],
    }


def _node(survey: Survey, node: Node) -> Json:
    page = survey.page_of(node)
    told = node_value(survey.provenance.node(node.key))
    record = survey.history.records.get(node.id) if node.kind == "record" and not node.provider else None
    resolved = survey.facts.get(node.id) if node.kind == "commit" and not node.provider else None
    return {
        "kind": node.kind,
        "provider": node.provider or None,
        "id": node.id,
        "url": told.get("url"),
        "label": node_label(survey, node),
        "page": None if page is None else f"{page.site_path}.html",
        "state": None if record is None else record.state,
        "resolution": None if resolved is None else resolved.resolution,
    }


def _edge(survey: Survey, edge: Edge, places: dict[NodeKey, int]) -> Json:
    disputes = disputes_of(edge, survey.disputes)
    return {
        "type": edge.type,
        "class": edge.edge_class.value,
        "from": places[edge.source.key],
        "to": places[edge.target.key],
        "relation_id": edge.relation_id,
        "event_id": edge.event_id,
        "receipt_id": edge.receipt_id,
        "trailer": edge.trailer,
        "reason": edge.reason,
        "actor": None if edge.actor is None else actor_value(edge.actor),
        "trust": None if edge.trust is None else trust_value(edge.trust),
        "asserted_at": edge.asserted_at or None,
        "disputed_by": [dispute.record_id for dispute in disputes],
        "dispute": dispute_mark(disputes),
    }
