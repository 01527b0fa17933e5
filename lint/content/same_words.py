"""Texts compared by their words: white space does not count, nor, where they are folded, does letter case."""

from __future__ import annotations

from collections.abc import Sequence

_TOGETHER = 256  # texts: one that is written oddly makes these few be taken one by one
_SPACE = "\t\n\v\f\r\x1c\x1d\x1e\x1f"
"""What of ASCII is white space, but for the blank."""


def squeezed(text: str) -> str:
    """The text with one blank between its words and none around them.

    Nearly every text is written so; whether it is can be seen without taking it apart, since of all white space only
    a blank prints.
    """
    if text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " ":
        return text
    return " ".join(text.split())


def all_folded(texts: Sequence[str]) -> list[str]:
    """Each of some texts, squeezed and without letter case, in their order; many at a time."""
    found: list[str] = []
    for at in range(0, len(texts), _TOGETHER):
        some = texts[at : at + _TOGETHER]
        if not _all_squeezed(some):
            found += [squeezed(text).casefold() for text in some]
            continue
        together = "\n".join(some)
        folded = together.casefold()
        found += some if folded == together else folded.split("\n")
    return found


def _all_squeezed(texts: Sequence[str]) -> bool:
    """True if :func:`squeezed` leaves each of some texts as it is."""
    text = " ".join(("", *texts, ""))  # a blank at either end of one of them meets another
    if "  " in text:
        return False
    return not any(map(text.__contains__, _SPACE)) if text.isascii() else text.isprintable()
