"""A part of a ledger, for rules that find there what they find in the whole of it.

What is gone through is the part alone; what is looked up is all that there is, so that nothing in it seems to dangle.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import chain, compress, pairwise
from operator import attrgetter
from typing import TypeVar

from ..ledger.copies import record_of
from ..ledger.events import Event, Node, Projection, Receipt, Relation, Thread, UnknownPayload
from ..ledger.history import History, RecordHistory
from ..ledger.reading import Reading
from ..repository.source import StoreName
from .rule import Examination

Value = TypeVar("Value")

_relation_id = attrgetter("payload.relation_id")

# There are few of these. A circle of those that supersede goes through records that nobody asks about, and all that
# resolve are looked at for each challenge.
_EVERY = frozenset({"supersedes", "resolves"})
_INFORMED_BY = "informed_by"
_STORES = {store: place for place, store in enumerate(StoreName)}


class Part(Mapping[str, Value]):
    """A mapping that answers as a whole one does, and is gone through only in part, in the order of the keys.

    As the whole one does, it counts as true where there is anything at all.
    """

    __slots__ = ("_keys", "_whole", "get")

    def __init__(self, whole: Mapping[str, Value], keys: Iterable[str]) -> None:
        self._whole = whole
        self._keys = sorted(key for key in keys if key in whole)
        self.get = whole.get  # type: ignore[method-assign]  # without a call on the way

    def __getitem__(self, key: str) -> Value:
        return self._whole[key]

    def __contains__(self, key: object) -> bool:
        return key in self._whole

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __bool__(self) -> bool:
        return bool(self._whole)


def narrowed(examination: Examination, event_ids: Set[str], record_ids: Set[str]) -> Examination:
    """The part of an examination in which rules with that reach find all that they find in these events and records.

    It holds those, and what a rule has to go through beside them: all events about the records, and about those that
    the events are about; the relations of the records, and whatever may make the same object, name the same node, or
    say which thread a node belongs to; receipts of such threads; what no chain reaches, and copies that differ.
    """
    whole = examination.history
    asked = _asked(examination, event_ids)
    about = _about(asked, record_ids)
    records = _known(whole.records, about)
    spellings = _other_spellings(event for event in filter(_is_relation, asked))
    columns = _Columns(whole.relations)
    relations = [*columns.naming(about), *columns.of_types(_EVERY), *filter(_is_relation, asked)]
    informed = {_of(event).source.id for event in relations if _of(event).type == _INFORMED_BY}
    relations += columns.naming(spellings | informed)
    threads = set(chain.from_iterable(_said(event) for event in relations if _of(event).source.id in informed))
    found = {
        event.event_id: whole.events[event.event_id]
        for event in chain(
            asked,
            chain.from_iterable(map(_revisions, records)),
            relations,
            _namesakes(whole, relations),
            _receipts(whole, threads, about),
        )
        if event.event_id in whole.events
    }
    return replace(
        examination,
        reading=_reading(examination.reading, found),
        history=_history(whole, found, {record.record_id for record in records}, spellings),
        asked=about,
    )


def alone(examination: Examination, event_ids: Set[str], record_ids: Set[str]) -> Examination:
    """The same for rules that judge each event by itself: only these, and all about the records, are read."""
    whole = examination.history
    asked = _asked(examination, event_ids)
    records = _known(whole.records, _about(asked, record_ids))
    events = chain(asked, chain.from_iterable(map(_revisions, records)))
    found = {event.event_id: whole.events[event.event_id] for event in events if event.event_id in whole.events}
    return replace(examination, reading=_reading(examination.reading, found))


def _asked(examination: Examination, event_ids: Set[str]) -> list[Event]:
    """These events, those that no chain reaches, and all copies that differ."""
    whole, divergent = examination.history, examination.reading.divergent
    asked = _known(whole.events, chain(event_ids, divergent))
    asked += chain.from_iterable(divergent.values())
    asked += (item.event for item in whole.unplaced)
    return asked


def _about(asked: Iterable[Event], record_ids: Set[str]) -> set[str]:
    """These records, and those that the events are about."""
    return {*record_ids, *filter(None, map(record_of, asked))}


def _known(things: Mapping[str, Value], ids: Iterable[str]) -> list[Value]:
    return [things[each] for each in ids if each in things]


def _revisions(record: RecordHistory) -> Iterator[Event]:
    if not record.conflicts:
        return iter(record.revisions)
    return chain(record.walked(), *(conflict.versions for conflict in record.conflicts))


class _Columns:
    """What a choice of relations goes by, side by side: to look at each relation takes longer."""

    def __init__(self, relations: Sequence[Event]) -> None:
        self._relations = relations
        said = [_of(event) for event in relations]
        self._sources = [relation.source.id for relation in said]
        self._targets = [relation.target.id for relation in said]
        self._types = [relation.type for relation in said]

    def naming(self, node_ids: Set[str]) -> Iterator[Event]:
        """The relations with one of these ids at one of their ends; those with two of them come twice."""
        for ids in (self._sources, self._targets):
            yield from compress(self._relations, map(node_ids.__contains__, ids))

    def of_types(self, types: Set[str]) -> Iterator[Event]:
        """The relations of these types."""
        return compress(self._relations, map(types.__contains__, self._types))


def _is_relation(event: Event) -> bool:
    return isinstance(event.payload, Relation)


def _of(event: Event) -> Relation:
    return event.payload  # type: ignore[return-value]  # it is a relation


def _said(event: Event) -> tuple[str | None, str | None, str | None]:
    """What may name the thread of an end of a relation."""
    return event.correlation_id, event.causation_id, event.actor.id


def _other_spellings(relations: Iterable[Event]) -> set[str]:
    """The ids that other nodes may have which are spelled as an end of these relations is."""
    found: set[str] = set()
    for event in relations:
        for node in (_of(event).source, _of(event).target):
            found.update(_ids_in(node))
    return found


def _ids_in(node: Node) -> Iterator[str]:
    spelled = node.spelled
    if spelled.count(":") > 1:  # with one colon nothing is left open
        _, colon, rest = spelled.partition(":")
        while colon:
            yield rest
            _, colon, rest = rest.partition(":")


def _receipts(whole: History, threads: Set[str | None], record_ids: Set[str]) -> Iterator[Event]:
    """The receipts of these threads for these records."""
    for event in whole.events_of(Receipt) if threads else ():
        receipt: Receipt = event.payload  # type: ignore[assignment]  # it is one
        if receipt.thread_id in threads and not record_ids.isdisjoint(receipt.record_ids):
            yield event


def _namesakes(whole: History, relations: Iterable[Event]) -> Iterator[Event]:
    """The relation events that share their id with one of these relations: the whole's are sorted by that."""
    ids = list(map(_relation_id, whole.relations))
    twice = {one for one, other in pairwise(ids) if one == other}
    for relation_id in twice.intersection(map(_relation_id, relations)) if twice else ():
        yield from whole.relations[bisect_left(ids, relation_id) : bisect_right(ids, relation_id)]


def _reading(whole: Reading, found: Mapping[str, Event]) -> Reading:
    return replace(
        whole,
        events=sorted(found.values(), key=lambda event: (_STORES[event.origin.store], event.event_id)),
        unproven=whole.unproven.intersection(found),
    )


def _history(whole: History, found: Mapping[str, Event], record_ids: Set[str], node_ids: Set[str]) -> History:
    by_payload: dict[type, list[Event]] = {}
    for event_id in sorted(found):
        by_payload.setdefault(type(found[event_id].payload), []).append(found[event_id])

    def made(payload: type, name: str) -> set[str]:
        return set(map(attrgetter(f"payload.{name}"), by_payload.get(payload, ())))

    return replace(
        whole,
        events=Part(whole.events, found),
        records=Part(whole.records, record_ids),
        relations=sorted(by_payload.get(Relation, ()), key=_relation_id),
        threads=Part(whole.threads, made(Thread, "thread_id") | node_ids),
        projections=Part(whole.projections, made(Projection, "projection_id")),
        receipts=Part(whole.receipts, made(Receipt, "receipt_id")),
        unknown=by_payload.get(UnknownPayload, ()),
        by_payload=by_payload,
    )
