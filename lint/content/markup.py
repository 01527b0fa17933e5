"""What in a text acts once it stands in a Markdown file (rule FP805). Every expression takes linear time."""

from __future__ import annotations

import re

from .code_spans import without_code_spans

# A block begins with a line, whatever stands around it. CommonMark 0.31, 4 and 5.2; front matter as Jekyll has it.
_LINES = (
    ("a heading", r"#{1,6}(?:[ \t]|$)|={2,}[ \t]*$"),
    ("a list item", r"[-*+][ \t]+\S|[0-9]{1,9}[.)][ \t]+\S"),
    ("a fence", r"`{3,}[^`\n]*$|~{3,}"),
    ("front matter", r"-{3}[ \t]*$|\+{3}[ \t]*$"),
    ("an instructions block", r"(?i:instructions?):?[ \t]*$|\[/?INST\]"),
    ("a link", r"\[[^\[\]\n]{1,300}\]:[ \t]*\S"),
    ("a workflow command", r"::[A-Za-z][A-Za-z-]*+(?: [^\n]{0,300}?)?::"),
)
_INLINE = (
    ("an HTML comment", r"<!--"),
    ("an HTML tag", r"</?[A-Za-z][A-Za-z0-9-]*+(?=[\s/>]|\Z)|<[!?][A-Za-z]|<\|"),
    ("a Jinja delimiter", r"\{[{%#]"),
    (
        "a workflow command",
        r"(?<![\w:])::(?:error|warning|notice|debug|group|endgroup|echo|add-mask|add-path|add-matcher|remove-matcher"
        r"|set-output|set-env|save-state|stop-commands)(?:[ \t][^\n]{0,300}?)?::|##(?:vso)?\[[A-Za-z]",
    ),
    ("an image", r"!\["),
    ("a link", r"\]\([^)\s]|<(?:https?|ftp|mailto):"),
)


def _one_of(kinds: tuple[tuple[str, str], ...], before: str = "") -> re.Pattern[str]:
    return re.compile("|".join(f"{before}({form})" for _, form in kinds), re.MULTILINE)


_LINE = _one_of(_LINES, r"^[ \t]*+")
_WITHIN = _one_of(_INLINE)


def markup_in(text: str) -> tuple[str, ...]:
    """What a text would begin in a Markdown file, each kind once, sorted. Inline code does not count."""
    found = {_LINES[(match.lastindex or 1) - 1][0] for match in _LINE.finditer(text)}
    found.update(_INLINE[(match.lastindex or 1) - 1][0] for match in _WITHIN.finditer(without_code_spans(text)))
    return tuple(sorted(found))
