"""The export for the tax office."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TextIO

from services.billing.invoices import Invoice, total


def write_export(invoices: Iterable[Invoice], out: TextIO) -> None:
    """Write one row for each invoice."""
    rows = csv.writer(out)
    for invoice in invoices:
        amount = total(invoice)
        rows.writerow([invoice.number, invoice.issued.isoformat(), amount.minor / 100, amount.currency])
