"""Since when a thread has had direction, as receipts have it: coverage asks no more of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from ...ledger.events import Event
from ...ledger.history import History
from ...ledger.instants import instant
from ..claims.revisions import revisions
from ..graph.provenance import receipt_of


class FirstReceipts:
    """When something was first delivered, and first exposed, to each of some threads."""

    def __init__(self, history: History, threads: Collection[str]) -> None:
        self._delivered: dict[str, int] = {}
        self._exposed: dict[str, int] = {}
        events = [event for found in history.receipts.values() for event in found]
        wanted = [event for event in events if receipt_of(event).thread_id in threads]
        if not wanted:
            return
        record_of: defaultdict[str, set[str]] = defaultdict(set)
        for record in history.records.values():
            for event in revisions(record):
                record_of[event.event_id].add(record.record_id)
        for event in wanted:
            if _counts_for_some(event, record_of):
                self._note(event)

    def first(self, threads: Iterable[str]) -> tuple[int | None, int | None]:
        """The first whole seconds by which any of the threads had something delivered, and exposed."""
        known = list(threads)
        delivered = [self._delivered[thread] for thread in known if thread in self._delivered]
        exposed = [self._exposed[thread] for thread in known if thread in self._exposed]
        return min(delivered, default=None), min(exposed, default=None)

    def _note(self, event: Event) -> None:
        receipt = receipt_of(event)
        moment = instant(receipt.occurred_at)
        second = moment.seconds + (1 if moment.fraction else 0)  # a receipt later in a commit's own second is after it
        # What was exposed had been delivered.
        for step in (self._delivered, self._exposed) if receipt.state == "exposed" else (self._delivered,):
            step[receipt.thread_id] = min(step.get(receipt.thread_id, second), second)


def _counts_for_some(event: Event, record_of: Mapping[str, Collection[str]]) -> bool:
    """True if the receipt lists a record, and a revision of it."""
    receipt = receipt_of(event)
    records = frozenset(receipt.record_ids)
    return any(not records.isdisjoint(record_of.get(event_id, ())) for event_id in receipt.event_ids)
