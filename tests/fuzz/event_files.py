"""Event files with something odd about them: in what they say, in how it is spelled, or in their bytes.

Each is made of a sound event, so that most of what a reader does is reached; plain noise ends at its first byte.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st
from support.events import Wire, at, changed, created, ident, record_node, relation
from support.surveys import HOSTILE
from support.wire import full_events

TOKEN = "ghp_" + "Zq7Kd2Wn" * 5
"""What must come out nowhere."""

_NUMBERS = ("1e999", "-0", "1" * 400, "9007199254740993", "1.0", "0.1e-400", "01", "+1", ".5", "1.", "NaN", "-Infinity")
_MARKS = (
    "\\/",
    "\\u0041",
    "\\uD83D\\uDE00",
    "\\ud800",
    "\\udc00\\ud800",
    "\\u0000",
    "\\x41",
    "\\",
    "\0",
    "\x1b",
    "\x7f",
)
_BETWEEN = (" ", "\t", "\r", "\r\n", "\f", "\u00a0", "\ufeff", "/* */", "// x\n", "#", ",", ",,", "}", "]", "{", '"')

# What stands in a spelled file in place of one of its tokens; ``{}`` is the token itself.
SPELLINGS: tuple[str, ...] = (
    *_NUMBERS,
    *(f'"{mark}"' for mark in _MARKS),
    *(f"{{}}{mark}" for mark in _BETWEEN),
    *("", "null", "{} {}", "{}, {}", '{}: 1, "a"', "tru", "'x'", '"', f'"{TOKEN}"', f'"{TOKEN}": 1, "{TOKEN}"'),
    *("[" * 64 + "]" * 64, "[" * 65, '{"a":' * 70, "[[]" + ",[]" * 300 + "]"),
)

TEXTS = st.one_of(
    st.sampled_from(
        [
            *HOSTILE,
            *("", " ", "\n", "\0", "\ufeff", "\u202ex", "e\u0301" * 50, "\u2028", "x" * 20_000, "\\u003cscript>"),
            *("../..", "/etc/passwd", "**", "src/**/*.py", "[a-", "a/{b,c", "C:\\x", "http://[", "javascript:alert(1)"),
            *("fabric/1.0", "fabric/2.0", "human", "agent", "expired", "durable", "supersedes", "until_issue_closed"),
            *("9999-12-31T23:59:60Z", "0000-01-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-03-02t09:00:00.5+14:00"),
            *(TOKEN, f"password={TOKEN}", f"https://u:{TOKEN}@example.invalid/"),
        ]
    ),
    st.builds(ident, st.sampled_from(["evt", "rec", "rel", "prj", "rcp", "thr"]), st.integers(0, 9)),
    st.integers(0, 600).map(at),
    st.text(st.characters(exclude_categories=()), max_size=12),
)
VALUES = st.one_of(
    TEXTS,
    st.sampled_from([None, True, False, 0, -1, 1.0, 2**53, -(2**63), 2**64, 1e308, [], {}, [[]], [None], {"": None}]),
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), TEXTS),
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
        max_leaves=5,
    ),
)

SEEDS: tuple[Wire, ...] = (
    *full_events(),
    created(11),
    changed(12, 11, 11, status="superseded"),
    changed(13, 11, 11, durability="durable", lifecycle_reason="kept"),
    changed(14, 11, 12, status="active"),
    relation(15, "supersedes", record_node(1), record_node(11)),
    relation(16, "informed_by", {"kind": "commit", "id": "c" * 40}, record_node(11)),
)


@st.composite
def event_values(draw: st.DrawFn) -> Any:
    """A sound event with up to three things changed in it."""
    value = copy.deepcopy(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(0, 3))):
        value = _changed(draw, value)
    return value


def _changed(draw: st.DrawFn, value: Any) -> Any:
    """One place replaced, dropped, doubled, renamed, added to, wrapped, or filled from another event."""
    places = list(_places(value))
    place = draw(st.sampled_from(places))
    found = _at(value, place)
    other = copy.deepcopy(draw(st.sampled_from(SEEDS)))
    changed_to = draw(
        st.one_of(
            VALUES,
            st.sampled_from([[found], {"x": found}, str(found), [found, found], *_parts_of(other)]),
            TEXTS.map(lambda key: {**found, key: found} if isinstance(found, dict) else [found, key]),
            st.sampled_from(list(found)).map(lambda key: _without(found, key))
            if isinstance(found, dict) and found
            else st.nothing(),
            st.sampled_from(list(found)).map(lambda key: {**_without(found, key), key.upper(): found[key]})
            if isinstance(found, dict) and found
            else st.nothing(),
        )
    )
    fresh = copy.deepcopy(changed_to)  # what is sampled is shared by all examples
    if not place:
        return fresh
    _at(value, place[:-1])[place[-1]] = fresh
    return value


def _parts_of(event: Wire) -> list[Any]:
    return [_at(event, place) for place in _places(event)]


def _without(found: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {other: item for other, item in found.items() if other != key}


def _places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    steps = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [here, *(place for step in steps for place in _places(value[step], (*here, step)))]


def _at(value: Any, place: tuple[Any, ...]) -> Any:
    for step in place:
        value = value[step]
    return value


@st.composite
def spelled(draw: st.DrawFn, value: Any) -> str:
    """A value as JSON text, in one of several styles, with up to three tokens spelled as no client would."""
    indent = draw(st.sampled_from([2, 2, 2, None, 0, "\t"]))
    text = json.dumps(value, indent=indent, ensure_ascii=draw(st.booleans()))
    if draw(st.booleans()):
        text = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    for _ in range(draw(st.integers(0, 3))):
        text = _one_token(draw, text)
    return text + draw(st.sampled_from(["\n", "\n", "\n", "", "\n\n", "\r\n", " \n", "\0", "x"]))


def _one_token(draw: st.DrawFn, text: str) -> str:
    starts = [number for number, mark in enumerate(text) if mark in '"{}[]:,tfn0123456789-']
    if not starts:
        return text
    start = draw(st.sampled_from(starts))
    end = text.find('"', start + 1) + 1 if text[start] == '"' else start + 1
    end = end or len(text)
    return text[:start] + draw(st.sampled_from(SPELLINGS)).replace("{}", text[start:end]) + text[end:]


_ENCODINGS: tuple[Callable[[str], bytes], ...] = (
    lambda text: text.encode("utf-8", "surrogatepass"),
    lambda text: b"\xef\xbb\xbf" + text.encode("utf-8", "surrogatepass"),
    lambda text: text.replace("\n", "\r\n").encode("utf-8", "surrogatepass"),
    lambda text: text.replace("\n", "\r").encode("utf-8", "surrogatepass"),
    lambda text: text.encode("utf-16", "surrogatepass"),
    lambda text: text.encode("utf-16-be", "surrogatepass"),
    lambda text: text.encode("utf-32", "surrogatepass"),
    lambda text: text.encode("latin-1", "replace"),
    lambda text: _as_cesu8(text),
)


def _as_cesu8(text: str) -> bytes:
    """Characters beyond the first plane as two encoded surrogates, which is no UTF-8."""
    pairs = text.encode("utf-16-be", "surrogatepass")
    units = (int.from_bytes(pairs[number : number + 2], "big") for number in range(0, len(pairs), 2))
    return b"".join(chr(unit).encode("utf-8", "surrogatepass") for unit in units)


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """Bytes cut off, put in, taken out, or written twice."""
    where = draw(st.integers(0, len(data)))
    length = draw(st.integers(0, 40))
    inserted = draw(st.one_of(st.binary(max_size=6), st.sampled_from([b"\x00", b"\xff", b"\xc0\x80", b"\xed\xa0\x80"])))
    return draw(
        st.sampled_from(
            [
                *(data[:where], data[where:], data + data, data[:where] + inserted + data[where:]),
                *(data[:where] + data[where + length :], data[:where] + inserted + data[where + len(inserted) :]),
                data[:where] + data[where : where + length] * 3 + data[where + length :],
            ]
        )
    )


@st.composite
def contents(draw: st.DrawFn) -> bytes:
    """The bytes of one event file, sound or not."""
    kind = draw(st.sampled_from(["value", "value", "spelling", "spelling", "bytes", "noise"]))
    if kind == "noise":
        return draw(st.one_of(st.binary(max_size=200), st.text('{}[]",:\\u0d8e1-+.tf/*\r\n <=>\0').map(str.encode)))
    value = draw(event_values())
    if kind == "value":
        return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")
    data: bytes = draw(st.sampled_from(_ENCODINGS))(draw(spelled(value)))
    return draw(damaged(data)) if kind == "bytes" else data


NAMES = st.one_of(
    st.integers(0, 20).map(lambda number: f"{ident('evt', number)}.json"),
    st.sampled_from(["x.json", ".json", f"{ident('evt', 1).upper()}.json", f"{ident('rec', 1)}.json", f"{TOKEN}.json"]),
    st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=20).map(
        lambda stem: f"{stem}.json"
    ),
    st.sampled_from(
        ["läger \u202e'\".json", "\u5e73\u4eee.json", "e\u0301.json", "a\udcff.json", "a\nb.json", "::error::.json"]
    ),
)

FILES = st.dictionaries(NAMES, contents(), min_size=1, max_size=4)
"""Files of one folder by name, odd in some way."""
