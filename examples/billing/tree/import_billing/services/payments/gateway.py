"""The payment gateway, as the other services see it."""

from __future__ import annotations

from typing import Protocol


class Gateway(Protocol):
    """A provider that moves money."""

    def refund(self, key: str, invoice_number: str, minor: int, currency: str) -> str:
        """Pay back; the same key pays once."""
