"""FP706: a projection whose members do not hold together, or that holds what is not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...ledger.copies import record_of
from ...ledger.events import Event, Projection, Record, StateChange
from ...ledger.wording import listed
from ..finding import Observation, Severity
from ..observed import observed
from ..references import KnownRecords, unreadable_names
from ..rule import Examination, Reach, Rule

_Found = tuple[str, str, list[str]]
_REVISION = (Record, StateChange)  # a union would be made anew each time it is asked for


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each list of a projection with unknown members, or with members that the other lacks."""
    projections = examination.events_of(Projection)
    if not projections:
        return
    members = _Members(examination)
    for event in projections:
        projection = event.payload
        if isinstance(projection, Projection):
            for name, message, ids in members.faults(projection):
                yield observed(
                    event,
                    f"/payload/projection/{name}",
                    f"the projection {projection.projection_id} {message}: {listed(ids)}",
                    detail=",".join(ids),
                )


class _Members:
    """What the stores hold, to compare the lists of a projection with."""

    def __init__(self, examination: Examination) -> None:
        history, reading = examination.history, examination.reading
        self._events: Mapping[str, Event] = history.events
        self._created = history.records.keys()
        self._records = KnownRecords(history, reading)
        self._unreadable = unreadable_names(reading)
        # Without the runtime's stores live records are not read either, so that nothing can be called unknown.
        self._complete = reading.runtime_read

    def _fit(self, projection: Projection) -> bool:
        """True for nearly all: every event is one of a record that is there and listed, and every record has one."""
        if projection.conflicts:
            return False
        backed: set[str] = set()
        for each in projection.event_ids:
            event = self._events.get(each)
            if event is None:
                return False
            payload = event.payload
            if not isinstance(payload, _REVISION):
                return False
            backed.add(payload.record_id)
        return backed == set(projection.record_ids) and projection.reasons.keys() <= backed and backed <= self._created

    def faults(self, projection: Projection) -> Iterator[_Found]:
        """The list at fault, what is wrong with it, and the ids."""
        events, records = projection.event_ids, projection.record_ids
        if self._fit(projection):
            return
        unknown = sorted(each for each in events if each not in self._events and each not in self._unreadable)
        strange = sorted(each for each in records if each not in self._records)
        if unknown and self._complete:
            yield "event_ids", "holds events which no store that was read holds", unknown
        if strange and self._complete:
            yield "record_ids", "holds records which no store that was read holds", strange
        yield from self._of_what_is_told(projection)
        known = {each: self._events[each] for each in events if each in self._events}
        backed = {each: record_of(event) for each, event in known.items()}
        listed_records = set(records)
        loose = sorted(each for each, record in backed.items() if record is not None and record not in listed_records)
        if loose:
            yield "event_ids", "holds revisions of records that it does not list", loose
        if len(known) < len(events):
            return  # an event that is not here may be the revision of any record
        bare = sorted(listed_records.difference(record for record in backed.values() if record).difference(strange))
        if bare:
            yield "record_ids", "lists records without a revision of them", bare

    def _of_what_is_told(self, projection: Projection) -> Iterator[_Found]:
        """What is wrong with the conflicts that it shows, and with the reasons that it gives."""
        conflicts = projection.conflicts
        competing = {each for found in conflicts for each in (found.parent_event_id, *found.competing_event_ids)}
        unknown = sorted(each for each in competing if each not in self._events and each not in self._unreadable)
        if unknown and self._complete:
            yield "conflicts", "shows a conflict between events which no store that was read holds", unknown
        shown = {*projection.record_ids, *(found.record_id for found in conflicts)}
        unasked = sorted(each for each in projection.reasons if each not in shown)
        if unasked:
            yield "reasons", "gives reasons for records that it does not hold", unasked


RULE = Rule(
    code="FP706",
    name="projection-member",
    severity=Severity.WARNING,
    summary="A projection holds unknown events or records, or its lists do not fit each other.",
    why="""\
        A projection states exactly what was selected: the records, and the revisions in which they were shown. Where a
        member is unknown, or a record stands there without a revision of it, nobody can say what the thread was
        shown, and receipts for the projection prove little. The events of a conflict that it shows are members too, and
        the reasons that it gives are for its own records.

        Unknown members are judged only where the runtime was read, and not where the file that may hold them is
        unreadable.""",
    fix="""\
        If a member exists on the machine that wrote the projection, put its event file, unaltered, into the store that
        it belongs to: `.fabric/ledger/events` for candidate and durable records, `.git/fabric/events` for live ones.

        What was deleted for good, and a list that was written wrong, cannot be mended: write the next projection
        right, and accept this one with an entry in `fingerpost.toml`: `[[suppressions]]` with `rule = "FP706"`, the
        projection's event as `event`, and the `reason`.""",
    bad="""\
        "record_ids": ["rec_A", "rec_B"], "event_ids": ["evt_A"]   (evt_A created rec_A; rec_B has no revision here)""",
    good="""\
        "record_ids": ["rec_A", "rec_B"], "event_ids": ["evt_A", "evt_B"]""",
    check=check,
    reach=Reach.PART,
)
