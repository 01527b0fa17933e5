"""FP710: work that declares a record which was over, or in dispute, by then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...ledger.events import IN_FORCE, Event, Record, Relation, StateChange
from ...ledger.history import Conflict, ConflictKind, History, RecordHistory
from ...ledger.instants import Instant, parse_instant
from ...repository.around.trailers import CommitTrailer
from ...repository.configs.trailer_names import IMPLEMENTS, INFORMED_BY, named_records
from ..excerpt import excerpt
from ..finding import Elsewhere, Observation, Severity
from ..observed import observed, pointer_to
from ..rule import Examination, Reach, Rule

_CITES = {INFORMED_BY: "is informed by", IMPLEMENTS: "implements"}
_FORKS = frozenset({ConflictKind.COMPETING_CHILDREN, ConflictKind.CREATED_TWICE})


class _Standing(NamedTuple):
    """Why a record was no direction to follow: the state it had, and the events that show it, with what each says."""

    state: str
    shown: tuple[Elsewhere, ...]


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each such declaration: by its own time, and the times of the record's revisions.

    Relations are dated by their event, trailers by their commit. Silent where the revisions are dated in no order, or
    the versions of a record differ in such a way, that they do not say which state it then had.
    """
    history = examination.history
    ends: dict[str, str | None] = {}
    for _, cited in examination.alike(lambda ends: ends.type in _CITES and ends.target == "record"):
        for place, found in enumerate(map(history.records.get, cited.targets)):
            if found is None or _plain(found):
                continue
            if found.record_id not in ends:
                ends[found.record_id] = _first_doubt(found)
            end, event = ends[found.record_id], cited.events[place]
            if end is None or _earlier_by_text(event.occurred_at, end):
                continue
            standing = _standing(history, found, parse_instant(event.occurred_at))
            if standing is not None:
                yield _of_relation(event, cited.relations[place], found.record_id, standing)
    yield from _by_trailers(examination)


def _plain(found: RecordHistory) -> bool:
    """True for a record that always was in force, as most are."""
    return len(found.revisions) == 1 and found.status in IN_FORCE and not found.conflicts


def _by_trailers(examination: Examination) -> Iterator[Observation]:
    if examination.surroundings is None:
        return
    for trailer in examination.surroundings.trailers():
        kind = examination.trailers.means(trailer.key)
        if kind not in _CITES or trailer.seconds is None:
            continue
        moment = Instant(trailer.seconds)
        for record_id in named_records(trailer.value):
            found = examination.history.records.get(record_id)
            standing = None if found is None or _plain(found) else _standing(examination.history, found, moment)
            if standing is not None:
                yield _of_trailer(trailer, kind, record_id, standing)


def _first_doubt(found: RecordHistory) -> str | None:
    """When the record was first over or in dispute, as written; None where it never was, or that cannot be told."""
    times = [event.occurred_at for event in found.revisions if (_status(event) or "active") not in IN_FORCE][:1]
    times += [branch.child.occurred_at for conflict in found.conflicts for branch in conflict.branches]
    return min(times, key=_as_time, default=None)


def _as_time(text: str) -> Instant:
    return parse_instant(text) or Instant(0)


def _earlier_by_text(one: str, other: str) -> bool:
    """True for two times in UTC of which the first is earlier by a second or more, which the texts tell."""
    return one.endswith("Z") and other.endswith("Z") and one[:19] < other[:19]


def _standing(history: History, found: RecordHistory, moment: Instant | None) -> _Standing | None:
    """How the record stood at that time, if it was over or in dispute; None if it was in force or nobody can say."""
    if moment is None or any(conflict.kind is ConflictKind.DIVERGENT_COPIES for conflict in found.conflicts):
        return None
    forks = [conflict for conflict in found.conflicts if conflict.kind in _FORKS]
    reached = [_dated_before(fork, moment) for fork in forks]
    for fork, branches in zip(forks, reached, strict=True):
        if len(branches) > 1:
            return _settled(history, fork, moment) or _contested(branches)
    # Of a fork that was not yet one, a single branch may have been the record's chain: it is not in the revisions.
    if any(reached) or not found.text_known:
        return None
    return _ended_before(found, moment)


def _dated_before(fork: Conflict, moment: Instant) -> tuple[Event, ...]:
    children = (branch.child for branch in fork.branches)
    return tuple(
        child for child in children if (time := parse_instant(child.occurred_at)) is not None and time < moment
    )


def _contested(branches: tuple[Event, ...]) -> _Standing:
    return _Standing(
        "contested", tuple(Elsewhere(child.origin, "one of the revisions that compete", "") for child in branches)
    )


def _settled(history: History, fork: Conflict, moment: Instant) -> _Standing | None:
    """That a settlement had taken the record's place by then; None if none had."""
    settlement = history.records.get(fork.settled_by or "")
    if settlement is None:
        return None
    made = parse_instant(settlement.creation.occurred_at)
    if made is None or not made < moment:
        return None
    return _Standing("settled", (Elsewhere(settlement.creation.origin, "this record settles it", ""),))


def _ended_before(found: RecordHistory, moment: Instant) -> _Standing | None:
    """The status that had ended the record before that time; None if it was in force.

    None too where the changes are dated in such an order that they do not say which of them were there by then.
    """
    times = [parse_instant(event.occurred_at) for event in found.revisions]
    if None in times:
        return None
    before = [time is not None and time < moment for time in times]
    reached = sum(before)
    if not all(before[:reached]):
        return None
    ended: tuple[Event, str] | None = None
    for event in found.revisions[:reached]:
        status = _status(event)
        if status in IN_FORCE:
            ended = None
        elif status is not None and (ended is None or ended[1] != status):
            ended = (event, status)
    if ended is None:
        return None
    event, status = ended
    return _Standing(
        status, (Elsewhere(event.origin, f"the record is {status} since here", pointer_to(event, "status")),)
    )


def _status(event: Event) -> str | None:
    """The status that a revision writes, if it writes one."""
    return event.payload.status if isinstance(event.payload, _REVISION) else None


_REVISION = (Record, StateChange)  # a union would be made anew each time it is asked for


def _of_relation(event: Event, relation: Relation, record_id: str, standing: _Standing) -> Observation:
    return observed(
        event,
        "/payload/relation/to",
        f"{excerpt(relation.source.spelled)} {_CITES[relation.type]} {record_id}, which was {standing.state} when this "
        "was declared",
        record_id=record_id,
        related=standing.shown,
    )


def _of_trailer(trailer: CommitTrailer, kind: str, record_id: str, standing: _Standing) -> Observation:
    return Observation(
        f"by its trailer {excerpt(trailer.key)} the commit {trailer.commit} {_CITES[kind]} {record_id}, "
        f"which was {standing.state} when it was committed",
        record_id=record_id,
        detail=f"{trailer.commit} {kind} {record_id}",
        related=standing.shown,
    )


RULE = Rule(
    code="FP710",
    name="cites-retired-direction",
    severity=Severity.WARNING,
    summary="Work declares that it implements, or is informed by, a record that was over, or in dispute, by then.",
    why="""\
        Somebody relied on direction that the team had ended, or that was contested, so that nobody could say what it
        was. Either the work follows what nobody wants any more, or the record was ended too early. Both are worth a
        look, and an auditor will ask.

        The time is that of the declaration, of a trailer that of its commit. It may be later than the work, or the
        commit may have been rebased: then the work was right, and only its declaration came late. A record that was
        retired or contested after the declaration is none of this rule's: traces and pages say it beside the
        declaration.""",
    fix="""\
        Look at the work. If it follows what replaced the record, append the relation to that record too. If the
        direction still holds, write it as a new record, and append the relation to that one.

        The declaration itself is a fact: accept it with an entry in `fingerpost.toml`: `[[suppressions]]` with
        `rule = "FP710"`, its event as `event` (of a trailer, which has none, the `record`), and the `reason`.""",
    bad="""\
        record.state_changed   2026-03-02  "status": "expired"
        relation.created       2026-03-09  "type": "implements", … "to": {"kind": "record", …}   (that record)""",
    good="""\
        relation.created       2026-03-01  "type": "implements", … "to": {"kind": "record", …}
        record.state_changed   2026-03-02  "status": "expired\"""",
    check=check,
    reach=Reach.PART,
)
