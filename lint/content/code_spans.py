"""Inline code of Markdown: what stands between two runs of backticks of one length."""

from __future__ import annotations

import re

_TICKS = re.compile("`+")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def without_code_spans(text: str) -> str:
    """The text with spaces in the place of inline code (CommonMark 0.31, 6.1); of the same length.

    A run of backticks that no other of its length answers, in the same paragraph, stays.
    """
    if "`" not in text:
        return text
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(text)]
    answers: list[int | None] = [None] * len(runs)
    last: dict[int, int] = {}
    breaks = [match.start() for match in _BLANK_LINE.finditer(text)]
    for number in range(len(runs) - 1, -1, -1):
        start, end = runs[number]
        while breaks and breaks[-1] >= start:
            breaks.pop()
            last.clear()
        answers[number] = last.get(end - start)
        last[end - start] = number
    parts: list[str] = []
    place = number = 0
    while number < len(runs):
        answer = answers[number]
        if answer is not None:
            start, end = runs[number][0], runs[answer][1]
            parts += [text[place:start], " " * (end - start)]
            place, number = end, answer
        number += 1
    return "".join((*parts, text[place:]))
