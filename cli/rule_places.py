"""Where each rule finds something, as far as a trace asks: in the events and records of an answer."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import closing
from dataclasses import replace

from ..lint.catalogue import RULES
from ..lint.narrowed import alone, narrowed
from ..lint.rule import Examination, Reach, Rule
from ..lint.sharing import MOST_SHARED, WORTH_SHARING, pieces_of
from ..reporter.traces.answer_problems import Place, ProblemsOf, any_touches
from ..repository.processes import usable_processes
from ..repository.shared_work import shared
from .accepted import ran
from .reading import Ledger

WORTH_NARROWING = 8
"""An answer is worth a part of the ledger made for it where the ledger holds so many times its events and records."""


def rule_places(ledger: Ledger, event_ids: Set[str], record_ids: Set[str]) -> Iterable[ProblemsOf]:
    """Each rule's code with where it finds something, in no particular order: all places that touch these ids.

    Most rules need look at little more than a small answer for that (:class:`~..lint.rule.Reach`). Of no finding a line
    is looked up, for which its file would have to be read again.
    """
    judging = ran(ledger, RULES)
    rules = [rule for rule in RULES if rule.code in judging]
    history = ledger.history
    if WORTH_NARROWING * (len(event_ids) + len(record_ids)) > len(history.events) + len(history.records):
        return _of_all(ledger, rules)
    return places_in_part(ledger.examination, rules, event_ids, record_ids)


def places_in_part(
    examination: Examination, rules: Iterable[Rule], event_ids: Set[str], record_ids: Set[str]
) -> Iterator[ProblemsOf]:
    """The same of some rules, each of which is shown as much of the ledger as it has to be."""
    part = narrowed(examination, event_ids, record_ids)
    few_relations = replace(examination.history, relations=part.history.relations)
    asked = replace(examination, history=few_relations, asked=part.asked)
    shown = {
        Reach.ALONE: alone(examination, event_ids, record_ids),
        Reach.PART: part,
        Reach.DOUBTED_PART: part,
        Reach.ASKED: asked,
        Reach.WHOLE: examination,
    }
    for rule in rules:
        if rule.reach is Reach.NOTHING:
            continue
        places = _places(shown[rule.reach], rule)
        if rule.reach is not Reach.DOUBTED_PART:
            yield rule.code, places
        elif any_touches(places, event_ids, record_ids):
            yield rule.code, _places(examination, rule)


def _of_all(ledger: Ledger, rules: Sequence[Rule]) -> Iterator[ProblemsOf]:
    """What all rules find in the whole ledger, worked out by two processes, as a lint is."""
    events = len(ledger.reading.events)
    if usable_processes(os.environ) < 2 or not WORTH_SHARING <= events <= MOST_SHARED:
        yield from ((rule.code, _places(ledger.examination, rule)) for rule in rules)
        return
    pieces = pieces_of(rules)

    def found_by(number: int) -> list[tuple[str, list[Place]]]:
        return [(rule.code, list(_places(ledger.examination, rule))) for rule in pieces[number]]

    with closing(shared(len(pieces), lambda number: pickle.dumps(found_by(number)))) as answers:
        for number, answer in answers:
            # What comes from the second process was written there by this program a moment ago.
            yield from found_by(number) if answer is None else pickle.loads(answer)  # noqa: S301


def _places(examination: Examination, rule: Rule) -> Iterator[Place]:
    return ((each.event_id, each.record_id) for each in rule.check(examination))
