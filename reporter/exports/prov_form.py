"""PROV-JSON (W3C PROV-DM): what of a ledger PROV has a word for in that word, and the rest in a namespace of its own.

Records are entities, actors agents, commits and actions activities; ``derived_from`` is a derivation, ``supersedes`` a
revision. Availability and causality have no word in PROV: ``wasInformedBy`` is about two activities that exchanged
something, and ``used`` about one that did use something. Here nothing is known but that somebody declared it, or that a
receipt states it. So both are influences of the types ``fp:informed_by``, ``fp:exposed_to`` and so on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from prov.identifier import Namespace
from prov.model import PROV, ProvDocument

from ...ledger.ascii_json import storable_json
from ...ledger.display import visible
from ...ledger.events import Actor, Node, Record, Trust
from ...ledger.history import RecordHistory
from ...ledger.title import title_of
from ..graph.edges import Edge
from .dataset import Dataset

NAMESPACE = "https://fingerpost.example.invalid/ns#"
_FP = Namespace("fp", NAMESPACE)
_ACTIVITIES = frozenset({"commit", "action", "message"})
_DERIVATIONS = {"derived_from": None, "supersedes": PROV["Revision"]}


def render_prov(data: Dataset) -> str:
    """The PROV-JSON document in pure ASCII; the same for the same dataset; ends with a newline."""
    return prov_text(data.history.records.values(), data.nodes(), data.relations)


def prov_text(records: Iterable[RecordHistory], nodes: Iterable[Node], edges: Iterable[Edge]) -> str:
    """The same for a part of a ledger: these nodes, and these edges between them."""
    document = ProvDocument()
    document.add_namespace(_FP)
    known = {record.record_id: record for record in records}
    agents: dict[str, tuple[Actor, Trust]] = {}
    for node in sorted(nodes, key=lambda node: node.key):
        record = known.get(node.id) if node.kind == "record" and not node.provider else None
        attributes = [*_described(node), *(_of_record(record) if record is not None else ())]
        if node.kind in _ACTIVITIES:
            document.activity(_name(node), other_attributes=attributes)
        else:
            document.entity(_name(node), attributes)
        if record is not None and record.text_known:
            made = record.creation
            document.wasAttributedTo(
                _name(node),
                _agent(agents, made.actor, made.trust, made.event_id),
                other_attributes=_claimed(made.trust),
            )
    for edge in sorted(edges, key=lambda edge: edge.order):
        _relate(document, edge, agents)
    for name, (actor, _) in sorted(agents.items()):
        document.agent(name, _actor(actor))
    return _spelled(document)


def _relate(document: ProvDocument, edge: Edge, agents: dict[str, tuple[Actor, Trust]]) -> None:
    attributes: list[tuple[Any, Any]] = [
        ("fp:class", edge.edge_class.value),
        *(
            (f"fp:{name}", visible(value))
            for name, value in (
                ("relation_id", edge.relation_id),
                ("event_id", edge.event_id),
                ("receipt_id", edge.receipt_id),
                ("trailer", edge.trailer),
                ("reason", edge.reason),
                ("asserted_at", edge.asserted_at),
            )
            if value
        ),
    ]
    if edge.actor is not None and edge.trust is not None:
        attributes += [
            ("fp:declared_by", _agent(agents, edge.actor, edge.trust, edge.event_id or edge.key)),
            *_claimed(edge.trust),
        ]
    source, target = _name(edge.source), _name(edge.target)
    entities = edge.source.kind not in _ACTIVITIES and edge.target.kind not in _ACTIVITIES
    if edge.type in _DERIVATIONS and entities:
        kind = _DERIVATIONS[edge.type]
        typed = [(PROV["type"], kind)] if kind is not None else []
        document.wasDerivedFrom(source, target, other_attributes=[*typed, *attributes])
    else:
        document.wasInfluencedBy(source, target, other_attributes=[(PROV["type"], _FP[_plain(edge.type)]), *attributes])


def _described(node: Node) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = [(PROV["type"], _FP[_plain(node.kind)]), ("fp:id", visible(node.id))]
    if node.provider:
        found.append(("fp:provider", visible(node.provider)))
    if node.url:
        found.append(("fp:url", visible(node.url)))
    return found


def _of_record(record: RecordHistory) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = [("fp:state", record.state)]
    payload = record.creation.payload
    if record.text_known and isinstance(payload, Record):
        found += [(PROV["label"], visible(title_of(payload.text))), ("fp:durability", record.durability)]
    return found


def _agent(agents: dict[str, tuple[Actor, Trust]], actor: Actor, trust: Trust, event_id: str) -> str:
    """The name of an agent: one for each actor, and where an event does not say who it was, one for that event.

    Two that nobody names are not one.
    """
    key = json.dumps([actor.kind, actor.provider, actor.id or None, *(() if actor.id else (event_id,))])
    name = f"fp:agent-{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    agents.setdefault(name, (actor, trust))
    return name


def _actor(actor: Actor) -> list[tuple[Any, Any]]:
    named = (("kind", actor.kind), ("id", actor.id), ("provider", actor.provider))
    return [(f"fp:{name}", visible(value)) for name, value in named if value]


def _claimed(trust: Trust) -> list[tuple[Any, Any]]:
    """What was claimed, on what basis: PROV has no word for trust, and a claim proves nothing."""
    basis = [("fp:claim_basis", visible(trust.basis))] if trust.basis else []
    return [("fp:claims", visible(trust.level)), *basis]


def _name(node: Node) -> str:
    """A name that PROV takes: the ledger's own ids as they are, any other by a digest (its id is an attribute)."""
    plain = all(char.isascii() and (char.isalnum() or char in "_-") for char in node.id)
    if plain and not node.provider and len(node.id) <= 80:
        return f"fp:{_plain(node.kind)}-{node.id}"
    digest = hashlib.sha256(json.dumps(node.key).encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return f"fp:{_plain(node.kind)}-{digest}"


def _plain(kind: str) -> str:
    return "".join(char if char.isascii() and (char.isalnum() or char in "_-") else "_" for char in kind)


def _spelled(document: ProvDocument) -> str:
    value = json.loads(document.serialize(format="json") or "{}")
    return storable_json(_sorted(value)) + "\n"


def _sorted(value: Any) -> Any:
    """The value with keys in order: the library keeps some of them in sets."""
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value
