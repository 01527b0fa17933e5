"""Amounts of money, and the one place where they are rounded."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Money:
    """An amount in minor units (cents, öre) and its currency."""

    minor: int
    currency: str

    def __add__(self, other: Money) -> Money:
        if self.currency != other.currency:
            raise ValueError(f"cannot add {other.currency} to {self.currency}")
        return Money(self.minor + other.minor, self.currency)


def from_hundredths(hundredths: int, currency: str) -> Money:
    """Round hundredths of a minor unit half to even."""
    whole, rest = divmod(hundredths, 100)
    up = rest > 50 or (rest == 50 and whole % 2 == 1)
    return Money(whole + up, currency)
