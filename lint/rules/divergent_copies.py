"""FP301 divergent-copies: two files hold one event id with different content."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.copies import record_of, spoken_by
from ...ledger.events import Event
from ..finding import Elsewhere, Observation, Severity
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation an event id, at its tracked copy (else the first by path), naming every record concerned.

    Where copies name several records, the finding's own record id is the least of them, and the message has all.
    """
    reading = examination.reading
    for event_id in sorted(reading.divergent):
        versions = reading.divergent[event_id]
        first, others = versions[0], versions[1:]
        spoken_for = {version.origin for version in versions}
        further = [origin for origin in reading.copies.get(event_id, ()) if origin not in spoken_for]
        named = [version.origin.path for version in versions]
        records = sorted({record_id for version in versions if (record_id := record_of(version)) is not None})
        concerned = f". They concern {' and '.join(records)}" if len(records) > 1 else ""
        yield Observation(
            f"{event_id} has {len(versions)} different contents: {', '.join(named[:-1])} and {named[-1]}; "
            f"{_shown(versions, records)}{concerned}",
            first.origin,
            event_id=event_id,
            record_id=records[0] if records else None,
            detail=" ".join(sorted(named)),
            related=(
                *(Elsewhere(version.origin, "the same event id with other content", "") for version in others),
                *(Elsewhere(origin, "a further copy of one of these contents", "") for origin in further),
            ),
            line=1,
            column=1,
        )


def _shown(versions: tuple[Event, ...], records: list[str]) -> str:
    """What a reader of the ledger sees of the event."""
    if spoken_by(versions) is not None:
        return "shown as the tracked copy says"
    if not records:
        return f"read as {versions[0].origin.path} says, which is not thereby right"
    return "neither is chosen" if len(versions) == 2 else "none is chosen"


RULE = Rule(
    code="FP301",
    name="divergent-copies",
    severity=Severity.ERROR,
    summary="One event id stands over two different contents.",
    why=(
        "An event is created once and never changes, so one id with two contents means that a file was edited "
        "after it was written, or that two writers made the same id. Each clone may follow another version. Every "
        "record that one of the contents names is contested, and every version is shown. The only tracked copy is "
        "what every other clone sees, so the record is shown as it says; of several tracked ones none is chosen. Key "
        "order, escapes and white space do not count as a difference."
    ),
    fix="""\
        Find out which content was written first (`git log --follow`, the shared store, the actor). Put back a working
        copy that was edited and not committed, with `git restore`; what this branch has edited, as FP305 says.

        Where both are on record, both stay: let the people concerned decide, and write the direction that holds as a
        new record with a `supersedes` relation to this one. Then accept the finding: `[[suppressions]]` in the config
        with `rule = "FP301"`, the `event` and a `reason` that names the new record. The record stays contested, and
        the site goes on to show every version.""",
    bad=(
        'ledger/events/evt_0196….json:      "text": "Round at the total."\n'
        'git-common:fabric/events/evt_0196….json:  "text": "Round each line."'
    ),
    good=(
        'ledger/events/evt_0196….json:      "text": "Round at the total."\n'
        'git-common:fabric/events/evt_0196….json:  "text": "Round at the total."'
    ),
    check=check,
)
