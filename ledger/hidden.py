"""Characters that a reader does not see, or that change the order of what is seen (rule FP803)."""

from __future__ import annotations

import re

# Line breaks and tabs are no part of it; the rest is as in Unicode's Default_Ignorable_Code_Point, with the controls.
HIDDEN_CLASS = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""The inside of a class of a regular expression, in the syntax that Python and Rust share."""

_MARKS = "\ufe00-\ufe0f\U0001f3fb-\U0001f3ff"
_PICTURE = "\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff"
# What shows as it should: emoji joined into one, a flag of a region, joiners within scripts that write with them.
_HONEST = (
    rf"(?<=[{_PICTURE}{_MARKS}])\u200d(?=[{_PICTURE}])"
    "|\U0001f3f4[\U000e0061-\U000e007a\U000e0030-\U000e0039]{1,7}\U000e007f"
    r"|(?<=[\u0600-\u1cff\ua840-\uabff])[\u200c\u200d]"
    r"|(?<=[\u1820-\u18aa])[\u180b-\u180f]"
    r"|\r(?=\n)"
)
# A second selector in a row selects nothing: a run of them carries bytes past every reader.
_HIDDEN = re.compile(rf"(?:{_HONEST})|([{HIDDEN_CLASS}\r]|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f])")

HINT = rf"[{HIDDEN_CLASS}]|[\ufe00-\ufe0f]{{2}}"
"""What every text on one line with a hidden character has in it, for the fast gate."""


def hidden_in(text: str) -> list[int]:
    """The places in a text of characters that hide, in order.

    Not meant are tabs and line breaks, the joiners of an emoji sequence, and joiners after a letter of a script whose
    spelling needs them; a carriage return without its newline is meant.
    """
    if text.isascii() and text.isprintable():
        return []
    return [match.start() for match in _HIDDEN.finditer(text) if match.lastindex]
