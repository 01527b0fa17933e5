"""Reminders for invoices that are not paid in time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from services.billing.invoices import Invoice, total

GRACE = timedelta(days=14)


def reminders(unpaid: Iterable[Invoice], today: date) -> list[str]:
    """The text of one reminder for each invoice that is overdue."""
    return [
        f"Invoice {invoice.number}: {total(invoice).minor} is overdue."
        for invoice in unpaid
        if today - invoice.issued > GRACE
    ]
