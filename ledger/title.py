"""A record's title: the first sentence of its text."""

from __future__ import annotations

import re

# What is drawn as a blank. Controls and separators are none: whoever shows a title shows those as code points.
_BLANK = " \t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_BLANKS = re.compile(f"[{_BLANK}]+")
_END = re.compile(rf"(?<=[.!?])[{_BLANK}]+|\n")
LONGEST = 120


def title_of(text: str, longest: int = LONGEST) -> str:
    """The first sentence of a text on one line, without its closing full stop, cut at a word and marked with ``…``."""
    first = _END.split(text.replace("\r\n", "\n").strip(f"{_BLANK}\n"), maxsplit=1)[0]
    line = _BLANKS.sub(" ", first).strip(" ")
    if line.endswith(".") and not line.endswith(".."):
        line = line[:-1]
    if len(line) <= longest:
        return line
    head = line[: longest - 1]
    cut = head.rfind(" ")
    return (head[:cut] if cut > longest // 2 else head).rstrip(" ,;:") + "…"
