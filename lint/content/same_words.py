"""Texts compared by their words: white space does not count."""

from __future__ import annotations


def squeezed(text: str) -> str:
    """The text with one blank between its words and none around them.

    Nearly every text is written so; whether it is can be seen without taking it apart, since of all white space only
    a blank prints.
    """
    if text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " ":
        return text
    return " ".join(text.split())
