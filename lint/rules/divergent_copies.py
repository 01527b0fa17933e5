"""FP301 divergent-copies: two files hold one event id with different content."""

from __future__ import annotations

from collections.abc import Iterator

from ..finding import Elsewhere, Observation, Severity
from ..rule import Examination, Rule


def check(examination: Examination) -> Iterator[Observation]:
    """One observation an event id, at its tracked copy (else the first by path)."""
    reading = examination.reading
    for event_id in sorted(reading.divergent):
        versions = reading.divergent[event_id]
        first, others = versions[0], versions[1:]
        spoken_for = {version.origin for version in versions}
        further = [origin for origin in reading.copies.get(event_id, ()) if origin not in spoken_for]
        named = [version.origin.path for version in versions]
        yield Observation(
            f"{event_id} has {len(versions)} different contents: {', '.join(named[:-1])} and {named[-1]}; "
            "neither is chosen",
            first.origin,
            event_id=event_id,
            record_id=getattr(first.payload, "record_id", None),
            detail=" ".join(sorted(named)),
            related=(
                *(Elsewhere(version.origin, "the same event id with other content", "") for version in others),
                *(Elsewhere(origin, "a further copy of one of these contents", "") for origin in further),
            ),
            line=1,
            column=1,
        )


RULE = Rule(
    code="FP301",
    name="divergent-copies",
    severity=Severity.ERROR,
    summary="One event id stands over two different contents.",
    why=(
        "An event is created once and never changes, so one id with two contents means that a file was edited "
        "after it was written, or that two writers made the same id. Each clone may follow another version. The "
        "record is contested, every version is shown and none is chosen; key order, escapes and white space do "
        "not count as a difference."
    ),
    fix=(
        "Find out which content was written first (`git log --follow`, the shared store, the actor). A working "
        "copy that was edited and not committed is put back with `git restore`. Where both are on record, both "
        "stay: write the direction that holds as a new record, and accept this finding with a suppression whose "
        "reason names it."
    ),
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
