"""Forks: every branch side by side, none preferred, with the parent they share and what settles them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...ledger.history import Conflict, ConflictKind, RecordHistory
from ...ledger.wording import counted
from .address import FORKS, record_page
from .blocks import Block, Heading, Inline, Line, Muted, Notice, Page, Paragraph, Ref, Strong, Table
from .branch_ends import agreeing, ends_of
from .disputes import KINDS, side_by_side, summary
from .front.challenge_words import related
from .front.holders import who_could_act
from .settling import how_to_answer, what_settles
from .survey import Survey
from .words import UNKNOWN, UNREADABLE, badge, claim_behind, claim_of, elsewhere, joined, record_ref, scope_words, when

MOST_DISPUTES = 100  # that one page shows side by side
MOST_ROWS = 1_000
MOST_COMMANDS = 20  # disputes, and challenges, for which the page has the commands; the pages of the others have theirs


def conflicts_of(survey: Survey) -> list[tuple[RecordHistory, Conflict]]:
    """Every conflict with its record, the open ones first, then by record id."""
    found = [(record, conflict) for record in survey.history.records.values() for conflict in record.conflicts]
    return sorted(
        found,
        key=lambda pair: (
            pair[1].settled_by is not None,
            pair[0].record_id,
            pair[1].kind,
            pair[1].parent_event_id or "",
        ),
    )


def page(survey: Survey) -> Page:
    """All forks and other disputes."""
    found = conflicts_of(survey)
    open_ones = sum(conflict.settled_by is None for _, conflict in found)
    blocks: list[Block] = []
    if survey.ledger_unreadable:
        blocks.append(Paragraph((Strong(UNKNOWN), f": what the ledger has in dispute; {UNREADABLE}.")))
    blocks.append(
        Paragraph(
            (
                f"{elsewhere(survey)}{counted(open_ones, 'open dispute')}, "
                f"{counted(len(found) - open_ones, 'settled one')}. "
                "A fork is shown, never chosen: not by time, order, trust or id. "
                "Only new direction settles it, on a claim as strong as the one the record was created on.",
            )
        )
    )
    if len(found) > MOST_DISPUTES:
        blocks.append(Paragraph((f"Showing {MOST_DISPUTES} of {len(found):,} side by side; the others below.",)))
    for place, (record, conflict) in enumerate(found[:MOST_DISPUTES]):
        blocks += _dispute(survey, record, conflict, commands=place < MOST_COMMANDS)
    blocks += _others(survey, found[MOST_DISPUTES:])
    if not found and not survey.ledger_unreadable:
        blocks.append(Paragraph(("No record that was read is in dispute.",)))
    blocks += _challenges(survey)
    return Page(FORKS, "Forks", tuple(blocks), survey.command("lint --select FP3,FP4", judged=True), wide=True)


def _others(survey: Survey, found: Sequence[tuple[RecordHistory, Conflict]]) -> Iterator[Block]:
    """Disputes beyond those that one page can show side by side: the page of each record does."""
    if not found:
        return
    yield Heading("More disputes", searched=False)
    if len(found) > MOST_ROWS:
        yield Paragraph((f"Showing {MOST_ROWS:,} of {len(found):,}.",), "muted")
    rows = tuple(
        (
            (record_ref(survey, record.record_id),),
            (badge("settled" if conflict.settled_by else "contested"),),
            (f"{_sentence(summary(conflict))}.",),
        )
        for record, conflict in found[:MOST_ROWS]
    )
    yield Table(("Record", "State", "Dispute"), rows, filterable=True)


def _challenges(survey: Survey) -> Iterator[Block]:
    """Challenges that nobody has answered: no fork, yet they contest direction too."""
    challenges = survey.unanswered
    if not challenges:
        return
    yield Heading("Open challenges")
    if len(challenges) > MOST_ROWS:
        yield Paragraph((f"Showing {MOST_ROWS:,} of {len(challenges):,}.",), "muted")
    rows = tuple(_challenge(survey, each) for each in list(challenges)[:MOST_ROWS])
    yield Table(("Challenge", "Of", "On the word of", "When", "Who could answer it"), rows)
    for each in list(challenges)[:MOST_COMMANDS]:
        yield Heading(f"Answer: {survey.title(survey.history.records[each])}", 3, searched=False)
        yield from how_to_answer(survey, each)
    if len(challenges) > MOST_COMMANDS:
        yield Paragraph(("The page of each other challenge has the commands that answer it.",), "muted")


def _challenge(survey: Survey, challenge: str) -> tuple[Line, ...]:
    record, found = survey.history.records[challenge], survey.challenges[challenge]
    known = [survey.history.records[each] for each in found.targets if each in survey.history.records]
    said = claim_of(record.creation) if record.text_known else (Muted(UNKNOWN),)
    moment: Line = (when(record.creation.occurred_at),)
    if not found.is_record:
        edge = related(survey, challenge, found.targets[0])
        said = claim_behind(edge)
        moment = (when(edge.asserted_at),)
    return (
        (record_ref(survey, challenge),),
        tuple(joined([record_ref(survey, each) for each in found.targets])) or (Muted(UNKNOWN),),
        said,
        moment,
        who_could_act(survey, known[0]) if known else (Muted(UNKNOWN),),
    )


def _dispute(survey: Survey, record: RecordHistory, conflict: Conflict, *, commands: bool) -> Iterator[Block]:
    title = survey.title(record) if record.text_known else "its text is not known"
    yield Heading(f"{KINDS[conflict.kind]}: {title}")
    line: list[Inline] = [
        badge("settled" if conflict.settled_by else "contested"),
        " ",
        Ref(survey.short(record.record_id), record_page(record.record_id), record.record_id, is_code=True),
    ]
    if record.text_known:
        line += [" for ", *scope_words(record.record.scope)]
    yield Paragraph(tuple(line))
    yield Paragraph((f"{_sentence(summary(conflict))}.",))
    yield from side_by_side(survey, record, conflict)
    if conflict.settled_by:
        yield _settlement(survey, conflict.settled_by)
        return
    if conflict.kind is ConflictKind.COMPETING_CHILDREN:
        alike = agreeing(conflict, ends_of(survey, record, conflict))
        if alike:
            yield Paragraph((f"{alike}, so little hangs on which is kept. It stays a fork until it is settled.",))
        yield Paragraph((Strong(UNKNOWN), ": which one holds. No settlement is on record."))
    elif conflict.kind is not ConflictKind.CYCLE:
        yield Paragraph((Strong(UNKNOWN), ": which one holds. Nothing on record decides it."))
    if commands:
        yield from what_settles(survey, record, conflict)
    else:
        yield Paragraph((Ref("Who could settle it, and the commands", record_page(record.record_id)),))


def _settlement(survey: Survey, record_id: str) -> Notice:
    """What settles a fork, on whose word, and why."""
    settling = survey.history.records[record_id]
    said = (*claim_of(settling.creation), ", ", when(settling.creation.occurred_at))
    lines = [Paragraph(("By ", record_ref(survey, record_id), ".")), Paragraph(said, "claim")]
    if settling.record.reason:
        lines.append(Paragraph(("Why: ", settling.record.reason)))
    return Notice("settled", "Settled", tuple(lines))


def _sentence(told: str) -> str:
    return told[:1].upper() + told[1:]
