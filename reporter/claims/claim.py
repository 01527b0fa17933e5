"""Claims: for one subject and one record, what is declared, what was made available, and what nobody knows.

Causality comes only from ``implements`` and ``informed_by`` of the subject itself: relation events, and the trailers of
a commit. Availability is another thing, a ladder of four steps: the record existed, its scope covered the subject, it
was delivered to a thread of the subject, it was exposed to one. Nothing of one is inferred from the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ...ledger.events import IN_FORCE, MatchReason
from ..graph.edges import Edge

UNKNOWN = "unknown"


class Value(StrEnum):
    """What is known of one step of the ladder. ``no`` and ``unknown`` are never the same."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Verdict(StrEnum):
    """The short answer for one record."""

    DECLARED = "declared"
    AVAILABLE = "available"
    UNKNOWN = "unknown"
    NONE = "none"

    @property
    def rank(self) -> int:
        """0 for declared, 1 for available, 2 for unknown, 3 for none."""
        return _RANKS[self]


class Level(StrEnum):
    """The highest step of the ladder that is yes, whatever the steps below it say."""

    EXPOSED = "exposed"
    DELIVERED = "delivered"
    IN_SCOPE = "in_scope"
    EXISTED = "existed"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Existed:
    """Whether the record was there. ``basis`` is tree, own_tree, time or None; ``event_id`` its creation's, if yes."""

    value: Value = Value.UNKNOWN
    basis: str | None = None
    event_id: str | None = None


@dataclass(frozen=True, slots=True)
class InScope:
    """Whether its scope covered the subject. ``basis`` is thread, relation, paths, global or None.

    ``reasons`` say by what it matched, in the order that clients state them; empty unless the value is yes. Of the
    paths that a commit touches each path of the record names only the first that it meets.
    """

    value: Value = Value.UNKNOWN
    basis: str | None = None
    reasons: tuple[MatchReason, ...] = ()


@dataclass(frozen=True, slots=True)
class Cause:
    """One declaration, and the challenge records that dispute it (sorted).

    A declaration by a trailer is an edge without an event, whose ``trailer`` is the line as it was written.
    """

    edge: Edge
    disputed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReceiptEntry:
    """A receipt that lists the record and at least one of its revisions.

    ``revisions`` are those it lists, in the order of the chain. ``older_revision`` is True where the chain held a
    later one that is dated not after the subject.
    """

    receipt_id: str
    event_id: str
    thread_id: str
    projection_id: str
    state: str
    occurred_at: str
    revisions: tuple[str, ...]
    older_revision: bool


@dataclass(frozen=True, slots=True)
class Delivery:
    """One step of the ladder that receipts state: those that count, later ones, and hand-made relations.

    Only ``receipts`` count. There is no "no": a receipt that was not found is unknown.
    """

    receipts: tuple[ReceiptEntry, ...] = ()
    after: tuple[ReceiptEntry, ...] = ()
    claimed: tuple[Edge, ...] = ()

    @property
    def shown(self) -> bool:
        """True if a receipt that counts states it."""
        return bool(self.receipts)


@dataclass(frozen=True, slots=True)
class Claim:
    """What is known between the subject and one record.

    ``state_then`` is the record's state as the subject had it (a status, contested, settled), unknown where existed
    is not yes. ``state_now`` is its state in what was read, unknown where no creation was read. ``tier`` is the
    record's durability now, or unknown where its text is in dispute.
    """

    record_id: str
    causality: tuple[Cause, ...]
    existed: Existed
    in_scope: InScope
    delivered: Delivery
    exposed: Delivery
    state_then: str
    state_now: str
    tier: str

    @property
    def level(self) -> Level:
        """The highest step whose value is yes; none if existed is no; else unknown (contract, *Claims*)."""
        if self.exposed.shown:
            return Level.EXPOSED
        if self.delivered.shown:
            return Level.DELIVERED
        if self.in_scope.value is Value.YES:
            return Level.IN_SCOPE
        if self.existed.value is Value.YES:
            return Level.EXISTED
        return Level.NONE if self.existed.value is Value.NO else Level.UNKNOWN

    @property
    def verdict(self) -> Verdict:
        """Declared with a causal entry, whatever the ladder says; else by the ladder (contract, *Claims*)."""
        if self.causality:
            return Verdict.DECLARED
        if self.in_scope.value is Value.YES or self.delivered.shown or self.exposed.shown:  # level in_scope or above
            return Verdict.AVAILABLE
        if Value.NO in (self.existed.value, self.in_scope.value) or was_over(self.state_then):
            return Verdict.NONE
        return Verdict.UNKNOWN

    @property
    def order(self) -> tuple[int, int, str]:
        """Declared, available, unknown, none; durable, candidate, live; then by record id."""
        return (self.verdict.rank, _TIERS.get(self.tier, len(_TIERS)), self.record_id)


IN_FORCE_THEN = IN_FORCE | {"contested"}
"""States in which a record guides whoever has it: those in force, and those in dispute (contract, *Claims*)."""


def was_over(state: str) -> bool:
    """True of a state in which a record guides nobody any more; of an unknown one nobody can say so."""
    return state != UNKNOWN and state not in IN_FORCE_THEN


_RANKS = {verdict: rank for rank, verdict in enumerate(Verdict)}

_TIERS = {"durable": 0, "candidate": 1, "live": 2}
