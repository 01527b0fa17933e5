"""Forks: every branch side by side, none preferred, with the parent they share and what settles them."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event, Record, StateChange
from ...ledger.history import Branch, Conflict, ConflictKind, RecordHistory
from .address import FORKS, record_page
from .blocks import Block, Column, Facts, Heading, Line, Notice, Page, Paragraph, Prose, Ref, SideBySide, Strong
from .record import moments
from .survey import Survey
from .words import UNKNOWN, badge, claim_of, counted, record_ref, scope_words, short, when


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
    blocks: list[Block] = [
        Paragraph(
            (
                f"{counted(open_ones, 'open dispute')}, {counted(len(found) - open_ones, 'settled one')}. "
                "A fork is shown, never chosen: not by time, order, trust or id. "
                "Only new direction by a person settles it.",
            )
        )
    ]
    for record, conflict in found:
        blocks += _dispute(survey, record, conflict)
    if not found:
        blocks.append(Paragraph(("Nothing is in dispute.",)))
    return Page(FORKS, "Forks", tuple(blocks), survey.command("lint --select FP3,FP4"), wide=True)


def _dispute(survey: Survey, record: RecordHistory, conflict: Conflict) -> Iterator[Block]:
    yield Heading(f"{_KINDS[conflict.kind]}: {survey.title(record)}")
    state = "settled" if conflict.settled_by else "contested"
    yield Paragraph((badge(state), " ", Ref(record.record_id, record_page(record.record_id), is_code=True)))
    yield Paragraph((conflict.message,))
    if conflict.kind is ConflictKind.COMPETING_CHILDREN:
        parent = survey.history.events.get(conflict.parent_event_id or "")
        if parent is not None:
            yield Heading("The parent they share", 3)
            yield moments((parent,))
        total = len(conflict.branches)
        yield SideBySide(tuple(_branch(branch, place, total) for place, branch in enumerate(conflict.branches, 1)))
    elif conflict.versions:
        total = len(conflict.versions)
        yield SideBySide(tuple(_version(event, place, total) for place, event in enumerate(conflict.versions, 1)))
    if conflict.settled_by:
        yield Notice("settled", "Settled", (Paragraph(("By ", record_ref(survey, conflict.settled_by), ".")),))
    else:
        yield Paragraph((Strong(UNKNOWN), ": which one holds. No settlement is on record."))


_KINDS = {
    ConflictKind.COMPETING_CHILDREN: "Fork",
    ConflictKind.CREATED_TWICE: "Created twice",
    ConflictKind.DIVERGENT_COPIES: "Copies that differ",
    ConflictKind.CYCLE: "Cycle of parents",
}


def _branch(branch: Branch, place: int, total: int) -> Column:
    blocks: list[Block] = [Facts(tuple(_event_facts(branch.child)))]
    if branch.following:
        blocks += [Paragraph((f"What follows: {counted(len(branch.following), 'event')}",)), moments(branch.following)]
    else:
        blocks.append(Paragraph(("Nothing follows it.",), "muted"))
    return Column(f"Branch {place} of {total}", tuple(blocks))


def _version(event: Event, place: int, total: int) -> Column:
    blocks: list[Block] = [Facts((*_event_facts(event), ("File", (event.origin.path,))))]
    if isinstance(event.payload, Record):
        blocks.append(Prose(event.payload.text))
        if event.payload.reason:
            blocks += [Paragraph((Strong("Why"),)), Prose(event.payload.reason)]
        blocks.append(Facts((("Scope", scope_words(event.payload.scope)),)))
    return Column(f"Version {place} of {total}", tuple(blocks))


def _event_facts(event: Event) -> Iterator[tuple[str, Line]]:
    payload = event.payload
    if isinstance(payload, StateChange):
        for name, value in (("Status", payload.status), ("Durability", payload.durability)):
            if value is not None:
                yield name, (badge(value),)
        if payload.lifecycle_reason:
            yield "Reason", (payload.lifecycle_reason,)
        if payload.reviewed_at:
            yield "Reviewed", (when(payload.reviewed_at),)
    elif isinstance(payload, Record):
        yield "Status", (badge(payload.status), " ", badge(payload.durability))
    yield "On the word of", claim_of(event)
    yield "When", (when(event.occurred_at),)
    yield "Event", (short(event.event_id),)
