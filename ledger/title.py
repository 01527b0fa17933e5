"""A record's title: the first sentence of its text."""

from __future__ import annotations

import re

_END = re.compile(r"(?<=[.!?])\s+|\n")
LONGEST = 120


def title_of(text: str, longest: int = LONGEST) -> str:
    """The first sentence of a text on one line, without its closing full stop, cut at a word and marked with ``…``."""
    first = _END.split(text.strip(), maxsplit=1)[0]
    line = " ".join(first.split())
    if line.endswith(".") and not line.endswith(".."):
        line = line[:-1]
    if len(line) <= longest:
        return line
    head = line[: longest - 1]
    cut = head.rfind(" ")
    return (head[:cut] if cut > longest // 2 else head).rstrip(" ,;:") + "…"
