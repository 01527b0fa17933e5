"""Everything that challenges a record, and what became of each challenge.

The reference client leaves an answered challenge ``open`` on the wire, and never changes the record that it challenges:
an accepted exception is found only by following the relations. So whoever shows a record asks here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .challenges import CHALLENGE, RESOLUTION, target_record
from .events import Record, Relation
from .history import History, RecordHistory

_OPEN = frozenset({"open", "active"})


class Outcome(StrEnum):
    """What became of a challenge; ``answered`` where whatever answers it has none of the other words.

    ``in dispute`` is an answer of which no branch or version is chosen.
    """

    UNANSWERED = "unanswered"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    DISCARDED = "discarded"
    IN_DISPUTE = "in dispute"
    ANSWERED = "answered"


_OUTCOMES = {outcome.value: outcome for outcome in Outcome if outcome is not Outcome.UNANSWERED}


@dataclass(frozen=True, slots=True)
class Challenged:
    """A challenge of records, with what became of it.

    ``targets`` are the records that it challenges, sorted; what is named need not be known here. ``answers`` are the
    records that answer it, sorted; empty where nobody did, or where its own chain ended it. ``outcomes`` has more than
    one word only where answers differ (rule FP412). ``holds`` is True where an answer that accepts is in force, or its
    own chain accepted it: then it is an exception to what it challenges, or a correction of it. ``is_record`` is False
    for direction that only a ``challenges`` relation sets against other direction.
    """

    record_id: str
    targets: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    answers: tuple[str, ...] = ()
    holds: bool = False
    is_record: bool = True

    @property
    def unanswered(self) -> bool:
        """True as long as nobody answered or ended it."""
        return self.outcomes == (Outcome.UNANSWERED,)

    @property
    def answered(self) -> bool:
        """True if a record answers it, or its own chain says accepted or rejected."""
        return bool(self.answers) or bool({Outcome.ACCEPTED, Outcome.REJECTED} & {*self.outcomes})


def challenges_of(history: History) -> Mapping[str, Challenged]:
    """Every challenge of the ledger, by its record id: records of that kind, and what only a relation makes one.

    Such a relation counts as long as what it leads from and to may guide work: it sets two directions against each
    other, which somebody has to decide.
    """
    related = _pairs(history, "challenges")
    answers = answers_of(history)
    found: dict[str, Challenged] = {}
    for record_id in sorted(history.records):
        record = history.records[record_id]
        is_record = any(
            isinstance(event.payload, Record) and event.payload.kind == CHALLENGE for event in record.creations
        )
        if is_record:
            targets = {*related.get(record_id, ()), *_named(record)}
        elif record_id in related and _against(record):
            targets = {each for each in related[record_id] if each != record_id and _guides(history.records.get(each))}
        else:
            targets = set()
        if targets or is_record:
            found[record_id] = _challenged(history, record, targets, answers.get(record_id, ()), is_record=is_record)
    return found


def accepted_challenges(challenges: Mapping[str, Challenged]) -> Mapping[str, tuple[Challenged, ...]]:
    """The challenges of each record that somebody accepted and whose answer is in force, by the record's id."""
    found: defaultdict[str, list[Challenged]] = defaultdict(list)
    for each in challenges.values():
        if each.holds:
            for target in each.targets:
                found[target].append(each)
    return {record_id: tuple(found[record_id]) for record_id in sorted(found)}


def _challenged(
    history: History, record: RecordHistory, targets: set[str], answers: Sequence[str], *, is_record: bool
) -> Challenged:
    known = [history.records[each] for each in answers if each in history.records]
    counting = [each for each in known if each.in_force] or known
    if answers:
        outcomes = {outcome_of(each) for each in counting} or {Outcome.ANSWERED}
        holds = any(each.in_force and outcome_of(each) is Outcome.ACCEPTED for each in counting)
    else:
        outcomes = {_own(record, is_record=is_record)}
        holds = outcomes == {Outcome.ACCEPTED}
    told = tuple(sorted(outcomes))
    kept = {each.record_id for each in counting} or {*answers}
    return Challenged(record.record_id, tuple(sorted(targets)), told, tuple(sorted(kept)), holds, is_record)


def outcome_of(answer: RecordHistory) -> Outcome:
    """What an answer says; one that is over was created with its word."""
    if answer.contested:
        return Outcome.IN_DISPUTE
    if not answer.text_known or answer.record.kind != RESOLUTION:
        return Outcome.ANSWERED
    said = answer.status if answer.in_force else answer.record.status
    return _OUTCOMES.get(said, Outcome.ANSWERED)


def _own(record: RecordHistory, *, is_record: bool) -> Outcome:
    """What the chain of a challenge itself says; one that is in dispute is answered by nobody."""
    if record.contested or not is_record or record.state in _OPEN:
        return Outcome.UNANSWERED
    return _OUTCOMES.get(record.state, Outcome.ANSWERED)


def _against(record: RecordHistory) -> bool:
    """True for direction that may stand against other direction: an answer to a challenge is none."""
    return _guides(record) and (not record.text_known or record.record.kind != RESOLUTION)


def _guides(record: RecordHistory | None) -> bool:
    """True unless a record is known to be over, or to have given its place to a settlement."""
    return record is None or record.contested or record.in_force


def answers_of(history: History) -> Mapping[str, Sequence[str]]:
    """The records that answer something, sorted, by the id of what they answer.

    One that was discarded was taken back, and counts no more.
    """
    counting = {
        challenge: tuple(each for each in answers if not _taken_back(history.records.get(each)))
        for challenge, answers in named_answers(history).items()
    }
    return {challenge: answers for challenge, answers in counting.items() if answers}


def named_answers(history: History) -> Mapping[str, Sequence[str]]:
    """What was ever written as an answer: by a ``resolves`` relation, or as resolutions by the extension that names it.

    Sorted, by the id of what it answers, sorted too.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for source, targets in _pairs(history, "resolves").items():
        for target in targets - {source}:
            found[target].add(source)
    for record_id, record in history.records.items():
        if record.text_known and record.record.kind == RESOLUTION and (named := target_record(record.record)):
            found[named].add(record_id)
    return {challenge: tuple(sorted(found[challenge])) for challenge in sorted(found)}


def _taken_back(answer: RecordHistory | None) -> bool:
    return answer is not None and answer.status == "discarded" and not answer.contested


def _pairs(history: History, verb: str) -> Mapping[str, set[str]]:
    """The records that relations of one type lead to, by the record that they lead from."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for event in history.relations:
        relation = event.payload
        if isinstance(relation, Relation) and relation.type == verb:
            source, target = relation.source, relation.target
            if source.kind == target.kind == "record" and not source.provider and not target.provider:
                found[source.id].add(target.id)
    return found


def _named(record: RecordHistory) -> Iterator[str]:
    for event in record.creations:
        if isinstance(event.payload, Record):
            named = target_record(event.payload)
            if named is not None:
                yield named
