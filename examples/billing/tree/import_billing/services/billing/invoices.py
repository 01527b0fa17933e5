"""Invoices and their totals."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from services.billing.money import Money


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
    """The sum of all lines with tax; each line is rounded half up."""
    result = Money(0, invoice.lines[0].unit_price.currency)
    for line in invoice.lines:
        gross = line.quantity * line.unit_price.minor * (100 + line.tax_percent)
        result += Money((gross + 50) // 100, line.unit_price.currency)
    return result
