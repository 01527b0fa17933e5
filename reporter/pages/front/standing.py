"""Whether a record still holds, as far as the ledger says: since when, what stands against it, and who could act."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ....ledger.challenges import CHALLENGE, RESOLUTION
from ....ledger.events import Event, Node, StateChange
from ....ledger.history import RecordHistory
from ....ledger.wording import counted
from ....lint.ages import days_since, last_curated
from ..address import STALE
from ..blocks import Block, Facts, Heading, Inline, Line, Muted, Paragraph, Ref, Strong
from ..survey import Survey
from ..words import UNKNOWN, UNREADABLE, badge, claim_of, joined, linked_lines, record_ref, state_badge, when
from .holders import levels_needed, who_could_act

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


def since(record: RecordHistory) -> Event:
    """The event of the chain that brought the status that the record has now."""
    found, status = record.creation, record.record.status
    for event in record.revisions[1:]:
        payload = event.payload
        if isinstance(payload, StateChange) and payload.status is not None and payload.status != status:
            found, status = event, payload.status
    return found


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
    """Why a record guides nothing."""
    if record.text_known and record.in_force:
        kind = "It is an answer to a challenge" if record.record.kind == RESOLUTION else "It was answered"
        yield from (Strong("It guides nothing"), f": {kind[:1].lower()}{kind[1:]}.")
        return
    event = since(record)
    yield from (Strong("No"), f": {record.status} since ", when(event.occurred_at))
    if record.lifecycle_reason:
        yield from (". Reason: ", *linked_lines(survey, record.lifecycle_reason))
    else:
        yield ". No reason is on record."


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
    else:
        yield from (Strong("As far as is on record"), ": it is in force, nothing that was read ends or ")
        yield "replaces it, and no challenge of it is open."


def _facts(survey: Survey, record: RecordHistory) -> Iterator[tuple[str, Line]]:
    if record.text_known:
        event = since(record)
        as_created = ", as it was created" if event is record.creation else ""
        undisputed: Line = (", before that ", badge(record.status)) if record.conflict is not None else ()
        yield "State", (state_badge(record), *undisputed, " since ", when(event.occurred_at), as_created)
        if event is not record.creation:
            yield "On whose word", claim_of(event)
        if record.lifecycle_reason and (record.contested or record.record_id in survey.directions.active):
            yield "Reason", linked_lines(survey, record.lifecycle_reason)
        if record.reviewed_at:
            yield "Reviewed", (when(record.reviewed_at),)
        yield "Last curated", (*age_words(survey, record), ", judged as of ", when(survey.as_of.text))
    yield from _bonds(survey, record)
    yield "Who could act", who_could_act(survey, record, 12)
    if record.text_known:
        yield "It takes", ("a claim of ", *levels_needed(record))


def _bonds(survey: Survey, record: RecordHistory) -> Iterator[tuple[str, Line]]:
    """What it replaced, settles, challenges or answers, and the other way round."""
    refer = partial(record_ref, survey)
    for judged in survey.history.judgements:
        if judged.settlement_record_id == record.record_id and judged.settlement is not None:
            said: Line = () if judged.covers else (" ", Muted("but it does not take effect"))
            yield "Settles", (refer(judged.settlement.record_id), *said)
    for verb in _VERBS:
        for name, outward in zip(_AGAINST[verb], (True, False), strict=True):
            found = [refer(node.id) for node in _others(survey, record, verb, outward=outward)]
            if found:
                yield name, tuple(joined(found))


def _others(survey: Survey, record: RecordHistory, verb: str, *, outward: bool) -> list[Node]:
    """The records at the far end of relations of one type, sorted by id."""
    own = Node("record", record.record_id)
    edges = survey.provenance.edges_at(own)
    ends = {
        (edge.target if outward else edge.source).id: (edge.target if outward else edge.source)
        for edge in edges
        if edge.type == verb and (edge.source if outward else edge.target).key == own.key
    }
    return [ends[each] for each in sorted(ends) if ends[each].kind == "record"]
