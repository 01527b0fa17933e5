"""Invoices and their totals."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from services.billing.money import Money, from_hundredths


@dataclass(frozen=True)
class Line:
    """One line: how many, at which net price, at which tax rate in percent."""

    quantity: int
    unit_price: Money
    tax_percent: int


@dataclass(frozen=True)
class Invoice:
    """An issued invoice."""

    number: str
    issued: date
    lines: tuple[Line, ...]


def total(invoice: Invoice) -> Money:
    """The sum of all lines with tax, rounded once."""
    hundredths = sum(line.quantity * line.unit_price.minor * (100 + line.tax_percent) for line in invoice.lines)
    return from_hundredths(hundredths, invoice.lines[0].unit_price.currency)
