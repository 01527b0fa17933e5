"""Refunds of paid invoices: a negative adjustment first, then the gateway."""

from __future__ import annotations

from services.billing.adjustments import Adjustment, AdjustmentLedger
from services.billing.money import Money
from services.payments.gateway import Gateway


def refund_key(entry: Adjustment) -> str:
    """The idempotency key of a refund: the same refund has the same key at every attempt."""
    return f"{entry.invoice_number}/{entry.number}"


def refund(ledger: AdjustmentLedger, gateway: Gateway, invoice_number: str, amount: Money) -> tuple[Adjustment, str]:
    """Post a pending refund, pay it back, and return the entry and the gateway's reference."""
    entry = ledger.post(invoice_number, Money(-amount.minor, amount.currency), "refund, pending")
    return entry, gateway.refund(refund_key(entry), invoice_number, amount.minor, amount.currency)
