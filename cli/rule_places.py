"""Where each rule finds something, as far as a trace asks: worked out by two processes, as a lint is."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from contextlib import closing

from ..lint.catalogue import RULES
from ..lint.rule import Rule
from ..lint.sharing import MOST_SHARED, WORTH_SHARING, pieces_of
from ..reporter.traces.answer_problems import Place, ProblemsOf
from ..repository.processes import usable_processes
from ..repository.shared_work import shared
from .accepted import ran
from .reading import Ledger


def rule_places(ledger: Ledger) -> Iterator[ProblemsOf]:
    """Each rule's code with the events and records it finds something in, in no particular order.

    Of no finding a line is looked up, for which its file would have to be read again.
    """
    judging = ran(ledger, RULES)
    rules = [rule for rule in RULES if rule.code in judging]
    events = len(ledger.reading.events)
    if usable_processes(os.environ) < 2 or not WORTH_SHARING <= events <= MOST_SHARED:
        yield from ((rule.code, _places(ledger, rule)) for rule in rules)
        return
    pieces = pieces_of(rules)

    def found_by(number: int) -> list[tuple[str, list[Place]]]:
        return [(rule.code, list(_places(ledger, rule))) for rule in pieces[number]]

    with closing(shared(len(pieces), lambda number: pickle.dumps(found_by(number)))) as answers:
        for number, answer in answers:
            # What comes from the second process was written there by this program a moment ago.
            yield from found_by(number) if answer is None else pickle.loads(answer)  # noqa: S301


def _places(ledger: Ledger, rule: Rule) -> Iterator[Place]:
    return ((each.event_id, each.record_id) for each in rule.check(ledger.examination))
