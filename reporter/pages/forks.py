"""Forks: every branch side by side, none preferred, with the parent they share and what settles them."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.history import Conflict, ConflictKind, RecordHistory
from ...ledger.wording import counted
from .address import FORKS, record_page
from .blocks import Block, Heading, Inline, Notice, Page, Paragraph, Ref, Strong
from .disputes import KINDS, side_by_side, summary, what_settles
from .survey import Survey
from .words import UNKNOWN, UNREADABLE, badge, elsewhere, record_ref, scope_words


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
    for record, conflict in found:
        blocks += _dispute(survey, record, conflict)
    if not found and not survey.ledger_unreadable:
        blocks.append(Paragraph(("Nothing that was read is in dispute.",)))
    return Page(FORKS, "Forks", tuple(blocks), survey.command("lint --select FP3,FP4", judged=True), wide=True)


def _dispute(survey: Survey, record: RecordHistory, conflict: Conflict) -> Iterator[Block]:
    title = survey.title(record) if record.text_known else "its text is not known"
    yield Heading(f"{KINDS[conflict.kind]}: {title}")
    line: list[Inline] = [
        badge("settled" if conflict.settled_by else "contested"),
        " ",
        Ref(record.record_id, record_page(record.record_id), is_code=True),
    ]
    if record.text_known:
        line += [" for ", *scope_words(record.record.scope)]
    yield Paragraph(tuple(line))
    yield Paragraph((f"{_sentence(summary(conflict))}.",))
    yield from side_by_side(survey, conflict)
    if conflict.settled_by:
        yield Notice("settled", "Settled", (Paragraph(("By ", record_ref(survey, conflict.settled_by), ".")),))
        return
    if conflict.kind is ConflictKind.COMPETING_CHILDREN:
        yield Paragraph((Strong(UNKNOWN), ": which one holds. No settlement is on record."))
    elif conflict.kind is not ConflictKind.CYCLE:
        yield Paragraph((Strong(UNKNOWN), ": which one holds. Nothing on record decides it."))
    yield from what_settles(survey, record, conflict)


def _sentence(told: str) -> str:
    return told[:1].upper() + told[1:]
