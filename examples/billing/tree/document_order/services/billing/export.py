"""The export for the tax office."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TextIO

from services.billing.invoices import Invoice, total


def write_export(invoices: Iterable[Invoice], out: TextIO) -> None:
    """Write one row for each invoice, in the order of document numbers, which the importer insists on."""
    rows = csv.writer(out)
    for invoice in sorted(invoices, key=lambda each: each.number):
        amount = total(invoice)
        units, cents = divmod(amount.minor, 100)
        rows.writerow([invoice.number, invoice.issued.isoformat(), f"{units}.{cents:02d}", amount.currency])
