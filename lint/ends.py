"""The relations of a ledger by what they are and what they lead from and to: of such kinds there are few."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..ledger.events import Event, Relation

Related = tuple[Event, Relation]
"""A relation with the event that declares it."""


class Ends(NamedTuple):
    """What relations have in common. ``source`` and ``target`` are the kinds of the two nodes.

    ``addressed`` is true where an end has an address, ``colons`` where the id of one has a colon in it.
    """

    type: str
    source: str
    target: str
    source_provider: str | None
    target_provider: str | None
    addressed: bool
    colons: bool


def by_ends(relations: Iterable[Event]) -> Mapping[Ends, Sequence[Related]]:
    """Each kind of relation with those of that kind, in the order given: one look at what lies far apart in memory."""
    found: dict[tuple[object, ...], list[Related]] = {}
    for event in relations:
        relation = event.payload
        if not isinstance(relation, Relation):
            continue
        source, target = relation.source, relation.target
        key = (
            relation.type,
            source.kind,
            target.kind,
            source.provider,
            target.provider,
            source.url is not None or target.url is not None,
            ":" in source.id or ":" in target.id,
        )
        known = found.get(key)
        if known is None:
            known = found[key] = []
        known.append((event, relation))
    return {Ends._make(key): each for key, each in found.items()}  # the key has its fields


def by_relation_id(related: Related) -> tuple[str, str]:
    """The order that relations have in a history."""
    event, relation = related
    return relation.relation_id, event.event_id
