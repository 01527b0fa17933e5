"""Rules run by two processes at once, with the very findings that one gives."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing

from ..ledger.collector import collector_paused
from ..repository.shared_work import shared
from .engine import Locate, examine
from .finding import Finding, Severity
from .rule import Examination, Rule

WORTH_SHARING = 10_000
"""Events from which on a second process saves more time than copying this one takes."""

MOST_SHARED = 300_000
"""Events up to which it helps: each process comes to hold most of the ledger, and two of a larger one need too much."""

# What these rules ask is worked out once for all of them: of relations and of git, of the chains, of what guides, of
# what there is in each store.
_TOGETHER: Sequence[Sequence[str]] = (
    (
        *("FP111", "FP304", "FP310", "FP411", "FP412", "FP503", "FP603", "FP606", "FP607", "FP701", "FP702", "FP703"),
        *("FP707", "FP708", "FP709", "FP710", "FP711", "FP712", "FP713", "FP714"),
    ),
    ("FP406", "FP407", "FP408", "FP409", "FP501", "FP502"),
    ("FP806", "FP807"),
    ("FP309", "FP311", "FP601", "FP602", "FP610", "FP611"),
    ("FP211", "FP313", "FP504", "FP505", "FP506"),
)


def examine_together(
    examination: Examination,
    locate: Locate,
    *,
    rules: Iterable[Rule],
    severities: Mapping[str, Severity | None] | None = None,
    processes: int,
) -> list[Finding]:
    """What :func:`.engine.examine` gives, with a second process where ``processes`` allow for it and it pays.

    ``locate`` opens nothing before it is first asked, so that the two processes share no open file.
    """
    asked = tuple(rules)
    with collector_paused():  # what rules make lives until they are done, and holds no circles
        return _examine(examination, locate, asked, severities, processes)


def _examine(
    examination: Examination,
    locate: Locate,
    asked: Sequence[Rule],
    severities: Mapping[str, Severity | None] | None,
    processes: int,
) -> list[Finding]:
    pieces = pieces_of(asked)
    if processes < 2 or len(pieces) < 2 or not WORTH_SHARING <= len(examination.reading.events) <= MOST_SHARED:
        return examine(examination, locate, rules=asked, severities=severities)

    def found_by(number: int) -> list[Finding]:
        return examine(examination, locate, rules=pieces[number], severities=severities)

    findings: list[Finding] = []
    with closing(shared(len(pieces), lambda number: pickle.dumps(found_by(number)))) as answers:
        for number, answer in answers:
            # What comes from the second process was written there by this program a moment ago.
            findings += found_by(number) if answer is None else pickle.loads(answer)  # noqa: S301
    findings.sort(key=lambda finding: finding.order)
    return findings


def pieces_of(rules: Sequence[Rule]) -> list[tuple[Rule, ...]]:
    """The rules in pieces of which each is one process's work: largest first, each rule once."""
    by_code = {rule.code: rule for rule in rules}
    pieces = [tuple(by_code.pop(code) for code in codes if code in by_code) for codes in _TOGETHER]
    return [piece for piece in (*pieces, *((rule,) for rule in by_code.values())) if piece]
