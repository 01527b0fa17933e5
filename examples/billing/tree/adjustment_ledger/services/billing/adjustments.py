"""The adjustment ledger: what was added to or taken from an issued invoice, in the order it was posted."""

from __future__ import annotations

from dataclasses import dataclass, field

from services.billing.money import Money


@dataclass(frozen=True)
class Adjustment:
    """One posted entry. A credit note is an entry with a negative amount."""

    number: int
    invoice_number: str
    amount: Money
    reason: str


@dataclass
class AdjustmentLedger:
    """Entries can be posted and read; there is no way to change one."""

    _entries: list[Adjustment] = field(default_factory=list)

    def post(self, invoice_number: str, amount: Money, reason: str) -> Adjustment:
        """Add an entry and return it with its number."""
        entry = Adjustment(len(self._entries) + 1, invoice_number, amount, reason)
        self._entries.append(entry)
        return entry

    def of(self, invoice_number: str) -> tuple[Adjustment, ...]:
        """All entries of one invoice, oldest first."""
        return tuple(entry for entry in self._entries if entry.invoice_number == invoice_number)
