"""What is in dispute about a record: every branch and version side by side, and what it takes to settle it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ...ledger.events import RECORD_CREATED, RELATION_CREATED, Event, Record, StateChange
from ...ledger.history import Branch, Conflict, ConflictKind, RecordHistory
from ...ledger.settlement import SETTLES
from ...ledger.trust import rank
from ...ledger.wording import actor_name, counted
from ...lint.catalogue import rule
from ...repository.source import StoreName
from .blocks import (
    Block,
    Bullets,
    Code,
    Column,
    Facts,
    Fold,
    Heading,
    Line,
    Paragraph,
    Prose,
    Raw,
    SideBySide,
    Strong,
)
from .chain import moments
from .front.holders import levels_needed, named
from .survey import Survey
from .words import UNKNOWN, badge, claim_of, reflowed, scope_words, short, when

MOST_NAMES = 12  # of those who could settle a fork

KINDS = {
    ConflictKind.COMPETING_CHILDREN: "Fork",
    ConflictKind.CREATED_TWICE: "Created twice",
    ConflictKind.DIVERGENT_COPIES: "Copies that differ",
    ConflictKind.CYCLE: "Cycle of parents",
}
_RULES = {
    ConflictKind.CREATED_TWICE: "FP303",
    ConflictKind.DIVERGENT_COPIES: "FP301",
    ConflictKind.CYCLE: "FP404",
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


def side_by_side(survey: Survey, conflict: Conflict) -> Iterator[Block]:
    """The parent that branches share, then every branch or version, none of them preferred."""
    if conflict.kind is ConflictKind.COMPETING_CHILDREN:
        parent = survey.history.events.get(conflict.parent_event_id or "")
        if parent is not None:
            yield Heading("The parent they share", 3)
            yield moments((parent,))
        total = len(conflict.branches)
        yield SideBySide(tuple(_branch(branch, place, total) for place, branch in enumerate(conflict.branches, 1)))
    elif conflict.versions:
        total = len(conflict.versions)
        following = {branch.child.origin: branch.following for branch in conflict.branches}
        yield SideBySide(
            tuple(
                _version(event, following.get(event.origin, ()), place, total)
                for place, event in enumerate(conflict.versions, 1)
            )
        )


def _branch(branch: Branch, place: int, total: int) -> Column:
    blocks: list[Block] = [Facts(tuple(_event_facts(branch.child)))]
    blocks += _following(branch.following) or [Paragraph(("Nothing that was read follows it.",), "muted")]
    return Column(f"Branch {place} of {total}", tuple(blocks))


def _following(events: tuple[Event, ...]) -> list[Block]:
    if not events:
        return []
    told = f"What follows: {counted(len(events), 'change')}"
    if len({event.parent_event_id for event in events}) < len(events):
        told += ", which fork again"
    return [Paragraph((Strong(told),)), moments(events)]


def _version(event: Event, following: tuple[Event, ...], place: int, total: int) -> Column:
    payload = event.payload
    blocks: list[Block] = []
    if isinstance(payload, Record):
        blocks.append(Prose(payload.text))
        if payload.reason:
            blocks += [Paragraph((Strong("Why"),)), Prose(payload.reason)]
        for name, paths in (("Rejects", payload.rejected_paths), ("Prefers", payload.preferred_paths)):
            if paths:
                blocks += [Paragraph((Strong(name),)), Bullets(tuple((path,) for path in paths))]
    facts: list[tuple[str, Line]] = []
    if isinstance(payload, Record):
        facts.append(("Scope", scope_words(payload.scope)))
    facts += _event_facts(event)
    facts.append(("Found", (_STORES.get(event.origin.store, "in the runtime"), ": ", Code(event.origin.path))))
    return Column(f"Version {place} of {total}", (*blocks, Facts(tuple(facts)), *_following(following)))


def _event_facts(event: Event) -> Iterator[tuple[str, Line]]:
    payload = event.payload
    if isinstance(payload, StateChange):
        found = False
        for name, value in (("Status", payload.status), ("Durability", payload.durability)):
            if value is not None:
                found = True
                yield name, (badge(value),)
        if not found:
            yield "Change", ("neither status nor durability",)
        if payload.lifecycle_reason:
            yield "Reason", (payload.lifecycle_reason,)
        if payload.reviewed_at:
            yield "Reviewed", (when(payload.reviewed_at),)
    elif isinstance(payload, Record):
        yield "Status", (badge(payload.status), " ", badge(payload.durability))
    yield "By", claim_of(event)
    yield "When", (when(event.occurred_at),)
    yield "Event", (short(event.event_id),)


def what_settles(survey: Survey, record: RecordHistory, conflict: Conflict) -> Iterator[Block]:
    """Who could settle an open dispute, as the record has it, and how that is written."""
    if conflict.kind is not ConflictKind.COMPETING_CHILDREN:
        known = rule(_RULES[conflict.kind])
        if known is not None:
            yield Fold("How this is mended", (Paragraph(reflowed(known.fix)),))
        return
    yield from who_settles(survey, record)
    yield Fold("How a settlement is written", tuple(_how(record, conflict)))


def who_settles(survey: Survey, record: RecordHistory) -> Iterator[Block]:
    """Who could settle a fork of a record, by the claim that it takes."""
    yield Heading("Who could settle it", 3)
    yield Paragraph(_who(survey, record))


def _who(survey: Survey, record: RecordHistory) -> Line:
    if not record.text_known:
        return (Strong(UNKNOWN), ": which claim it takes, since the record's own creation is in dispute.")
    claim = record.creation.trust.level
    words: Line = (
        "It takes a claim of ",
        *levels_needed(record),
        ", since the record was created on ",
        Code(claim),
        ". ",
    )
    names = survey.claim_holders.of(record.record.scope, rank(claim))
    if not names:
        return (*words, "No such claim is on record in this scope.")
    return (*words, "Such a claim is on record in this scope for ", *named(names, MOST_NAMES), ".")


def _how(record: RecordHistory, conflict: Conflict) -> Iterator[Block]:
    yield Paragraph(
        (
            "Not by deleting or changing a branch. A person decides and writes new direction: one record with the "
            "extension below, and one ",
            Code("supersedes"),
            " relation from it to the contested record, both in the tracked ledger. ",
            Code("kept"),
            " is the event id of the branch that is kept, or null where none is. "
            "It covers exactly the branches it names: a later one opens the fork again. "
            "The guide of Fingerpost's documentation, Settle a fork, has both events in full.",
        )
    )
    yield Paragraph((Strong("The new direction"), ", as much of it as the fork decides:"))
    yield Raw("", json.dumps(_new_direction(record, conflict), indent=2))
    yield Paragraph((Strong("The relation"), ":"))
    yield Raw("", json.dumps(_relation(record), indent=2))


def _new_direction(record: RecordHistory, conflict: Conflict) -> dict[str, Any]:
    scope = record.record.scope
    named = {"repo": scope.repo, "issue": scope.issue, "pr": scope.pr, "areas": scope.areas, "paths": scope.paths}
    told: dict[str, Any] = {name: value for name, value in named.items() if value and record.text_known}
    if scope.is_global and record.text_known:
        told["global"] = True
    extension = {
        "record_id": conflict.record_id,
        "parent_event_id": conflict.parent_event_id,
        "competing_event_ids": list(conflict.competing_event_ids),
        "kept": None,
    }
    made = {"kind": "decision", "scope": told, "text": "...", "reason": "...", "extensions": {SETTLES: extension}}
    return {"event_type": RECORD_CREATED, "payload": {"record": made}}


def _relation(record: RecordHistory) -> dict[str, Any]:
    new, old = {"kind": "record", "id": "rec_..."}, {"kind": "record", "id": record.record_id}
    return {"event_type": RELATION_CREATED, "payload": {"relation": {"type": "supersedes", "from": new, "to": old}}}
