"""Claims: for one subject and one record, what is declared, what was made available, and what nobody knows.

Causality comes only from ``implements`` and ``informed_by`` events of the subject itself. Availability comes only from
receipts of the subject's threads. Nothing is inferred from a text, a time or a diff, and one never proves the other.

Whether a record existed in the subject's tree and whether its scope covered the subject is not examined here: both
steps of the ladder are then unknown, with no basis.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..graph.edges import Edge

UNKNOWN = "unknown"


class Verdict(StrEnum):
    """The short answer for one record."""

    DECLARED = "declared"
    AVAILABLE = "available"
    UNKNOWN = "unknown"

    @property
    def rank(self) -> int:
        """0 for declared, 1 for available, 2 for unknown."""
        return list(Verdict).index(self)


class Level(StrEnum):
    """The highest step of the ladder that receipts state."""

    EXPOSED = "exposed"
    DELIVERED = "delivered"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Cause:
    """One declaration, and the challenge records that dispute it (sorted)."""

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

    ``tier`` is the record's durability now, or unknown where its text is in dispute. ``state_now`` is its status,
    ``contested``, or unknown where no creation was read.
    """

    record_id: str
    causality: tuple[Cause, ...]
    delivered: Delivery
    exposed: Delivery
    state_now: str
    tier: str

    @property
    def level(self) -> Level:
        """The highest step whose value is yes; else unknown."""
        if self.exposed.shown:
            return Level.EXPOSED
        return Level.DELIVERED if self.delivered.shown else Level.UNKNOWN

    @property
    def verdict(self) -> Verdict:
        """Declared with at least one causal entry, whatever the ladder says; else available or unknown."""
        if self.causality:
            return Verdict.DECLARED
        return Verdict.UNKNOWN if self.level is Level.UNKNOWN else Verdict.AVAILABLE

    @property
    def order(self) -> tuple[int, int, str]:
        """Declared, available, unknown; durable, candidate, live; then by record id."""
        return (self.verdict.rank, _TIERS.get(self.tier, len(_TIERS)), self.record_id)


_TIERS = {"durable": 0, "candidate": 1, "live": 2}
