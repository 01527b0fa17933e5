"""Texts of the ledger inside a message."""

from __future__ import annotations

from ..ledger.display import cut, visible


def excerpt(text: str, longest: int = 120) -> str:
    """A text on one line with nothing in it that acts or hides, and no more of it than tells it from others."""
    return cut(visible(text), longest)
