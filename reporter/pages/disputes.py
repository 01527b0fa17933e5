"""What is in dispute about a record: every branch and version side by side, and what it takes to settle it."""

from __future__ import annotations

from collections.abc import Iterator

from ...ledger.events import Event, Record, StateChange
from ...ledger.history import Branch, Conflict, ConflictKind, RecordHistory
from ...ledger.wording import actor_name, counted
from ...repository.source import StoreName
from .blocks import (
    Block,
    Bullets,
    Code,
    Column,
    Facts,
    Heading,
    Line,
    Paragraph,
    Prose,
    SideBySide,
    Strong,
    given,
    worded,
)
from .branch_ends import ends_of, ends_words
from .chain import moments
from .front.standing import weaker
from .survey import Survey
from .titles import NO_TEXT
from .words import badge, claim_of, scope_words, short, when

KINDS = {
    ConflictKind.COMPETING_CHILDREN: "Fork",
    ConflictKind.CREATED_TWICE: "Created twice",
    ConflictKind.DIVERGENT_COPIES: "Copies that differ",
    ConflictKind.CYCLE: "Cycle of parents",
}
_STORES = {
    StoreName.LEDGER: "in the tracked ledger",
    StoreName.ACTIVE: "in this worktree's own store",
    StoreName.SHARED: "in the store that this machine's worktrees share",
}


def summary(conflict: Conflict) -> str:
    """A dispute in one sentence, without ids."""
    if conflict.kind is ConflictKind.COMPETING_CHILDREN:
        told = "; ".join(f"{actor_name(branch.child.actor)} sets {_sets(branch.child)}" for branch in conflict.branches)
        return f"{len(conflict.branches)} changes compete under one parent: {told}"
    if conflict.kind is ConflictKind.CREATED_TWICE:
        creations = [event for event in conflict.versions if isinstance(event.payload, Record)]
        return f"{len(creations)} events create this record; none is chosen"
    if conflict.kind is ConflictKind.DIVERGENT_COPIES:
        return f"{len(conflict.versions)} copies of one event differ, though an event never changes"
    return f"the parents of {counted(len(conflict.versions), 'change')} form a circle, so no chain leads to them"


def _sets(event: Event) -> str:
    change = event.payload
    if not isinstance(change, StateChange):
        return "nothing"
    named = [
        f"{name} {value}" for name, value in (("status", change.status), ("durability", change.durability)) if value
    ]
    if change.reviewed_at and not named:
        named.append("a review time")
    if change.lifecycle_reason and not named:
        named.append("a reason")
    return ", ".join(named) or "nothing"


def side_by_side(survey: Survey, record: RecordHistory, conflict: Conflict) -> Iterator[Block]:
    """The parent that branches share, then every branch or version, none of them preferred."""
    if conflict.kind is ConflictKind.COMPETING_CHILDREN:
        parent = survey.history.events.get(conflict.parent_event_id or "")
        if parent is not None:
            yield Heading("The parent they share", 3)
            yield moments(survey, record, (parent,))
        total, ends = len(conflict.branches), ends_of(survey, record, conflict)
        yield SideBySide(
            tuple(
                _branch(survey, record, branch, f"Branch {place} of {total}: {ends_words(ends[place - 1])}")
                for place, branch in enumerate(conflict.branches, 1)
            )
        )
    elif conflict.versions:
        total = len(conflict.versions)
        following = {branch.child.origin: branch.following for branch in conflict.branches}
        yield SideBySide(
            tuple(
                _version(survey, record, event, following.get(event.origin, ()), f"Version {place} of {total}")
                for place, event in enumerate(conflict.versions, 1)
            )
        )


def _branch(survey: Survey, record: RecordHistory, branch: Branch, title: str) -> Column:
    blocks: list[Block] = [Facts(tuple(_event_facts(record, branch.child)))]
    blocks += _following(survey, record, branch.following) or [
        Paragraph(("Nothing that was read follows it.",), "muted")
    ]
    return Column(title, tuple(blocks))


def _following(survey: Survey, record: RecordHistory, events: tuple[Event, ...]) -> list[Block]:
    if not events:
        return []
    told = f"What follows: {counted(len(events), 'change')}"
    if len({event.parent_event_id for event in events}) < len(events):
        told += ", which fork again"
    return [Paragraph((Strong(told),)), moments(survey, record, events)]


def _version(survey: Survey, record: RecordHistory, event: Event, following: tuple[Event, ...], title: str) -> Column:
    payload = event.payload
    blocks: list[Block] = []
    if isinstance(payload, Record):
        blocks.append(Prose(worded(payload.text, NO_TEXT)))
        if given(payload.reason):
            blocks += [Paragraph((Strong("Why"),)), Prose(payload.reason)]
        for name, paths in (("Rejects", payload.rejected_paths), ("Prefers", payload.preferred_paths)):
            if paths:
                blocks += [Paragraph((Strong(name),)), Bullets(tuple((worded(path),) for path in paths))]
    facts: list[tuple[str, Line]] = []
    if isinstance(payload, Record):
        facts.append(("Scope", scope_words(payload.scope)))
    facts += _event_facts(record, event)
    facts.append(("Found", (_STORES.get(event.origin.store, "in the runtime"), ": ", Code(event.origin.path))))
    return Column(title, (*blocks, Facts(tuple(facts)), *_following(survey, record, following)))


def _event_facts(record: RecordHistory, event: Event) -> Iterator[tuple[str, Line]]:
    payload = event.payload
    if isinstance(payload, StateChange):
        found = False
        for name, value in (("status", payload.status), ("durability", payload.durability)):
            if value is not None:
                found = True
                yield f"Sets {name}", (badge(value),)
        if not found:
            yield "Change", ("neither status nor durability",)
        if given(payload.lifecycle_reason):
            yield "Reason", (payload.lifecycle_reason,)
        if payload.reviewed_at:
            yield "Reviewed", (when(payload.reviewed_at),)
    elif isinstance(payload, Record):
        yield "Status", (badge(payload.status), " ", badge(payload.durability))
    yield "By", (*claim_of(event), *weaker(record, event))
    yield "When", (when(event.occurred_at),)
    yield "Event", (short(event.event_id),)
