"""What was delivered and exposed to the threads of a subject, as receipts state it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from ...ledger.events import Event, Receipt
from ...ledger.history import RecordHistory
from ...ledger.instants import Instant, instant
from ..graph.edges import CLASS_OF_TYPE, Edge, EdgeClass, declared_edge
from ..graph.provenance import Provenance, is_local, receipt_of, relation_of
from .claim import Delivery, ReceiptEntry
from .revisions import listed_revisions
from .subjects import Subject


@dataclass(frozen=True, slots=True)
class Deliveries:
    """The two steps of the ladder that receipts state, each by record id."""

    delivered: Mapping[str, Delivery]
    exposed: Mapping[str, Delivery]


@dataclass(slots=True)
class _Step:
    receipts: list[ReceiptEntry] = field(default_factory=list)
    after: list[ReceiptEntry] = field(default_factory=list)
    claimed: list[Edge] = field(default_factory=list)

    def finished(self) -> Delivery:
        def by_time(entry: ReceiptEntry) -> tuple[Instant, str]:
            return (instant(entry.occurred_at), entry.event_id)

        return Delivery(
            receipts=tuple(sorted(self.receipts, key=by_time)),
            after=tuple(sorted(self.after, key=by_time)),
            claimed=tuple(sorted(self.claimed, key=lambda edge: edge.order)),
        )


def find_deliveries(
    subject: Subject, provenance: Provenance, threads: Collection[str], time: Instant | None
) -> Deliveries:
    """What receipts and relations say of the records that were put before a subject, by record id.

    ``threads`` are the ids of the subject's threads; ``time`` is the subject's: a receipt after it does not count,
    and without it none does.
    """
    delivered, exposed = _received(provenance, threads, time)
    _note_claimed(subject, provenance, threads, delivered, exposed)
    return Deliveries(
        {record_id: step.finished() for record_id, step in delivered.items()},
        {record_id: step.finished() for record_id, step in exposed.items()},
    )


def _received(
    provenance: Provenance, threads: Collection[str], time: Instant | None
) -> tuple[defaultdict[str, _Step], defaultdict[str, _Step]]:
    delivered: defaultdict[str, _Step] = defaultdict(_Step)
    exposed: defaultdict[str, _Step] = defaultdict(_Step)
    if time is None:
        return delivered, exposed
    for thread_id in sorted(threads):
        for event in provenance.receipts_of_thread(thread_id):
            receipt = receipt_of(event)
            later = instant(receipt.occurred_at) > time
            for record_id in sorted(set(receipt.record_ids)):
                record = provenance.history.records.get(record_id)
                entry = _entry(event, receipt, record, time) if record is not None else None
                if entry is None:
                    continue
                steps = (delivered, exposed) if receipt.state == "exposed" else (delivered,)
                for step in steps:  # what was exposed had been delivered
                    (step[record_id].after if later else step[record_id].receipts).append(entry)
    return delivered, exposed


def _entry(event: Event, receipt: Receipt, record: RecordHistory, time: Instant) -> ReceiptEntry | None:
    """The receipt as an entry for one record, or None where it lists none of its revisions."""
    named = listed_revisions(record, receipt)
    if not named:
        return None
    return ReceiptEntry(
        receipt_id=receipt.receipt_id,
        event_id=event.event_id,
        thread_id=receipt.thread_id,
        projection_id=receipt.projection_id,
        state=receipt.state,
        occurred_at=receipt.occurred_at,
        revisions=named,
        older_revision=_is_older(record.revisions, named, time),
    )


def _is_older(chain: Sequence[Event], named: tuple[str, ...], time: Instant) -> bool:
    """True if the chain had a revision, dated not after the subject, beyond the last one that is named."""
    positions = {event.event_id: index for index, event in enumerate(chain)}
    if any(event_id not in positions for event_id in named):
        return False  # a branch of a fork lies beyond the whole undisputed chain
    last = max(positions[event_id] for event_id in named)
    return any(instant(event.occurred_at) <= time for event in chain[last + 1 :])


def _note_claimed(
    subject: Subject,
    provenance: Provenance,
    threads: Collection[str],
    delivered: defaultdict[str, _Step],
    exposed: defaultdict[str, _Step],
) -> None:
    """Hand-made delivered_to and exposed_to relations from a record to the subject or to one of its threads."""
    own = {node.key for node in subject.spellings} | {("thread", "", thread_id) for thread_id in threads}
    for key in sorted(own):
        for event in provenance.relations_at(provenance.node(key)):
            relation = relation_of(event)
            if CLASS_OF_TYPE[relation.type] is not EdgeClass.AVAILABILITY:
                continue
            if is_local(relation.source, "record") and relation.target.key in own:
                step = exposed if relation.type == "exposed_to" else delivered
                step[relation.source.id].claimed.append(declared_edge(event, relation))
