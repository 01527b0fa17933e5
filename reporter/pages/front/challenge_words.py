"""What became of a challenge, in words: beside whatever it challenges, on lists, and where an exception holds."""

from __future__ import annotations

from collections.abc import Iterator

from ....ledger.challenge_answers import Challenged, Outcome, outcome_of
from ....ledger.challenge_texts import said_in
from ....ledger.challenges import CHALLENGE
from ....ledger.events import Event, Node
from ....ledger.history import RecordHistory
from ....ledger.instants import instant
from ....ledger.title import title_of
from ....ledger.wording import listed
from ...graph.edges import Edge
from ..address import record_page
from ..blocks import Badge, Break, Inline, Line, Muted, Ref
from ..survey import Survey
from ..words import UNKNOWN, badge, claim_of, linked_lines, record_ref, state_badge, when
from .since import since


def standing_badge(survey: Survey, record: RecordHistory) -> Badge:
    """A record's state; of an answered challenge its answer, though clients leave it open on the wire."""
    found = survey.challenges.get(record.record_id)
    if found is None or not found.is_record or not found.answers or record.contested:
        return state_badge(record)
    return _answer_badge(found)


def outcome_badge(challenge: Challenged) -> Badge:
    """What became of a challenge in a word, or in several where its answers differ."""
    if challenge.unanswered:
        return badge("open", Outcome.UNANSWERED.value)
    return badge(challenge.outcomes[0].value, listed([each.value for each in challenge.outcomes]))


def _answer_badge(challenge: Challenged) -> Badge:
    words = [each.value for each in challenge.outcomes if each is not Outcome.ANSWERED]
    if not words:
        return badge(Outcome.ANSWERED.value)
    return badge(words[0], f"answered: {listed(words)}")


def outcome_words(survey: Survey, challenge: Challenged) -> Iterator[Inline]:
    """The outcome, then for each answer when it was given, on whose word, and why."""
    yield outcome_badge(challenge)
    if challenge.unanswered:
        return
    answers = known_answers(survey, challenge)
    for place, each in enumerate(answers):
        yield "; also " if place else " "
        yield from answer_words(survey, each)
        yield from (" (", Ref("the answer", record_page(each.record_id), each.record_id))
        yield f", {each.status} since)" if each.text_known and each.status != each.record.status else ")"
    if not challenge.answers and challenge.record_id in survey.history.records:
        record = survey.history.records[challenge.record_id]
        yield from (" ", *_by(since(record)), *_because(survey, record.lifecycle_reason or ""))


def answered_since(survey: Survey, challenge: Challenged) -> Event | None:
    """The event of the first answer that was read."""
    answers = known_answers(survey, challenge)
    return min((each.creation for each in answers), key=lambda event: instant(event.occurred_at), default=None)


def answer_words(survey: Survey, answer: RecordHistory) -> Iterator[Inline]:
    """When an answer was given, on whose word, and why."""
    if not answer.text_known:
        yield from (Muted(UNKNOWN), ": the answer is in dispute")
        return
    yield from (*_by(answer.creation), *_because(survey, said_in(answer.record).why))


def why_not(survey: Survey, challenge: Challenged) -> Line:
    """The reasons of the answers to a challenge, or of the change that ended it; empty where there are none."""
    answers = [each for each in known_answers(survey, challenge) if each.text_known]
    reasons = [said_in(each.record).why for each in answers]
    if not answers:
        reasons = [survey.history.records[challenge.record_id].lifecycle_reason or ""]
    words: list[Inline] = []
    for reason in filter(str.strip, reasons):
        words += [*([Break()] if words else []), *linked_lines(survey, reason)]
    return tuple(words)


def known_answers(survey: Survey, challenge: Challenged) -> list[RecordHistory]:
    """The answers to a challenge of which the record was read."""
    records = survey.history.records
    return [records[each] for each in challenge.answers if each in records]


def _by(event: Event) -> Line:
    return (when(event.occurred_at), ", ", *claim_of(event))


def _because(survey: Survey, reason: str) -> Line:
    return ("; reason: ", *linked_lines(survey, reason)) if reason.strip() else ("; no reason on record",)


def challenge_ref(survey: Survey, record_id: str) -> Inline:
    """A challenge by what it asks for, where the page says already what it challenges."""
    record = survey.history.records.get(record_id)
    if record is None or not record.text_known or record.record.kind != CHALLENGE:
        return record_ref(survey, record_id)
    asked = title_of(said_in(record.record).what)
    return Ref(f"‘{asked}’", record_page(record_id), record_id) if asked else record_ref(survey, record_id)


def asked_in(survey: Survey, record_id: str) -> str:
    """What a challenge asks for, as short as a title; of what has no text of its own the title that pages give it."""
    record = survey.history.records.get(record_id)
    if record is None:
        return record_id
    asked = title_of(said_in(record.record).what) if record.text_known and record.record.kind == CHALLENGE else ""
    return asked or survey.title(record)


def exception_words(survey: Survey, challenge: Challenged) -> Line:
    """An accepted challenge: what it asks for, when and by whom it was accepted, and why.

    For the place where the record that it challenges is shown: an exception to that record, or a correction of it.
    """
    words: list[Inline] = [challenge_ref(survey, challenge.record_id), " ("]
    accepted = known_answers(survey, challenge)
    for place, each in enumerate(accepted):
        words += ["; " if place else "", Ref(outcome_of(each).value, record_page(each.record_id), each.record_id), " "]
        words += answer_words(survey, each)
    if not accepted:
        words += ["accepted ", *_by(since(survey.history.records[challenge.record_id]))]
    return (*words, ")")


def related(survey: Survey, challenger: str, target: str) -> Edge:
    """The relation by which a record challenges another."""
    ends = (Node("record", challenger).key, Node("record", target).key)
    edges = survey.provenance.edges_at(Node("record", challenger))
    return next(edge for edge in edges if edge.type == "challenges" and (edge.source.key, edge.target.key) == ends)
