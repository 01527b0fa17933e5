"""FP704: a receipt for more than its projection selected."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...ledger.events import Event, Projection, Receipt
from ...ledger.wording import listed
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

_Held = tuple[frozenset[str], frozenset[str]]


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each list of a receipt with ids that its projection (if it is known) does not hold."""
    projections = examination.history.projections
    divergent = examination.reading.divergent
    for event in examination.events_of(Receipt):
        receipt = event.payload
        if not isinstance(receipt, Receipt):
            continue
        written = projections.get(receipt.projection_id)
        if not written:
            continue  # that is FP705
        selected = written[0].payload
        if (
            isinstance(selected, Projection)
            and receipt.event_ids == selected.event_ids
            and receipt.record_ids == selected.record_ids
        ):
            continue  # nearly all are copies of the two lists
        # Where several events or copies claim to be the projection, none is chosen: what any of them holds is held.
        versions = [copy for each in written for copy in (each, *divergent.get(each.event_id, ()))]
        events, records = _held(versions)
        for name, ids, held in (
            ("event_ids", receipt.event_ids, events),
            ("record_ids", receipt.record_ids, records),
        ):
            outside = _outside(ids, held)
            if outside:
                yield _observation(event, receipt, name, outside, written[0])


def _held(versions: list[Event]) -> _Held:
    events: set[str] = set()
    records: set[str] = set()
    for version in versions:
        projection = version.payload
        if isinstance(projection, Projection):
            events.update(projection.event_ids)
            records.update(projection.record_ids)
            for conflict in projection.conflicts:
                events.update((conflict.parent_event_id, *conflict.competing_event_ids))
                records.add(conflict.record_id)
    return frozenset(events), frozenset(records)


def _outside(ids: Collection[str], held: frozenset[str]) -> list[str]:
    return [] if held.issuperset(ids) else sorted(set(ids) - held)


def _observation(event: Event, receipt: Receipt, name: str, outside: list[str], projection: Event) -> Observation:
    return observed(
        event,
        f"/payload/receipt/{name}",
        f"the receipt {receipt.receipt_id} lists what {receipt.projection_id} does not hold: {listed(outside)}",
        detail=",".join(outside),
        related=(Elsewhere(projection.origin, "the projection", f"/payload/projection/{name}"),),
    )


RULE = Rule(
    code="FP704",
    name="receipt-outside-projection",
    severity=Severity.ERROR,
    summary="A receipt lists an event or a record that its projection does not hold.",
    why="""\
        A receipt says that a projection was put in front of a thread. Whatever else it lists was selected for nobody,
        so nothing shows that it was put in front of anybody. Clients believe it all the same: they never show the
        direction to that thread again, and an auditor is told that the thread knew it.""",
    fix="""\
        Find what wrote it, and let it copy the lists of the projection. The receipt itself is a fact that was stated
        and is not changed. Accept it with an entry in `fingerpost.toml`:

        `[[suppressions]]` with `rule = "FP704"`, the receipt's event as `event`, and the `reason`.

        Clients go on taking what it lists for shown, so tell the thread yourself, or let a new thread go on with its
        work.""",
    bad="""\
        projection  "record_ids": ["rec_A"]
        receipt     "record_ids": ["rec_A", "rec_B"]""",
    good="""\
        projection  "record_ids": ["rec_A"]
        receipt     "record_ids": ["rec_A"]""",
    check=check,
    reach=Reach.PART,
)
