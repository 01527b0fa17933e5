"""Ways that records prefer or reject, as they are compared: white space, letter case and a leading ``./`` aside."""

from __future__ import annotations

from collections.abc import Sequence

from ...ledger.matching import normalised
from .same_words import squeezed

_TOGETHER = 256  # ways: one that is written oddly makes these few be taken one by one


def folded(way: str) -> str:
    """One way as it is compared."""
    return normalised(squeezed(way)).casefold()


def all_folded(ways: Sequence[str]) -> list[str]:
    """Each of some ways as it is compared, in their order; many at a time, since nearly all are written plainly."""
    found: list[str] = []
    for at in range(0, len(ways), _TOGETHER):
        some = ways[at : at + _TOGETHER]
        text = "\n".join(("", *some, ""))
        found += text.casefold().split("\n")[1:-1] if _plain(text, len(some)) else map(folded, some)
    return found


def _plain(text: str, lines: int) -> bool:
    """True if each of so many lines is as :func:`folded` leaves it, but for letter case."""
    return (
        text.count("\n") == lines + 1
        and not any(odd in text for odd in ("  ", "\n ", " \n", "\n./"))
        and text.replace("\n", "").isprintable()
    )
