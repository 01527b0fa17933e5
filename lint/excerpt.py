"""Texts of the ledger inside a message."""

from __future__ import annotations

from ..ledger.display import cut, visible
from ..ledger.secrets import masked


def excerpt(text: str, longest: int = 120) -> str:
    """A text on one line with nothing in it that acts, hides or is a credential, cut to what tells it from others.

    It is masked before it is cut: the beginning of a credential is no longer known for one.
    """
    return cut(visible(masked(text)), longest)
