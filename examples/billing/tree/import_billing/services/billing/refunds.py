"""Refunds of paid invoices."""

from __future__ import annotations

import uuid

from services.billing.money import Money
from services.payments.gateway import Gateway


def refund(gateway: Gateway, invoice_number: str, amount: Money) -> str:
    """Pay an amount back and return the gateway's reference."""
    return gateway.refund(str(uuid.uuid4()), invoice_number, amount.minor, amount.currency)
