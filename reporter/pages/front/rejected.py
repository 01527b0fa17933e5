"""What was rejected, and why: ways that direction rules out, and direction that somebody gave up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....ledger.challenge_answers import Challenged, Outcome
from ....ledger.challenges import CHALLENGE, RESOLUTION
from ....ledger.history import RecordHistory
from ....ledger.wording import counted
from ..address import FORKS, REJECTED
from ..blocks import Block, Break, Heading, Inline, Line, Muted, Page, Paragraph, Ref, Strong, Table, given, worded
from ..records import latest_first
from ..survey import Survey
from ..words import (
    UNKNOWN,
    UNREADABLE,
    badge,
    claim_of,
    elsewhere,
    joined,
    linked_lines,
    on_day,
    record_ref,
    state_badge,
)
from .challenge_words import challenge_ref, known_answers, why_not
from .since import since

MOST_ROWS = 500
MOST_WAYS = 12  # of one record
REJECTION = "rejection"
_GIVEN_UP = frozenset({"discarded", "expired", "superseded"})
_CHALLENGES = frozenset({CHALLENGE, RESOLUTION})  # they are about direction, and none themselves
_NO_REASON: Line = (Muted("no reason on record"),)


def page(survey: Survey) -> Page:
    """Ways that were ruled out by direction that holds, then by direction that does not, then what was given up."""
    ruling = ruling_out(survey)
    disputed = [record for record in ruling if record.contested]
    holding = [record for record in ruling if record.record_id in survey.directions.active and not record.contested]
    over = [record for record in ruling if record.record_id not in survey.directions.active and not record.contested]
    dropped, refused = given_up(survey), rejected_challenges(survey)
    blocks: list[Block] = []
    if survey.ledger_unreadable:
        blocks.append(Paragraph((Strong(UNKNOWN), f": what the ledger rejects; {UNREADABLE}.")))
    told = f"{counted(len(ruling), 'record rules', 'records rule')} something out"
    told += f"; {counted(len(refused), 'challenge was', 'challenges were')} rejected"
    blocks.append(Paragraph((f"{elsewhere(survey)}{told}; {counted(len(dropped), 'record')} given up.",)))
    blocks += _ways(survey, "Ruled out, and it holds", holding)
    blocks += _ways(survey, "Ruled out by what is in dispute: unknown whether it holds", disputed)
    blocks += _ways(survey, "Ruled out by what holds no more", over)
    blocks += _challenges(survey, refused)
    blocks += _dropped(survey, dropped)
    unclear = sum(not record.text_known for record in survey.history.records.values())
    if unclear:
        what = counted(unclear, "record")
        blocks.append(
            Paragraph((Strong(UNKNOWN), f": what {what} in dispute would reject; ", Ref("forks", FORKS), "."))
        )
    return Page(REJECTED, "What was rejected", tuple(blocks), survey.command("list --status any"), wide=True)


def ruling_out(survey: Survey) -> list[RecordHistory]:
    """Records that say what not to do, the latest first."""
    return latest_first(
        record
        for record in survey.history.records.values()
        if record.text_known and record.record.kind not in _CHALLENGES and _rules_out(record)
    )


def _rules_out(record: RecordHistory) -> bool:
    told = record.record
    return bool(told.rejected_paths) or told.review_type == REJECTION or record.state == "rejected"


def given_up(survey: Survey) -> list[RecordHistory]:
    """Records that somebody ended, the latest first."""
    return latest_first(
        record
        for record in survey.history.records.values()
        if record.text_known and record.record.kind not in _CHALLENGES and record.state in _GIVEN_UP
    )


def _ways(survey: Survey, title: str, records: Sequence[RecordHistory]) -> Iterator[Block]:
    if not records:
        return
    yield Heading(title, searched=False)
    yield from _cut(records)
    rows = tuple(
        (
            _listed(record.record.rejected_paths) or _in_its_words(survey, record),
            linked_lines(survey, record.record.reason) if given(record.record.reason) else _NO_REASON,
            _listed(record.record.preferred_paths) or (Muted("nothing is named"),),
            (record_ref(survey, record.record_id), " ", state_badge(record), *_exceptions(survey, record)),
            claim_of(record.creation),
        )
        for record in records[:MOST_ROWS]
    )
    yield Table(("Rejected", "Why", "Rather", "Record", "On the word of"), rows, filterable=True)


def _exceptions(survey: Survey, record: RecordHistory) -> Iterator[Inline]:
    """The challenges of a record that were accepted: what it rules out is not ruled out there."""
    for each in survey.excepted_by.get(record.record_id, ()):
        yield from (Break(), badge("accepted", "with an accepted challenge"), ": ")
        yield challenge_ref(survey, each.record_id)


def _in_its_words(survey: Survey, record: RecordHistory) -> Line:
    """What a record rejects that names no way: its text says it."""
    whose = "a reviewer's rejection" if record.record.review_type == REJECTION else "the record itself"
    return (Muted(f"{whose}, in its own words: "), survey.title(record))


def rejected_challenges(survey: Survey) -> list[Challenged]:
    """The challenges that were answered, or ended by themselves, as rejected; by their record ids."""
    return [each for each in survey.challenges.values() if Outcome.REJECTED in each.outcomes]


def _challenges(survey: Survey, found: Sequence[Challenged]) -> Iterator[Block]:
    if not found:
        return
    yield Heading("Challenges that were rejected", searched=False)
    yield Paragraph(("Somebody asked for it, and the answer was no: the direction stayed as it was.",), "muted")
    if len(found) > MOST_ROWS:
        yield Paragraph((f"Showing {MOST_ROWS} of {len(found):,}.",), "muted")
    rows = tuple(
        (
            (challenge_ref(survey, each.record_id),),
            why_not(survey, each) or _NO_REASON,
            tuple(joined([record_ref(survey, target) for target in each.targets])) or (Muted(UNKNOWN),),
            *_decided(survey, each),
        )
        for each in found[:MOST_ROWS]
    )
    yield Table(("Asked for", "Why not", "Against", "On the word of", "When"), rows, filterable=True)


def _decided(survey: Survey, challenge: Challenged) -> tuple[Line, Line]:
    """On whose word a challenge was decided, and when."""
    answers = known_answers(survey, challenge)
    event = answers[0].creation if answers else since(survey.history.records[challenge.record_id])
    return claim_of(event), (on_day(event.occurred_at),)


def _dropped(survey: Survey, records: Sequence[RecordHistory]) -> Iterator[Block]:
    if not records:
        return
    yield Heading("Direction that was given up", searched=False)
    yield from _cut(records)
    rows = tuple(
        (
            (record_ref(survey, record.record_id),),
            (state_badge(record),),
            linked_lines(survey, record.lifecycle_reason) if given(record.lifecycle_reason) else _NO_REASON,
            claim_of(since(record)),
            (on_day(since(record).occurred_at),),
        )
        for record in records[:MOST_ROWS]
    )
    yield Table(("Direction", "State", "Why", "On the word of", "Since"), rows, filterable=True)


def _cut(records: Sequence[RecordHistory]) -> Iterator[Block]:
    if len(records) > MOST_ROWS:
        yield Paragraph((f"Showing {MOST_ROWS} of {len(records):,}, the latest.",), "muted")


def _listed(ways: Sequence[str]) -> Line:
    parts: list[Inline] = []
    for way in ways[:MOST_WAYS]:
        parts += [Break(), worded(way)] if parts else [worded(way)]
    if len(ways) > MOST_WAYS:
        parts += [Break(), Muted(f"and {len(ways) - MOST_WAYS:,} more")]
    return tuple(parts)
