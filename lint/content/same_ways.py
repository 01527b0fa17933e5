"""Ways that records prefer or reject, as they are compared: white space, letter case and a leading ``./`` aside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from ...ledger.matching import normalised
from .same_words import all_folded as all_words_folded
from .same_words import squeezed


def folded(way: str) -> str:
    """One way as it is compared."""
    return normalised(squeezed(way)).casefold()


def all_folded(ways: Sequence[str]) -> list[str]:
    """Each of some ways as it is compared, in their order; many at a time."""
    found = all_words_folded(ways)
    return list(map(normalised, found)) if any(map(str.startswith, found, repeat("./"))) else found
