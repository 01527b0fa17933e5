"""What a claim says of each step of the ladder, in the words that every surface shares.

Each sentence names the level and what it rests on, and what is not known stays unknown with what would make it known.
The texts hold words of the ledger as they were written: whoever prints them makes them safe for the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...ledger.events import Actor, Event, MatchReason, Trust
from ...ledger.history import RecordHistory
from ...ledger.instants import Instant, parse_instant, seconds_between
from ...ledger.matching import paths_meet
from ...ledger.wording import claimed_with_basis, listed
from ..claims.claim import UNKNOWN, Claim, Level, ReceiptEntry, Value, was_over
from ..graph.edges import Edge

MOST_REASONS = 2
BY_TRAILER = "by the commit's author, in a trailer; no claim of trust"

LEVELS = {
    Level.EXPOSED: "exposed",
    Level.DELIVERED: "delivered",
    Level.IN_SCOPE: "in scope",
    Level.EXISTED: "existed",
    Level.NONE: "did not exist",
    Level.UNKNOWN: UNKNOWN,
}

_RELATED = {"issue": "issue", "pr": "PR", "area": "area"}


@dataclass(frozen=True, slots=True)
class _Claimed:
    actor: Actor
    trust: Trust


@dataclass(frozen=True, slots=True)
class Background:
    """What the words about one subject rest on: its kind, its time, and whether receipts were read.

    ``receiver`` is what receipts for it would name (``its thread``), None where no thread of it is known. ``here`` is
    True for a commit that this clone has.
    """

    kind: str
    time: Instant | None
    runtime_read: bool
    receiver: str | None = None
    here: bool = False


def whose_word(said: Event | Edge) -> str:
    """Who says it, what they claim for it and on what basis; of a trailer, that nobody claims anything."""
    if said.actor is None or said.trust is None:
        return BY_TRAILER
    return claimed_with_basis(_Claimed(said.actor, said.trust))


def sentence(claim: Claim, record: RecordHistory | None, background: Background) -> str:
    """The level of a claim and its basis, in one line: ``in scope, by the paths it touches (…); no delivery …``.

    ``record`` is the claim's record, None where nobody created it.
    """
    if claim.level is Level.NONE or (claim.existed.value is not Value.YES and not claim.delivered.shown):
        return existed_words(claim, background.kind)
    parts = [delivered_words(claim, background)] if claim.delivered.shown else []
    if claim.in_scope.value is Value.YES:
        parts.append(in_scope_words(claim, record, background.kind))
    else:
        parts += [existed_words(claim, background.kind), in_scope_words(claim, record, background.kind)]
    if not claim.delivered.shown:
        parts.append(delivered_words(claim, background))
    return "; ".join(parts)


def existed_words(claim: Claim, kind: str) -> str:
    """Whether the record was there, and how that is known."""
    step = claim.existed
    if step.value is Value.NO:
        return "it did not exist yet"
    if step.value is Value.UNKNOWN:
        return f"whether it existed by then is {UNKNOWN}"
    told = {
        "tree": f"it existed in the tree of this {kind}'s first parent",
        "own_tree": f"it came with this {kind}: it is in its tree, and was not in that of its first parent",
        "time": f"it was created before this {kind}{', elsewhere' if kind == 'commit' else ''}",
    }
    return told.get(step.basis or "", "it existed")


def in_scope_words(claim: Claim, record: RecordHistory | None, kind: str) -> str:
    """Whether its scope covered the subject, by what, and why not or why nobody can say."""
    step = claim.in_scope
    by_thread = step.basis == "thread"
    if step.value is Value.YES:
        how = {
            "thread": "by the scope of its thread",
            "relation": "by what it is related to",
            "paths": "by the paths it touches",
            "global": "as a record that holds everywhere",
        }.get(step.basis or "", "")
        told = reasons_words(step.reasons, record) if step.basis != "global" else ""
        return f"in scope, {how}{f' ({told})' if told else ''}"
    if step.value is Value.NO:
        return (
            "its scope does not meet that of the thread"
            if by_thread
            else f"its scope covers nothing this {kind} touches"
        )
    if was_over(claim.state_then):
        return f"it was {claim.state_then} then, so its scope is not judged"
    return f"whether its scope covers this {kind} is {UNKNOWN}"


def delivered_words(claim: Claim, background: Background) -> str:
    """The first receipt that counts, with how long before the subject it was; else why there is none."""
    if claim.exposed.shown:
        return receipt_words("exposed", claim.exposed.receipts, background.time)
    if claim.delivered.shown:
        return receipt_words("delivered", claim.delivered.receipts, background.time)
    if not background.runtime_read:
        return f"deliveries are {UNKNOWN}: no receipt was read"
    if background.receiver is None:
        return f"deliveries are {UNKNOWN}: no thread of this {background.kind} is known"
    if background.time is None:
        return f"deliveries are {UNKNOWN}: the time of this {background.kind} is not known"
    return f"no delivery to {background.receiver} {'by then ' if claim.delivered.after else ''}is recorded"


def receipt_words(step: str, entries: Sequence[ReceiptEntry], time: Instant | None) -> str:
    """``delivered to thread t1, 3 min before``, by the last of these receipts; how many more there are."""
    last = entries[-1]
    at = parse_instant(last.occurred_at)
    ago = f", {spoken_span(seconds_between(at, time))} before" if at is not None and time is not None else ""
    older = ", in an older revision than the one then in force" if last.older_revision else ""
    more = f" (and {len(entries) - 1} more)" if len(entries) > 1 else ""
    return f"{step} to thread {last.thread_id}{ago}{older}{more}"


def reasons_words(reasons: Sequence[MatchReason], record: RecordHistory | None) -> str:
    """What of the scope met what of the subject: the first few, those that name a thing before those of paths."""
    named = sorted(reasons, key=lambda reason: reason.kind == "path")
    return listed((_reason(reason, record) for reason in named), most=MOST_REASONS)


def _reason(reason: MatchReason, record: RecordHistory | None) -> str:
    if reason.kind != "path" or reason.value is None:
        return f"{_RELATED.get(reason.kind, reason.kind)}{f' {reason.value}' if reason.value else ''}"
    if record is None or not record.text_known:
        return reason.value
    scope = record.record.scope
    met = [pattern for pattern in scope.paths if paths_meet(pattern, reason.value)]
    if met and met[0] != reason.value:
        return f"{reason.value} meets {met[0]}"
    if not met and scope.areas:
        return (
            f"{reason.value} in {'area' if len(scope.areas) == 1 else 'one of the areas'} {listed(scope.areas, most=2)}"
        )
    return reason.value


def states_words(claim: Claim) -> str:
    """How the record stood then and how it stands now; only the latter where nobody can say of then."""
    if claim.state_then == UNKNOWN:
        return f"now {claim.state_now}"
    if claim.state_then == claim.state_now:
        return f"{claim.state_now} then as now"
    return f"{claim.state_then} then, {claim.state_now} now"


def why_none(claim: Claim, kind: str) -> str:
    """Why the verdict about a record is none: the first step that says so."""
    if claim.existed.value is Value.NO:
        return "it did not exist yet"
    if was_over(claim.state_then):
        return f"it was {claim.state_then} then"
    return in_scope_words(claim, None, kind)


def why_unknown(claim: Claim, record: RecordHistory | None, background: Background) -> str:
    """What is not known of a claim whose verdict is unknown, and what would make it known."""
    kind = background.kind
    if record is None:
        return "what it says: no creation of it was read; the ledger that holds it would say more."
    if claim.existed.value is Value.UNKNOWN:
        if background.time is None and background.here:
            return (
                "whether it existed by then: the time of this commit cannot be read, and so its history is not judged."
            )
        if background.time is None and kind == "commit":
            return "whether it existed by then: this clone does not have the commit; one that does would say."
        if background.time is None:
            return f"whether it existed by then: nothing read here says when this {kind} was; a relation event would."
        return (
            "whether it existed by then: the history here does not settle it (cut off, objects left out, or both "
            "within one second); a full clone may."
        )
    scope = record.record.scope if record.text_known else None
    dimensions = (("issue", "an issue", scope.issue), ("pr", "a PR", scope.pr)) if scope else ()
    named = [name for dimension, name, value in dimensions if value and dimension != kind]
    if named:
        one = " or ".join(named)
        return f"whether its scope covers this {kind}: nothing ties the {kind} to {one}; a relation or a thread would."
    return f"whether its scope covers this {kind}: nothing here says so; a relation or a thread of it would."


def spoken_span(seconds: int) -> str:
    """A span of time in its largest whole unit: ``3 min``, ``2 h``, ``5 days``; ``less than a second`` for 0."""
    if seconds < 1:
        return "less than a second"
    for size, unit in ((86_400, "day"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            number = seconds // size
            return f"{number:,} {unit}{'s' if unit == 'day' and number != 1 else ''}"
    return f"{seconds} s"
