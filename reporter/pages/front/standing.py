"""Whether a record still holds, as far as the ledger says: since when, what stands against it, and who could act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from ....ledger.challenge_answers import Challenged, Outcome
from ....ledger.challenges import CHALLENGE, RESOLUTION
from ....ledger.events import Event, Node
from ....ledger.history import RecordHistory
from ....ledger.trust import rank
from ....ledger.wording import counted
from ....lint.ages import days_since, last_curated
from ...graph.edges import Edge
from ..address import STALE
from ..blocks import Block, Break, Code, Facts, Heading, Inline, Line, Muted, Paragraph, Ref, Strong, given
from ..survey import Survey
from ..words import UNKNOWN, UNREADABLE, badge, claim, claim_of, joined, linked_lines, record_ref, when
from .challenge_words import answered_since, challenge_ref, exception_words, outcome_words, standing_badge
from .holders import levels_needed, who_could_act
from .since import since

_VERBS = ("supersedes", "challenges", "resolves")
_AGAINST = {
    "supersedes": ("Replaces", "Replaced by"),
    "challenges": ("Challenges", "Challenged by"),
    "resolves": ("Answers", "Answered by"),
}


def standing(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    """The answer in a sentence, then what it rests on."""
    yield Heading("Is this still true?")
    yield Paragraph(tuple(_answer(survey, record)))
    yield Facts(tuple(_facts(survey, record)), searched=False)  # the same few words on every page


def age_words(survey: Survey, record: RecordHistory) -> Line:
    """How long ago somebody last curated a record, as of the time of judgement."""
    last = last_curated(record) if record.text_known else None
    if last is None:
        return (Muted(UNKNOWN),)
    days = days_since(last, survey.as_of)
    if days < 0:
        return (f"{counted(-days, 'day')} ahead",)
    return (f"{counted(days, 'day')} ago",) if days else ("the same day",)


def _answer(survey: Survey, record: RecordHistory) -> Iterator[Inline]:
    if survey.ledger_unreadable:
        yield from (Strong(UNKNOWN), f": what the ledger says of it; {UNREADABLE}. In the other stores: ")
    if record.contested:
        yield from (Strong(UNKNOWN), ": it is in dispute, and nothing on record decides it.")
    elif record.settled:
        by = sorted({each.settled_by for each in record.conflicts if each.settled_by is not None})
        yield from (Strong("Not by itself"), ": it was in dispute, and the settlement is the direction now: ")
        yield from joined([record_ref(survey, each) for each in by])
        yield "."
    elif record.record_id not in survey.directions.active:
        yield from _over(survey, record)
    else:
        yield from _holding(survey, record)


def _over(survey: Survey, record: RecordHistory) -> Iterator[Inline]:
    """Why a record is no direction in force."""
    if record.text_known and record.record.kind == RESOLUTION and _answered_by(survey, record):
        yield from _answering(survey, record)
        return
    challenge = survey.challenges.get(record.record_id)
    if challenge is not None and challenge.is_record and challenge.answers:
        yield from (Strong("It was answered"), ": ", *outcome_words(survey, challenge), ".")
        return
    if record.text_known and record.in_force:
        told = "it is an answer to a challenge" if record.record.kind == RESOLUTION else "a record answers it"
        yield from (Strong("It guides nothing"), f": {told}.")
        return
    event = since(record)
    yield from (Strong("No"), f": {record.status} since ", when(event.occurred_at))
    if given(record.lifecycle_reason):
        yield from (". Reason: ", *linked_lines(survey, record.lifecycle_reason))
    else:
        yield ". No reason is on record."


def _answered_by(survey: Survey, record: RecordHistory) -> list[Challenged]:
    """The challenges that a record answers."""
    return [each for each in survey.challenges.values() if record.record_id in each.answers]


def _answering(survey: Survey, record: RecordHistory) -> Iterator[Inline]:
    """What an answer to challenges comes to."""
    said = record.status if record.in_force else record.record.status
    yield from (Strong("It is an answer"), ": ")
    for place, challenge in enumerate(_answered_by(survey, record)):
        yield "; " if place else ""
        yield from (f"{said} is ", challenge_ref(survey, challenge.record_id), ", a challenge of ")
        yield from joined([record_ref(survey, each) for each in challenge.targets]) or (UNKNOWN,)
        if challenge.holds and said == Outcome.ACCEPTED:
            yield ", which it makes an exception to, or a correction of"
        elif said == Outcome.REJECTED and record.in_force:
            yield ", which stays as it was"
    yield "."
    if record.status != said:
        event = since(record)
        yield from (f" The answer itself is {record.status} since ", when(event.occurred_at), ".")


def _holding(survey: Survey, record: RecordHistory) -> Iterator[Inline]:
    """What stands against a record in force; nobody knows more than that nothing does."""
    against = survey.challenged_by.get(record.record_id, ())
    replaced = [
        node.id
        for node in _others(survey, record, "supersedes", outward=False)
        if (found := survey.history.records.get(node.id)) is not None and found.in_force
    ]
    stale = [
        each
        for each in survey.findings_of.get(record.record_id, ())
        if each.code.startswith("FP6") and each.suppressed is None
    ]
    excepted = survey.excepted_by.get(record.record_id, ())
    if against:
        yield from (Strong("In doubt"), ": it is in force, and challenged by ")
        yield from joined([record_ref(survey, each) for each in against])
        yield ", which nobody has answered."
    elif replaced:
        yield from (Strong("In doubt"), ": it is in force, and yet replaced by ")
        yield from joined([record_ref(survey, each) for each in replaced])
        yield "."
    elif stale:
        yield from (Strong("Perhaps not"), ": it is in force, and a rule of ", Ref("stale direction", STALE))
        yield f" doubts it ({', '.join(sorted({each.code for each in stale}))})."
    elif record.record.kind == CHALLENGE:
        yield from (Strong("It is open"), ": nobody has answered this challenge.")
    elif not excepted:
        yield from (Strong("As far as is on record"), ": it is in force, nothing that was read ends or ")
        yield "replaces it, and no challenge of it is open."
    yield from _excepted(survey, excepted, alone=not (against or replaced or stale))


def _excepted(survey: Survey, excepted: Sequence[Challenged], *, alone: bool) -> Iterator[Inline]:
    """The challenges of a record in force that were accepted."""
    if not excepted:
        return
    what = "an accepted challenge" if len(excepted) == 1 else f"{len(excepted)} accepted challenges"
    yield Strong(f"In force, with {what}") if alone else f" Besides it has {what}"
    for place, each in enumerate(excepted):
        yield "; " if place else ": "
        yield from exception_words(survey, each)
    yield "."


def _facts(survey: Survey, record: RecordHistory) -> Iterator[tuple[str, Line]]:
    if record.text_known:
        event = since(record)
        yield "State", tuple(_state(survey, record, event))
        if event is not record.creation:
            yield "On whose word", (*claim_of(event), *weaker(record, event))
        if given(record.lifecycle_reason) and (record.contested or record.record_id in survey.directions.active):
            yield "Reason", linked_lines(survey, record.lifecycle_reason)
        if record.reviewed_at:
            yield "Reviewed", (when(record.reviewed_at),)
        yield "Last curated", (*age_words(survey, record), ", judged as of ", when(survey.as_of.text))
    yield from _bonds(survey, record)
    yield "Who could act", who_could_act(survey, record, 12)
    if record.text_known:
        weak = any(weaker(record, event) for event in record.revisions)
        said = "; the chain below says which steps were taken on less" if weak else ""
        yield "It takes", ("a claim of ", *levels_needed(record), said)


def _state(survey: Survey, record: RecordHistory, event: Event) -> Iterator[Inline]:
    """The state of a record, and since when it has it."""
    yield standing_badge(survey, record)
    challenge = survey.challenges.get(record.record_id)
    answered = answered_since(survey, challenge) if challenge is not None and challenge.is_record else None
    if answered is not None and not record.contested:
        yield from (" since ", when(answered.occurred_at), "; its own chain says ", badge(record.status))
        return
    if record.conflict is not None:
        yield from (", before that ", badge(record.status))
    yield from (" since ", when(event.occurred_at))
    if record.head is record.creation:
        yield ", as it was created"


def weaker(record: RecordHistory, event: Event) -> Line:
    """That a step of a record was taken on a weaker claim than the record was created on; empty where it was not."""
    created = record.creation.trust.level
    if not record.text_known or rank(event.trust.level) >= rank(created):
        return ()
    return ("; a weaker claim than ", Code(created), ", on which the record was created")


def _bonds(survey: Survey, record: RecordHistory) -> Iterator[tuple[str, Line]]:
    """What it replaced, settles, challenges or answers, and the other way round."""
    refer = partial(record_ref, survey)
    for judged in survey.history.judgements:
        if judged.settlement_record_id == record.record_id and judged.settlement is not None:
            said: Line = () if judged.covers else (" ", Muted("but it does not take effect"))
            yield "Settles", (refer(judged.settlement.record_id), *said)
    for verb in _VERBS:
        for name, outward in zip(_AGAINST[verb], (True, False), strict=True):
            told = _apart(
                _bond(survey, record, edge, outward=outward) for edge in _edges(survey, record, verb, outward=outward)
            )
            if told:
                yield name, told


def _bond(survey: Survey, record: RecordHistory, edge: Edge, *, outward: bool) -> Line:
    """The record at the far end of a relation, and what there is to know of it here."""
    other = edge.target.id if outward else edge.source.id
    if edge.type != "challenges":
        return (record_ref(survey, other), *_declarer(survey, edge))
    challenge = survey.challenges.get(record.record_id if outward else other)
    if challenge is None or (other if outward else record.record_id) not in challenge.targets:
        return (record_ref(survey, other), *_declarer(survey, edge))
    if outward:
        return (record_ref(survey, other), *_declarer(survey, edge), ": ", *outcome_words(survey, challenge))
    return (challenge_ref(survey, other), *_declarer(survey, edge), ": ", *outcome_words(survey, challenge))


def _declarer(survey: Survey, edge: Edge) -> Line:
    """Who relates two records, where that is not whoever wrote the record that the relation leads from."""
    source = survey.history.records.get(edge.source.id)
    if source is None or edge.actor is None or edge.trust is None:
        return ()
    if source.text_known and (source.creation.actor, source.creation.trust.level) == (edge.actor, edge.trust.level):
        return ()
    return (" ", Muted("(related by "), *claim(edge.actor, edge.trust), ", ", when(edge.asserted_at), Muted(")"))


def _apart(lines: Iterable[Line]) -> Line:
    """Lines below each other."""
    parts: list[Inline] = []
    for line in lines:
        parts += [*([Break()] if parts else []), *line]
    return tuple(parts)


def _edges(survey: Survey, record: RecordHistory, verb: str, *, outward: bool) -> list[Edge]:
    """The relations of one type between this record and others, one for each of those, by its id."""
    own = Node("record", record.record_id)
    ends: dict[str, Edge] = {}
    for edge in survey.provenance.edges_at(own):
        far, near = (edge.target, edge.source) if outward else (edge.source, edge.target)
        if edge.type == verb and near.key == own.key and far.kind == "record":
            ends.setdefault(far.id, edge)
    return [ends[each] for each in sorted(ends)]


def _others(survey: Survey, record: RecordHistory, verb: str, *, outward: bool) -> list[Node]:
    """The records at the far end of relations of one type, sorted by id."""
    edges = _edges(survey, record, verb, outward=outward)
    return [edge.target if outward else edge.source for edge in edges]
