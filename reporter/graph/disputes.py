"""Which declarations are challenged, and what became of each challenge.

A ``challenge`` record with the extension ``fingerpost.challenges-relation`` disputes the relation that it names
(contract, *Claims*). It stays on the record for good: ``disputed_by`` goes on listing it when it was answered. But only
an open challenge makes a declaration *disputed*. One that was answered says its answer instead, since *accepted* tells
an auditor that the declaration was found wrong, and *rejected* that it stood.

What a trailer declares has no relation id, so nobody can challenge it by this extension.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...ledger.challenges import CHALLENGE, RESOLUTION, target_relation
from ...ledger.events import Record, Relation
from ...ledger.history import History, RecordHistory
from ...ledger.selection import answered_challenges
from ...ledger.wording import listed
from .edges import Edge, EdgeClass

OPEN = "open"
ANSWERED = "answered"
_WORDS = frozenset({"accepted", "rejected", "superseded", "expired", "discarded"})
_UNANSWERED = frozenset({OPEN, "active", "contested"})


@dataclass(frozen=True, slots=True, order=True)
class Dispute:
    """One challenge of a relation. ``outcome`` is ``open``, or in a word or words how it ended.

    It ended by a resolution (``accepted``, ``rejected`` or ``superseded``; of several in force that differ each is
    named), or by its own status (``accepted``, ``rejected``, ``expired``, …); ``answered`` where no such word was read.
    Clients leave an answered challenge open on the wire, so a resolution goes before its status.
    """

    record_id: str
    outcome: str

    @property
    def open(self) -> bool:
        """True as long as nobody answered or ended the challenge."""
        return self.outcome == OPEN


def disputed_relations(history: History) -> Mapping[str, tuple[Dispute, ...]]:
    """The challenges of each relation that has some, by its id; those of one sorted by record id.

    A challenge that is itself contested is not answered by that. Of one that was created in several versions, each
    version counts: none is chosen.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for record_id, record in history.records.items():
        if record.record.kind == CHALLENGE or not record.text_known:
            for relation_id in _challenged(record):
                found[relation_id].add(record_id)
    if not found:
        return {}
    outcomes = _outcomes(history, set().union(*found.values()))
    return {
        relation_id: tuple(Dispute(record_id, outcomes[record_id]) for record_id in sorted(found[relation_id]))
        for relation_id in sorted(found)
    }


def disputes_of(edge: Edge, disputes: Mapping[str, tuple[Dispute, ...]]) -> tuple[Dispute, ...]:
    """The challenges of a declaration; none of any other edge."""
    if edge.edge_class is not EdgeClass.CAUSALITY or edge.relation_id is None:
        return ()
    return disputes.get(edge.relation_id, ())


def dispute_mark(disputes: Sequence[Dispute]) -> str | None:
    """A mark for a drawing or a badge: ``disputed``, ``challenge accepted``, …; None where there is no challenge.

    One open challenge is enough for *disputed*, whatever became of others.
    """
    if not disputes:
        return None
    if any(dispute.open for dispute in disputes):
        return "disputed"
    return f"challenge {listed(sorted({dispute.outcome for dispute in disputes}))}"


def _challenged(record: RecordHistory) -> set[str]:
    """The relations that any version of a record challenges."""
    versions = (event.payload for event in record.creations)
    return {
        relation_id
        for made in versions
        if isinstance(made, Record) and made.kind == CHALLENGE and (relation_id := target_relation(made)) is not None
    }


def _outcomes(history: History, challenges: set[str]) -> Mapping[str, str]:
    answers: defaultdict[str, list[RecordHistory]] = defaultdict(list)
    for event in history.relations:
        relation = event.payload
        if isinstance(relation, Relation) and relation.type == "resolves" and relation.target.id in challenges:
            resolution = history.records.get(relation.source.id)
            if resolution is not None and resolution.text_known and resolution.record.kind == RESOLUTION:
                answers[relation.target.id].append(resolution)
    answered = answered_challenges(history)
    return {
        record_id: _answer(answers[record_id]) if record_id in answered else _own(history.records[record_id].state)
        for record_id in challenges
    }


def _answer(resolutions: Sequence[RecordHistory]) -> str:
    """What the resolutions say; those in force go before others, as a later one may have replaced an earlier."""
    counted = [each for each in resolutions if each.in_force] or resolutions
    return listed(sorted({each.record.status for each in counted} & _WORDS)) or ANSWERED


def _own(state: str) -> str:
    if state in _UNANSWERED:
        return OPEN
    return state if state in _WORDS else ANSWERED
