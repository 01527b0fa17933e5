"""FP203 unknown-event-type: an event is of a type that this version does not know."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import EVENT_TYPES
from ..finding import Observation, Severity
from ..reported import observation_of
from ..rule import Examination, Rule

_KNOWN_IN_SOME_CASE = frozenset(event_type.casefold() for event_type in EVENT_TYPES)


def check(examination: Examination) -> Iterator[Observation]:
    """What reading found; an error where only the letter case keeps the type from being a known one."""
    problems = [problem for problem in examination.reading.problems if problem.code == "FP203"]
    if not problems:
        return
    miscased = _miscased(examination)
    for problem in problems:
        yield observation_of(problem, Severity.ERROR if problem.origin.path in miscased else None)


def _miscased(examination: Examination) -> frozenset[str]:
    """The paths of files whose event type is a known one in other letter case."""
    reading = examination.reading
    wrong = [(event.event_type, event.origin, event.event_id) for event in examination.history.unknown]
    paths = {origin.path for event_type, origin, _ in wrong if event_type.casefold() in _KNOWN_IN_SOME_CASE}
    for event_type, _, event_id in wrong:
        if event_type.casefold() in _KNOWN_IN_SOME_CASE:
            paths.update(copy.path for copy in reading.copies.get(event_id, ()))
    for item in reading.uninterpreted:
        if item.event_type is not None and item.event_type.casefold() in _KNOWN_IN_SOME_CASE:
            paths.add(item.origin.path)
    return frozenset(paths)


RULE = Rule(
    code="FP203",
    name="unknown-event-type",
    severity=Severity.WARNING,
    summary="The event is of a type this version does not know; it is kept and counted, never interpreted.",
    why=(
        "The protocol may grow, so an unknown type is no error and is never read as a similar one. It is "
        "reported, because a misspelt type looks the same: its writer believes the direction is on record, and no "
        "client acts on it. A known type in other letter case is an error, since clients that fold case would "
        "read it and others not."
    ),
    fix="""\
        If a newer client wrote it, leave it alone and lint with a Fingerpost that knows the type. If the type is
        misspelt, write what was meant as a new event with an id of its own; the misspelt one stays and has no
        effect. Then accept the warning: `[[suppressions]]` in the config with `rule = "FP203"`, the `event` and a
        `reason` that says which of the two it is.

        A type that is wrong in letter case only may be corrected in place, because strict clients do not use the
        event as it is.""",
    bad='"event_type": "record.create"\n"event_type": "Record.Created"',
    good='"event_type": "record.created"',
    check=check,
)
