"""FP111 legacy-ledger: a ledger of the old format, which no client reads."""

from __future__ import annotations

from collections.abc import Iterator

from ...repository.source import tracked_file
from ..finding import Observation, Severity
from ..rule import Examination, Reach, Rule

_NAME = "events.jsonl"


def check(examination: Examination) -> Iterator[Observation]:
    """One observation for each old ledger, at or beside the folder of events."""
    strays = {
        problem.origin.path
        for problem in examination.reading.problems
        if problem.code == "FP108" and problem.origin.name == _NAME
    }
    around = examination.surroundings.legacy_ledgers() if examination.surroundings is not None else ()
    for path in sorted({*strays, *around}):
        yield Observation(
            "a file of this name was the ledger before fabric/1.0, one event a line; no client reads it now",
            tracked_file(path),
            line=1,
            column=1,
        )


RULE = Rule(
    code="FP111",
    name="legacy-ledger",
    severity=Severity.WARNING,
    summary="There is an `events.jsonl` of the old format, which no client reads.",
    why=(
        "Before fabric/1.0 the whole ledger was one file with an event on each line. Clients pass over it without a "
        "word: they list no record and report no error, so direction that somebody believes to be in force guides "
        "nobody."
    ),
    fix="""\
        Read the file and write what still holds as new records, with the reason and evidence that it had; nothing is
        migrated by itself, since the old lines have no actor and no trust. Then remove the file (`git rm`) or move it
        out of `.fabric`. It is no event file, so this breaks no rule, and git keeps it in history.""",
    bad=".fabric/ledger/events.jsonl",
    good=".fabric/ledger/events/evt_0196….json",
    check=check,
    reach=Reach.NOTHING,
)
