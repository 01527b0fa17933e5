"""The line a TOML key stands on; ``tomllib`` gives no places."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*\[\[?(?P<keys>[^\]]*)\]")
_KEY = re.compile(r"""\s*(?P<keys>(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_STEP = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


def line_of(text: str, path: tuple[str, ...]) -> int:
    """The line, from 1, of the key that a path of keys leads to, or of the nearest table or key that holds it."""
    header: tuple[str, ...] = ()
    best, best_length = 1, 0
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _HEADER.match(line):
            header = _steps(found["keys"])
            here = header
        elif found := _KEY.match(line):
            here = header + _steps(found["keys"])
        else:
            continue
        shared = _shared(here, path)
        if shared > best_length and (shared == len(here) or shared == len(path)):
            best, best_length = number, shared
    return best


def _steps(keys: str) -> tuple[str, ...]:
    return tuple(step.strip("\"'") for step in _STEP.findall(keys))


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length
