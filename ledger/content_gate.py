"""A fast proof that no text of an event holds anything that the rules about content (FP8) look for.

The same call that judges the shape of an event (:mod:`.schema`) also looks at each text that the schemas leave free,
with one regular expression in Rust: whatever fails is only suspected, and looked at closely by those few rules. The
expression must let nothing pass that a rule would report; a test holds the rules to that. It proves a little more, so
that no rule need ask it of every event again: no blank text (FP210), no address with an odd scheme (FP714), no
extension without a namespace (FP209).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from . import hidden, secrets
from .acceptance import USUAL_TIME
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
        return _GATES[value["event_type"]](value)
    except (KeyError, TypeError, UnicodeEncodeError):  # no known type, no object, a lone surrogate
        return False


@cache
def _text_gate() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(dict(_FREE_TEXT), pattern_options=_OPTIONS)


class _Gates(dict[str, Callable[[Any], bool]]):
    """The gate of each known type of event: without branches a schema takes four fifths of the time of one with them.

    Each is made when the first event of its type comes; there is none for any other type.
    """

    def __missing__(self, event_type: str) -> Callable[[Any], bool]:
        strict, branches = _strict()
        event, branch = strict[EVENT], branches[event_type]
        schema = {
            **event,
            "required": [*event["required"], *branch.get("required", ())],
            "properties": {**event["properties"], "event_type": True, **branch["properties"]},
        }
        registry = jsonschema_rs.Registry([*(strict | {EVENT: schema}).items()])
        gate = jsonschema_rs.Draft202012Validator(
            schema, registry=registry, validate_formats=False, pattern_options=_OPTIONS
        )
        self[event_type] = gate.is_valid
        return self[event_type]


_GATES = _Gates()


@cache
def _strict() -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """The stricter schemas by their id, and what each type of event is asked for besides that of an event."""
    strict = {uri: _stricter(document) for uri, document in documents().items()}
    branches = {
        event_type: branch["then"]
        for branch in strict[EVENT].pop("allOf")
        for condition in (branch["if"]["properties"]["event_type"],)
        for event_type in condition.get("enum", [condition.get("const")])
    }
    return strict, branches


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
        made["$defs"] |= {"extensions": {"type": "object", **_ANYTHING, **_NAMESPACED}, "anything": _ANYTHING}
    for name in _TOLD.intersection(made.get("properties", ())):
        form = {"pattern": _ADDRESS if name == "url" else r"\S"}
        made["properties"][name]["allOf"] = [{**form, "items": form}]  # of a text, or of each in a list
    return made


# What FP210 asks for where it is given, and the addresses of FP714.
_TOLD = frozenset({"text", "reason", "lifecycle_reason", "repo", "issue", "pr", "areas", "paths", "url"})
_ADDRESS = "^(?:https?://|mailto:|[^:]*$)"
_FIXED = frozenset({"pattern", "enum", "const", "format"})
_ANYTHING: Mapping[str, Any] = {
    "if": {"type": "string"},
    "then": _FREE_TEXT,
    "else": {
        "propertyNames": {"not": {"pattern": f"{SUSPICIOUS}|{secrets.KEY_HINT}"}},
        "additionalProperties": {"$ref": "#/$defs/anything"},
        "items": {"$ref": "#/$defs/anything"},
    },
}
_NAMESPACED = {"propertyNames": {"pattern": "^[^./]+[./]"}}
