"""A fast proof that no text of an event holds anything that the rules about content (FP8) look for.

The same call that judges the shape of an event (:mod:`.schema`) also looks at each text that the schemas leave free,
with one regular expression in Rust: whatever fails is only suspected, and looked at closely by those few rules. The
expression must let nothing pass that a rule would report; a test holds the rules to that.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from . import hidden, secrets
from .acceptance import USUAL_TIME
from .events import EVENT_TYPES
from .schema import EVENT, documents

LONGEST = 2_000
"""Characters that a text may have (rule FP804)."""

# What begins or may begin something in a Markdown file, and forms of code that stand on one line (FP805, FP802).
_MARKUP = (
    r"^[ \t]*(?:[#=*+~`\[-]|[0-9]{1,9}[.)]|(?i:instruction))|<[A-Za-z/!?|]|\{[{%#]|\]\(|!\[|::[A-Za-z]|##(?:vso)?\["
)
_CODE = (
    r"\)[ \t]*(?:[{:]|->|=>)|^[ \t]*(?:from[ \t]|diff[ \t]|@@|Traceback|File[ \t])|SELECT[ \t]|INSERT[ \t]|DELETE[ \t]"
    r"|CREATE[ \t]|(?:const|let|var)[ \t]+[0-9A-Za-z_]+[ \t]*=|(?:public|private|protected|func)[ \t]"
)
SUSPICIOUS = "|".join((r"[\n\r]", hidden.HINT, secrets.HINT, _MARKUP, _CODE))
"""What is in every text that some rule about content reports, in the syntax of Rust's regular expressions."""

_FREE_TEXT: Mapping[str, Any] = {"not": {"pattern": SUSPICIOUS}, "maxLength": LONGEST}
_OPTIONS = jsonschema_rs.RegexOptions()  # the engine without backtracking: linear, whatever the text


def is_plain(text: str) -> bool:
    """True if one text, whatever it stands for, holds nothing that a rule about content reports."""
    try:
        return _text_gate().is_valid(text)
    except UnicodeEncodeError:  # a lone surrogate
        return False


def is_plain_event(value: Any) -> bool:
    """True if a value is an event of a known type with nothing wrong in its shape, and all of it plain.

    Its times are then ones that every client reads (:data:`.acceptance.USUAL_TIME`).
    """
    try:
        return _event_gate().is_valid(value)
    except UnicodeEncodeError:
        return False


@cache
def _text_gate() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(dict(_FREE_TEXT), pattern_options=_OPTIONS)


@cache
def _event_gate() -> jsonschema_rs.Draft202012Validator:
    stricter = {uri: _stricter(document) for uri, document in documents().items()}
    stricter[EVENT]["properties"]["event_type"] = {"enum": list(EVENT_TYPES)}
    registry = jsonschema_rs.Registry(list(stricter.items()))
    return jsonschema_rs.Draft202012Validator(
        stricter[EVENT], registry=registry, validate_formats=False, pattern_options=_OPTIONS
    )


def _stricter(schema: Any) -> Any:
    """A copy of a schema in which every text that may be anything must be plain too.

    Ids, words of a closed vocabulary and times have forms of their own, which leave room for nothing.
    """
    if isinstance(schema, list):
        return [_stricter(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _stricter(item) for key, item in schema.items()}
    if made.get("type") == "string" and _FIXED.isdisjoint(made):
        made |= _FREE_TEXT
    if made.get("format") == "date-time":
        made["pattern"] = f"^(?:{USUAL_TIME})$"
    if "extensions" in made.get("$defs", ()):
        made["$defs"] |= {"extensions": {"type": "object", **_ANYTHING}, "anything": _ANYTHING}
    return made


_FIXED = frozenset({"pattern", "enum", "const", "format"})
_ANYTHING = {
    "if": {"type": "string"},
    "then": _FREE_TEXT,
    "else": {
        "propertyNames": {"not": {"pattern": f"{SUSPICIOUS}|{secrets.KEY_HINT}"}},
        "additionalProperties": {"$ref": "#/$defs/anything"},
        "items": {"$ref": "#/$defs/anything"},
    },
}
