"""FP603: a record in force whose own time limit is over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from ...ledger.history import RecordHistory
from ...ledger.instants import Instant, parse_instant
from ...repository.around.merged_requests import MergedRequest
from ..excerpt import excerpt
from ..finding import Observation, Severity
from ..observed import observed
from ..rule import Examination, Reach, Rule

_DATED = re.compile(r"(?:until[ _:]?)?([0-9]{4}-[0-9]{2}-[0-9]{2})(T.+)?")
_DAY = 86_400
_PR, _ISSUE = "until_pr_closed", "until_issue_closed"
_Answers = Callable[[Iterable[str]], Mapping[str, MergedRequest]]


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each record in force, and not in dispute, whose ttl has passed at the time of judgement."""
    limits: dict[str, Instant | None] = {}
    awaiting: dict[str, list[tuple[RecordHistory, str]]] = {_PR: [], _ISSUE: []}
    for found, record in examination.guiding:
        ttl = record.ttl
        if ttl == _ISSUE:
            if record.scope.issue is not None:
                awaiting[_ISSUE].append((found, record.scope.issue))
        elif ttl == _PR:
            number = record.scope.pr or record.source.pr
            if number is not None:
                awaiting[_PR].append((found, number))
        else:
            if ttl not in limits:
                limits[ttl] = _end_of(ttl)
            limit = limits[ttl]
            if limit is not None and limit <= examination.as_of:
                yield _observation(found, f"the ttl of {found.record_id}, {excerpt(ttl, 60)}, has passed")
    yield from _closed(examination, awaiting)


def _closed(examination: Examination, awaiting: Mapping[str, list[tuple[RecordHistory, str]]]) -> Iterator[Observation]:
    surroundings = examination.surroundings
    if surroundings is None:
        return
    questions: tuple[tuple[str, _Answers, str, str], ...] = (
        (_ISSUE, surroundings.closed_issues, "issue", "closes"),
        (_PR, surroundings.merged_requests, "PR", "merges"),
    )
    for ttl, answers, noun, did in questions:
        waiting = awaiting[ttl]
        ends = answers({number for _, number in waiting}) if waiting else {}
        for found, number in waiting if ends else ():
            end = ends.get(number)
            if end is not None and end.seconds <= examination.as_of.seconds and not _elsewhere(found, examination):
                yield _observation(
                    found,
                    f"the ttl of {found.record_id} is {ttl}, and the commit {end.commit} says that it {did} {noun} "
                    f"{excerpt(number, 40)}",
                )


def _end_of(ttl: str) -> Instant | None:
    """The instant from which on a dated ttl has passed (a bare date lasts its whole day in UTC); None for any other."""
    found = _DATED.fullmatch(ttl.strip())
    if found is None:
        return None
    day, time = found.groups()
    if time is not None:
        return parse_instant(day + time)
    start = parse_instant(f"{day}T00:00:00Z")
    return None if start is None else start.plus(_DAY)


def _elsewhere(found: RecordHistory, examination: Examination) -> bool:
    """True where the record is about another repository, whose numbers are not those of this history."""
    own, named = examination.config.repo, found.record.scope.repo
    return bool(own and named) and own != named


def _observation(found: RecordHistory, message: str) -> Observation:
    return observed(found.creation, "/payload/record/ttl", message, record_id=found.record_id)


RULE = Rule(
    code="FP603",
    name="ttl-passed",
    severity=Severity.WARNING,
    summary="A record is in force although its ttl has passed: by its date, or by a merge in git history.",
    why="""\
        A ttl is advice: it ends nothing by itself, and clients go on handing the record out. Whoever wrote
        `until_pr_closed` meant the direction for that change only; after the merge it guides work that it was never
        meant for, and fills the budget of every projection.

        A date, or a time as in the rest of the ledger, may stand alone or after `until_`. A pull request counts as
        closed by the commit that merged it, an issue by a commit whose message says so (`Fixes #12`, `Closes BILL-12`),
        in the history that is examined and not later than the time of judgement. What was closed without one is
        unknown, and silent.""",
    fix="""\
        Decide. If the direction went with its time, append a state change with status expired and the reason. If it
        holds on, write it as a new record with the ttl and the scope it has now, state that it supersedes this one, and
        end this one with status superseded.

        A contested record is not judged here: settle its fork first (FP401).""",
    bad="""\
        "ttl": "until_pr_closed", "scope": {"pr": "12"}   (git log: Merge pull request #12 from …)""",
    good="""\
        "ttl": "until_pr_closed", "scope": {"pr": "12"}
        record.state_changed  status: expired, lifecycle_reason: PR 12 was merged""",
    check=check,
    reach=Reach.PART,
)
