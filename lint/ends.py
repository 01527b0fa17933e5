"""The relations of a ledger by what they are and what they lead from and to: of such kinds there are few."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
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


@dataclass(slots=True)
class Alike:
    """The relations of one kind, by relation id, in columns: the same place of each is about the same relation.

    ``ids`` are the relation ids, ``sources`` and ``targets`` the ids of the nodes. What only these tell need not be
    looked for again in events that lie far apart in memory.
    """

    events: list[Event] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)

    @property
    def related(self) -> Iterable[Related]:
        """Each relation with its event."""
        return zip(self.events, self.relations, strict=True)


def by_ends(relations: Iterable[Event]) -> Mapping[Ends, Alike]:
    """Each kind of relation with those of that kind, in the order given."""
    found: dict[tuple[object, ...], Alike] = {}
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
            known = found[key] = Alike()
        known.events.append(event)
        known.relations.append(relation)
        known.ids.append(relation.relation_id)
        known.sources.append(source.id)
        known.targets.append(target.id)
    return {Ends._make(key): each for key, each in found.items()}  # the key has its fields


def by_relation_id(related: Related) -> tuple[str, str]:
    """The order that relations have in a history."""
    event, relation = related
    return relation.relation_id, event.event_id
