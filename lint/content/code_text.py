"""Whether a text is direction in words, or holds source code, a patch or a transcript (rule FP802)."""

from __future__ import annotations

import re

from .code_spans import without_code_spans

_PATCH = re.compile(r"^(?:diff --git a/|@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@|--- a/.*\n\+\+\+ b/)", re.MULTILINE)
_TRACE = re.compile(r'^Traceback \(most recent call last\)|^[ \t]++File "[^"\n]+", line \d', re.MULTILINE)
_PROMPTS = re.compile(r"^[ \t]*+(?:\$|>>>|PS [A-Z]:[^>\n]{0,200}>) ?\S|^[ \t]++at [\w.$<>]+\([^()\n]*\)", re.MULTILINE)
_SPEAKERS = re.compile(r"^[ \t]*+(?i:(user|human|assistant|system|ai|agent|tool))[ \t]?:", re.MULTILINE)
_FENCE = re.compile(r"^ {0,3}(?:`{3,}[^`\n]*$|~{3,})", re.MULTILINE)

# Forms that are code wherever they stand, in the languages people paste from.
_STATEMENT = re.compile(
    r"\b(?:function|func|fn|def)[ \t]+\w+[ \t]*\([^()\n]*\)[ \t]*(?:(?:->|:)[ \t]*[^\s{:]+[ \t]*)?[:{]"
    r"|\bfunc[ \t]+(?:\([^()\n]*\)[ \t]*)?\w+\([^()\n]*\)[^{\n]{0,60}\{"
    r"|\b(?:public|private|protected)[ \t]+(?:static[ \t]+)?(?:final[ \t]+)?[\w<>\[\]]+[ \t]+\w+"
    r"[ \t]*(?:\([^()\n]*\)[ \t]*\{|=)"
    r"|\b(?:if|for|while|switch|catch)[ \t]*\([^()\n]*\)[ \t]*\{"
    r"|\b(?:const|let|var)[ \t]+\w+[ \t]*=[^;\n]{1,200};"
    r"|\)[ \t]*=>[ \t]*\{"
    r"|^[ \t]*+from[ \t]+[\w.]+[ \t]+import[ \t]+\w|^[ \t]*+#include[ \t]*[<\"]|^#!/|<\?php"
    r"|^[ \t]*+(?:SELECT[ \t][^;\n]{1,300}?[ \t]FROM|INSERT[ \t]+INTO|DELETE[ \t]+FROM|CREATE[ \t]+TABLE)[ \t]+\w",
    re.MULTILINE,
)
# What words of a language seldom have in them. Semicolons and colons alone end lines of prose too: lists do.
_SIGN = r"(?=.*(?:[()\[\]{}=<>]|\w[._]\w))"
# A line that is hardly ever prose: it ends a statement, opens or closes a block, assigns, calls, or imports.
_CODE_LINE = re.compile(
    rf"[ \t]*+(?:(?:\S.*)?[{{}}]|[}})\]]+[;,]?|{_SIGN}\S.*;"
    r"|(?:return|import|package|using|throw|raise|break|continue)(?:[ \t]+\S+)?;?"
    rf"|{_SIGN}(?:return|import|using|throw|raise)[ \t].*"
    r"|(?:else|try|finally|except\b.*)[ \t]*:|class[ \t]+\w+[ \t]*:|(?:if|elif|while)[ \t]+(?:not[ \t]+)?[\w.]+[ \t]*:"
    r"|for[ \t]+\w+(?:,[ \t]*\w+)*+[ \t]+in[ \t]+\S+:"
    rf"|{_SIGN}(?:class|def|for|while|if|elif|with)[ \t].*:|@\w+(?:\(.*\))?"
    r"|[\w.]+(?:\[[^\]]*\])?[ \t]*[-+*/]?=[ \t]*\S.*|[\w.]+\(.*\))[ \t]*\Z"
)
_FEWEST_LINES = 2


def code_in(text: str) -> str | None:
    """What a text holds that no direction needs: ``a patch``, ``a transcript`` or ``source code``; else None.

    A name or an expression in backticks is a way to speak of code and does not count.
    """
    if _PATCH.search(text):
        return "a patch"
    if _is_transcript(text):
        return "a transcript"
    prose = without_code_spans(text)
    if _FENCE.search(text) or _STATEMENT.search(prose) or _has_code_lines(prose):
        return "source code"
    return None


def _is_transcript(text: str) -> bool:
    if _TRACE.search(text) or sum(1 for _ in _PROMPTS.finditer(text)) >= _FEWEST_LINES:
        return True
    return len({match.group(1).lower() for match in _SPEAKERS.finditer(text)}) >= _FEWEST_LINES


def _has_code_lines(text: str) -> bool:
    if "\n" not in text:
        return False
    lines = [line for line in text.splitlines() if line.strip()]
    found = sum(1 for line in lines if len(line) <= 1_000 and _CODE_LINE.match(line))
    return found >= _FEWEST_LINES and 2 * found >= len(lines)
