"""Ways that records prefer or reject, as they are compared: white space, letter case and a leading ``./`` aside."""

from __future__ import annotations

from collections.abc import Sequence

from ...ledger.matching import normalised
from .same_words import squeezed

_TOGETHER = 256  # ways: one that is written oddly makes these few be taken one by one


_SPACE = "\t\n\v\f\r\x1c\x1d\x1e\x1f"
"""What of ASCII is white space, but for the blank. Of all white space only the blank prints."""


def folded(way: str) -> str:
    """One way as it is compared."""
    return normalised(squeezed(way)).casefold()


def all_folded(ways: Sequence[str]) -> list[str]:
    """Each of some ways as it is compared, in their order; many at a time, since nearly all are written plainly."""
    found: list[str] = []
    for at in range(0, len(ways), _TOGETHER):
        some = ways[at : at + _TOGETHER]
        found += "\n".join(some).casefold().split("\n") if _plain(some) else map(folded, some)
    return found


def _plain(ways: Sequence[str]) -> bool:
    """True if each of some ways is as :func:`folded` leaves it, but for letter case."""
    # A blank at either end of one of them meets the one that is put there.
    text = " ".join(("", *ways, ""))
    return (
        "  " not in text
        and " ./" not in text
        and (not any(odd in text for odd in _SPACE) if text.isascii() else text.isprintable())
    )
