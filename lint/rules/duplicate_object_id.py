"""FP304 duplicate-object-id: two events make one relation, projection or receipt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from ...ledger.events import Event, Projection, Receipt, Relation
from ..finding import Elsewhere, Observation, Severity
from ..rule import Examination, Reach, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation an id, at the event with the lowest event id; the others are related places."""
    history = examination.history
    relations: Iterator[tuple[str, tuple[Event, ...]]] = iter(())
    if len(set(examination.relation_ids)) < len(history.relations):
        relations = (
            (made, tuple(events)) for made, events in groupby(history.relations, key=_relation_id)
        )  # sorted by it
    for made, events in chain(relations, history.projections.items(), history.receipts.items()):
        if len(events) > 1:
            yield _observation(made, events)


def _relation_id(event: Event) -> str:
    return event.payload.relation_id  # type: ignore[union-attr]  # it is a relation


def _observation(made: str, events: Sequence[Event]) -> Observation:
    """``events`` are by event id."""
    ids = [event.event_id for event in events]
    return Observation(
        f"{made} is made by {len(ids)} events: {', '.join(ids[:-1])} and {ids[-1]}",
        events[0].origin,
        _pointer(events[0]),
        events[0].event_id,
        detail=" ".join(ids),
        related=tuple(
            Elsewhere(event.origin, f"the same id, in {event.event_id}", _pointer(event)) for event in events[1:]
        ),
    )


def _pointer(event: Event) -> str:
    kinds: dict[type, str] = {Relation: "relation", Projection: "projection", Receipt: "receipt"}
    kind = kinds[type(event.payload)]
    return f"/payload/{kind}/{kind}_id"


RULE = Rule(
    code="FP304",
    name="duplicate-object-id",
    severity=Severity.ERROR,
    summary="One relation, projection or receipt id is used by two events.",
    why=(
        "Whoever cites that relation, projection or receipt now cites two things. A dispute of one declaration "
        "would hit the other, and a receipt would say that a thread received what only the other projection held. "
        "Clients that keep one object an id drop one of the two without a word."
    ),
    fix="""\
        Both events stay, and both are shown. Where the relation has to be citable, state it again: a new
        `relation.created` event with a fresh relation_id. Let the writing tool draw a fresh UUIDv7 each time.

        The finding stays with the two events. Accept it: `[[suppressions]]` in the config with `rule = "FP304"`, the
        `event` that the finding names and a `reason` that says which event meant what.""",
    bad=(
        'evt_0196a3c2-….json: {"relation": {"relation_id": "rel_0196a3c2-…", "type": "implements"}}\n'
        'evt_0196b771-….json: {"relation": {"relation_id": "rel_0196a3c2-…", "type": "informed_by"}}'
    ),
    good=(
        'evt_0196a3c2-….json: {"relation": {"relation_id": "rel_0196a3c2-…", "type": "implements"}}\n'
        'evt_0196b771-….json: {"relation": {"relation_id": "rel_0196b771-…", "type": "informed_by"}}'
    ),
    check=check,
    reach=Reach.PART,
)
